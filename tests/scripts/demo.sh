#!/usr/bin/env bash
# demo.sh BUILD: packs the sample files of data/, shows the sizes beside those of general compressors, unpacks.
set -euo pipefail

build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints the size of what a compressor writes, or "-" where there is none.
size_with() {
    if command -v "$1" >/dev/null; then "$@" | wc -c; else echo -; fi
}

printf '%-24s %9s %9s %9s %9s %9s\n' 'bytes' PGN 'zstd -19' 'xz -9e' BCGN 'BCGN, xz'
for sample in data/*.pgn; do
    name=$(basename "$sample" .pgn)
    packed=- packed_xz=-
    if "$build/pgnpack" -q "$sample" -o "$work/$name.bcgn" 2>"$work/why"; then
        packed=$(wc -c <"$work/$name.bcgn")
        packed_xz=$(size_with xz -9e -c "$work/$name.bcgn")
    fi
    printf '%-24s %9d %9s %9s %9s %9s\n' "$sample" "$(wc -c <"$sample")" "$(size_with zstd -q -19 -c "$sample")" \
        "$(size_with xz -9e -c "$sample")" "$packed" "$packed_xz"
    sed 's/^/    /' "$work/why"
done

packed=("$work"/*.bcgn)
"$build/pgnunpack" -q "${packed[0]}" -o "$work/unpacked.pgn"
printf '\nThe first game of %s after pgnunpack:\n\n' "$(basename "${packed[0]}")"
awk -v RS= 'NR <= 2 { print $0 "\n" }' "$work/unpacked.pgn"
