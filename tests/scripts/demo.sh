#!/usr/bin/env bash
# demo.sh BUILD: packs the sample games of data/, shows the sizes beside those of general compressors, unpacks.
set -euo pipefail

build=$1
sample=data/sample.pgn
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

original=$(wc -c <"$sample")
row() {
    local size
    size=$(wc -c <"$2")
    awk -v name="$1" -v size="$size" -v original="$original" \
        'BEGIN { printf "%-28s %9d bytes %6.2f : 1\n", name, size, original / size }'
}

row "$sample" "$sample"
if command -v zstd >/dev/null; then
    zstd -q -19 -c "$sample" >"$work/sample.zst"
    row 'zstd -19' "$work/sample.zst"
fi
if command -v xz >/dev/null; then
    xz -9e -c "$sample" >"$work/sample.xz"
    row 'xz -9e' "$work/sample.xz"
fi
"$build/pgnpack" -q "$sample" -o "$work/sample.bcgn"
row 'pgnpack' "$work/sample.bcgn"
"$build/pgnunpack" -q "$work/sample.bcgn" -o "$work/sample.pgn"
echo
echo "The first game after pgnunpack:"
awk '/^\[Event / && seen++ { exit } { print }' "$work/sample.pgn"
