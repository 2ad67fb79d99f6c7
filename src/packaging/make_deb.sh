#!/usr/bin/env bash
# make_deb.sh VERSION SERIES FOLDER [URL]: Debian's packages of the tree, source and binary, in FOLDER: the tarball of
# make_dist.sh, unpacked aside, with src/packaging/debian in it as debian, and where the project's address is given, with that and
# debian/watch. Tests run, unless DEB_BUILD_OPTIONS=nocheck. Needs dpkg-dev, debhelper and what debian/control names.
set -euo pipefail

version=$1 series=$2 url=${4-}
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
# Debian calls the license of most X programs by another name than SPDX.
sed 's/^License: MIT$/License: Expat/' .reuse/dep5 >debian/copyright
# The library's package is named by what it is compatible with.
sed "s/@SERIES@/$series/" debian/control.in >debian/control
rm debian/control.in
for part in install lintian-overrides symbols; do
    sed "s/@SERIES@/$series/g" "debian/libpgnpack.$part" >"debian/libpgnpack$series.$part"
    rm "debian/libpgnpack.$part"
done
if [ -n "$url" ]; then
    sed -i "s|^Rules-Requires-Root|Homepage: $url\n&|" debian/control
    sed "s|@URL@|$url|" "$here/recipes/watch.in" >debian/watch
fi
# The variables of a make that calls this are not those of the package.
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage -us -uc
ls -l "$folder"/*.deb
