#!/usr/bin/env bash
# build_libraries.sh SOURCES FOLDER CC AR: builds static libraries of what fetch_sources.sh put into SOURCES with that
# compiler: FOLDER/libzstd.a and FOLDER/libz.a, and their headers in FOLDER/include.
set -euo pipefail

sources=$(cd "$1" && pwd)
mkdir -p "$2/include"
folder=$(cd "$2" && pwd)
cc=$3 ar=$4
[ -f "$folder/complete" ] && exit 0

# NAME FLAGS... -- FILES...
library() {
    local name=$1 flags=() objects=()
    shift
    while [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    shift
    rm -rf "$folder/$name.objects" && mkdir "$folder/$name.objects"
    for file in "$@"; do
        object=$folder/$name.objects/$(basename "$file" .c).o
        $cc -O2 -w "${flags[@]}" -c -o "$object" "$file"
        objects+=("$object")
    done
    rm -f "$folder/lib$name.a"
    $ar rcs "$folder/lib$name.a" "${objects[@]}"
    rm -rf "$folder/$name.objects"
}

echo "building zstd and zlib with $cc"
library zstd -DZSTD_DISABLE_ASM -DXXH_NAMESPACE=ZSTD_ -I"$sources/zstd/lib" -- \
    "$sources"/zstd/lib/{common,compress,decompress}/*.c
library z -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1 -- \
    "$sources"/zlib/{adler32,compress,crc32,deflate,infback,inffast,inflate,inftrees,trees,uncompr,zutil}.c
cp "$sources"/zstd/lib/{zstd,zstd_errors,zdict}.h "$sources"/zlib/{zlib,zconf}.h "$folder/include/"
touch "$folder/complete"
