#!/usr/bin/env bash
# roundtrip.sh BUILD FILE.pgn...: each file through BCGN 1 at four levels, where every byte must come back; then
# through pgnpack --lossy and pgnunpack, in every scheme of BCGN 0, with tags and without, and compare_pgn over what
# comes back. Games that pgnpack reports as left out are counted
# by its reasons, and by compare_pgn as legal or not. No more tags may be missing than pgnpack reports. Exit
# status 1 when anything differs.
set -euo pipefail

build=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# The numbers behind "left out:" in the summary line, of one kind of thing.
reported() {
    sed -n "\$s/.*left out:.* \([0-9]*\) $1s\{0,1\}\(,.*\)\{0,1\}\$/\1/p" "$work/messages"
}

one_way() {
    local file=$1 scheme=$2 headerless=$3
    printf '%s, %s: ' "$(basename "$file")" "$scheme${headerless:+ $headerless}"
    "$build/pgnpack" -v -f -o "$work/packed.bcgn" --lossy --bcgn0="$scheme" \
        ${headerless:+"$headerless"} "$file" 2>"$work/messages"
    "$build/pgnunpack" -f -o "$work/unpacked.pgn" "$work/packed.bcgn"
    sed -n 's/.*: game \([0-9]*\), .*warning: game left out: .*/\1/p' "$work/messages" >"$work/numbers"
    "$build/tests/compare_pgn" ${headerless:+-h} "$file" "$work/unpacked.pgn" \
        <"$work/numbers" >"$work/report" || status=1
    cat "$work/report"
    local missing=0 dropped
    [ -n "$headerless" ] || missing=$(sed -n 's/.* \([0-9]*\) tags missing;.*/\1/p' "$work/report")
    dropped=$(reported tag)
    if [ "${missing:-0}" -gt "${dropped:-0}" ]; then
        echo "$missing tags are missing, and ${dropped:-0} were reported"
        status=1
    fi
}

exact() {
    local file=$1 level=$2
    printf '%s, -%s: ' "$(basename "$file")" "$level"
    "$build/pgnpack" -f -"$level" --no-unwrap -o "$work/packed.bcgn" "$file"
    if "$build/pgnunpack" -c "$work/packed.bcgn" | cmp - "$file"; then
        echo "$(wc -c <"$file") bytes, $(wc -c <"$work/packed.bcgn") packed, the same again"
    else
        status=1
    fi
}

for file; do
    for level in 1 3 5 9; do exact "$file" $level; done
    for headerless in '' --headerless; do
        for scheme in fixed index variable; do
            one_way "$file" "$scheme" "$headerless"
        done
    done
    sed -n 's/.*warning: game left out: /left out: /p' "$work/messages" | sort | uniq -c
done
exit $status
