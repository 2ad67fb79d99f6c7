#!/usr/bin/env bash
# make_sdist.sh VERSION FOLDER: FOLDER/pgnpack-VERSION.tar.gz, of which pip builds the Python package: the released tree (make_dist.sh) without
# what only tests need, and what pip looks for. The same tree gives the same bytes.
set -euo pipefail
export LC_ALL=C TZ=UTC

version=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/../../.."
name=pgnpack-$version
rm -rf "$folder/tree" && mkdir "$folder/tree"
trap 'rm -rf "$folder/tree"' EXIT
src/packaging/make_dist.sh "$version" "$folder/tree" >/dev/null
tar -xzf "$folder/tree/$name.tar.gz" -C "$folder/tree" --exclude="$name/tests" --exclude="$name/docs/pictures" --exclude="$name/src/packaging/debian"
cat >"$folder/tree/$name/pyproject.toml" <<'END'
[build-system]
requires = []
build-backend = "build_backend"
backend-path = ["src/bindings/python"]
END
python3 -c 'import sys; sys.path.insert(0, "src/bindings/python"); import make_wheel; print(make_wheel.metadata(), end="")' \
    >"$folder/tree/$name/PKG-INFO"
epoch=$(stat -c %Y "$folder/tree/$name/Makefile")
tar -c -C "$folder/tree" --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u-w --mtime="@$epoch" "$name" |
    gzip -9n >"$folder/$name.tar.gz"
