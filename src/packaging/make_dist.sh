#!/usr/bin/env bash
# make_dist.sh VERSION FOLDER: FOLDER/pgnpack-VERSION.tar.gz, the released tree, and FOLDER/pgnpack-VERSION.spdx, its bill of
# materials (make_spdx.sh). The same tree gives the same bytes, from git or from an unpacked tarball. All times are that of
# the last commit, or SOURCE_DATE_EPOCH. In git: what is committed or staged, as it is in the work tree.
set -euo pipefail
export LC_ALL=C TZ=UTC

version=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/../.."
name=pgnpack-$version

if [ -e .git ]; then
    epoch=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct)}
    git diff --quiet HEAD || echo 'make_dist.sh: some changes are not committed, and in it' >&2
else
    epoch=${SOURCE_DATE_EPOCH-$(stat -c %Y CHANGELOG.md)}
fi
src/packaging/list_files.sh >"$folder/files"
tar -c --null --no-recursion --verbatim-files-from -T "$folder/files" --transform "s|^|$name/|S" --format=ustar --sort=name \
    --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u-w --mtime="@$epoch" | gzip -9n >"$folder/$name.tar.gz"
src/packaging/make_spdx.sh "$version" "$epoch" <"$folder/files" >"$folder/$name.spdx"
rm "$folder/files"
(cd "$folder" && sha256sum "$name.tar.gz" "$name.spdx")
