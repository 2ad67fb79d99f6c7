#!/usr/bin/env bash
# fetch_sources.sh FOLDER: the sources of zstd and zlib as the system's Debian or Ubuntu has them, by apt-get, into FOLDER/zstd
# and FOLDER/zlib, for builds whose compiler has no packages of them (build_libraries.sh). Nothing is installed, the
# system's lists of sources stay as they are, and root is not needed; dpkg-source is (package dpkg-dev).
set -euo pipefail

mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ -f "$folder/complete" ] && exit 0
for program in apt-get dpkg-source; do
    command -v $program >/dev/null || {
        echo "fetch_sources.sh: there is no $program; it needs Debian or Ubuntu, and the package dpkg-dev" >&2
        exit 1
    }
done
cd "$folder"
rm -rf apt && mkdir -p apt/lists/partial apt/cache/archives/partial apt/sources

# The system's lists, with sources.
for list in /etc/apt/sources.list.d/*.sources; do
    [ -f "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"apt/sources/$(basename "$list")"
done
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$list" ] && sed -n 's/^deb\(-src\)\{0,1\} /deb-src /p' "$list" | sort -u >"apt/sources/$(basename "$list" .list).list"
done

apt_get() {
    apt-get -qq -o Dir::State="$folder/apt" -o Dir::State::lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
        -o Dir::State::status=/var/lib/dpkg/status -o Dir::Etc::sourcelist=/dev/null \
        -o Dir::Etc::sourceparts="$folder/apt/sources" -o Debug::NoLocking=1 -o APT::Sandbox::User="$(id -un)" \
        -o APT::Get::List-Cleanup=0 "$@"
}

echo 'fetching the sources of zstd and zlib'
apt_get update || echo 'some lists of packages are missing' >&2

# SOURCE FOLDER PACKAGE: the version of the package that is installed, if it is: packed bytes are the same for one version of libzstd.
fetch() {
    local version
    version=$(dpkg-query -W -f '${source:Version}' "$3" 2>/dev/null || true)
    rm -rf "$2" "$2.part" && mkdir "$2.part"
    (cd "$2.part" && apt_get source "$1${version:+=$version}") >"$2.log"
    mv "$2".part/*/ "$2"
    rm -rf "$2.part"
}
fetch libzstd zstd libzstd-dev
fetch zlib zlib zlib1g-dev
rm -rf apt
touch complete
