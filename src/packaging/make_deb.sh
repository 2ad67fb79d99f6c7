#!/usr/bin/env bash
# make_deb.sh VERSION SERIES FOLDER: Debian's packages of the tree, source and binary, in FOLDER: the tarball of
# make_dist.sh, unpacked aside, with src/packaging/debian in it as debian. Tests run, unless DEB_BUILD_OPTIONS=nocheck. Needs
# dpkg-dev, debhelper and what debian/control names.
set -euo pipefail

version=$1 series=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$3"
folder=$(cd "$3" && pwd)
fail() {
    echo "make_deb.sh: $*" >&2
    exit 1
}
grep -q "^pgnpack ($version-" "$here/debian/changelog" || fail "src/packaging/debian/changelog does not begin with $version"

rm -rf "$folder/pgnpack-$version" "$folder"/*pgnpack*_*
"$here/make_dist.sh" "$version" "$folder"
mv "$folder/pgnpack-$version.tar.gz" "$folder/pgnpack_$version.orig.tar.gz"
tar -xzf "$folder/pgnpack_$version.orig.tar.gz" -C "$folder"
cp -a "$here/debian" "$folder/pgnpack-$version/"
cd "$folder/pgnpack-$version"
# The library's package is named by what it is compatible with.
sed "s/@SERIES@/$series/" debian/control.in >debian/control
rm debian/control.in
for part in install lintian-overrides; do
    sed "s/@SERIES@/$series/" "debian/libpgnpack.$part" >"debian/libpgnpack$series.$part"
    rm "debian/libpgnpack.$part"
done
# The variables of a make that calls this are not those of the package.
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage -us -uc
ls -l "$folder"/*.deb
