#!/usr/bin/env bash
# demo.sh BUILD: packs the sample files of data/ at four levels, shows the sizes beside those of general compressors, and
# unpacks everything again to compare.
set -euo pipefail

build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
levels='1 3 6 9'

# Prints the size of what a compressor writes, or "-" where there is none.
size_with() {
    if command -v "$1" >/dev/null; then "$@" | wc -c; else echo -; fi
}

line() { printf '%-22s %9s %9s %9s %9s %9s %9s %9s %9s\n' "$@"; }

line bytes PGN 'zstd -3' 'zstd -19' 'xz -9e' 'bcgn -1' 'bcgn -3' 'bcgn -6' 'bcgn -9'
for sample in data/*.pgn; do
    sizes=()
    for level in $levels; do
        packed=$work/$(basename "$sample" .pgn)-$level.bcgn
        "$build/pgnpack" -"$level" "$sample" -o "$packed"
        "$build/pgnunpack" -c "$packed" | cmp - "$sample"
        sizes+=("$(wc -c <"$packed")")
    done
    line "$sample" "$(wc -c <"$sample")" "$(size_with zstd -q -3 -c "$sample")" "$(size_with zstd -q -19 -c "$sample")" \
        "$(size_with xz -9e -c "$sample")" "${sizes[@]}"
done
printf '\nEverything came back byte for byte.\n\n'

echo 'All samples in one database:'
"$build/pgnpack" -6 data/*.pgn -o "$work/all.bcgn"
(cd "$work" && "$OLDPWD/$build/pgnunpack" -l -v all.bcgn | sed -n 1,20p | cut -c -104)
"$build/pgnunpack" "$work/all.bcgn" -C "$work/laid"
for sample in data/*.pgn; do cmp "$sample" "$work/laid/$sample"; done
printf '\nGame 17, read from it:\n\n'
"$build/pgnunpack" -g 17 "$work/all.bcgn"
