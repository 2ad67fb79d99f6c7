#!/usr/bin/env bash
# Every function of the public headers has documentation, as docs/reference/comments.awk finds it for `make reference`, which
# needs doxygen; and is named in libpgnpack(3). The filter leaves the code as it is.
set -euo pipefail

headers="include/pgnpack.h include/pgnpack_extra.h"
failed=0
fault() {
    echo "check_reference: $*"
    failed=$((failed + 1))
}

# The lines of code: comments go, those of several lines first.
code() {
    sed -e 's|/\*.*\*/||' -e '/\/\*/,/\*\//d' -e 's/ *$//' "$1" | grep .
}

filtered=$(mktemp)
trap 'rm -f "$filtered" "$filtered.one"' EXIT
for header in $headers; do
    awk -f docs/reference/comments.awk $header >"$filtered.one"
    if ! diff <(code $header) <(code "$filtered.one"); then
        fault "the filter changes more than comments of $header"
    fi
    cat "$filtered.one" >>"$filtered"
done

functions=$(cat $headers | code /dev/stdin | grep -v '^#' | tr '\n;{}' ' \n\n\n' | sed -n 's/.*PGNPACK_API[^(]*[ *]\(pgnpack_[a-z0-9_]*\)(.*/\1/p')
count=0
for function in $functions; do
    count=$((count + 1))
    if ! grep -qw "$function" docs/libpgnpack.3; then
        fault "docs/libpgnpack.3 does not name $function()"
    fi
done

# A declaration's documentation ends on the line before it, or stands behind it.
bare=$(awk '/^PGNPACK_API/ && (before !~ /\*\/$/ || before ~ /\/\*\*<|@/) && !/\/\*\*< .*\*\/$/ { print NR ": " $0 } { before = $0 }' "$filtered")
while read -r line; do
    [[ -z $line ]] || fault "no comment, and none above it that it could belong to: ${line#*: }"
done <<<"$bare"
((count >= 100)) || fault "only $count functions were found"

echo "reference of $count functions: $((failed == 0)) passed, $failed failed"
((failed == 0))
