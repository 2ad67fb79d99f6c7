#!/usr/bin/env bash
# build_zstd.sh SOURCES FOLDER CC AR: libzstd.a for WebAssembly, of what src/packaging/fetch_sources.sh put into SOURCES, and
# its headers in FOLDER/include. What unpacks is made small, since each visitor of a page fetches it: one way of decoding of
# two each time, which gives the same bytes.
set -euo pipefail

sources=$(cd "$1" && pwd)/zstd/lib
mkdir -p "$2/include" "$2/objects"
folder=$(cd "$2" && pwd)
cc=$3 ar=$4
[ -f "$folder/complete" ] && exit 0

small=(-Oz -DHUF_FORCE_DECOMPRESS_X1 -DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT -DZSTD_NO_INLINE -DZSTD_STRIP_ERROR_STRINGS)
compile() {
    local file=$1 object
    shift
    object=$folder/objects/$(basename "$file" .c).o
    $cc "$@" -w -fdata-sections -DDYNAMIC_BMI2=0 -DZSTD_DISABLE_ASM -DXXH_NAMESPACE=ZSTD_ -I"$sources" -c -o "$object" "$file"
}

echo 'building zstd for WebAssembly'
for file in "$sources"/{common,decompress}/*.c; do
    compile "$file" "${small[@]}"
done
for file in "$sources"/compress/*.c; do
    compile "$file" -O2
done
rm -f "$folder/libzstd.a"
$ar rcs "$folder/libzstd.a" "$folder"/objects/*.o
rm -rf "$folder/objects"
cp "$sources"/{zstd,zstd_errors,zdict}.h "$folder/include/"
touch "$folder/complete"
