#!/usr/bin/env bash
# check_static.sh BUILD STATIC: the commands of `make musl`, in STATIC, against those in BUILD: the same bytes, and nothing
# that is loaded at run time.
set -uo pipefail

build=$(cd "$1" && pwd) || exit 1
static=$(cd "$2" && pwd) || exit 1
data=$(cd "$(dirname "$0")/../../data" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# check NAME COMMAND...
check() {
    local name=$1
    shift
    if "$@" >"$scratch/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        sed 's/^/    | /' "$scratch/out"
    fi
}

for program in pgnpack pgnunpack pgnfind pgndb; do
    check "$program names an interpreter" sh -c "! readelf -l '$static/$program' | grep -q INTERP"
done
for file in "$data"/*.pgn; do
    name=$(basename "$file")
    for level in 1 2 3 4 5 6 7 8 9; do
        "$build/pgnpack" "-$level" "$file" -o "$scratch/wanted" -f
        check "-$level: packs $name" "$static/pgnpack" "-$level" "$file" -o "$scratch/got" -f
        check "-$level: $name has other bytes" cmp "$scratch/wanted" "$scratch/got"
        check "-$level: $name comes back" sh -c "'$static/pgnunpack' <'$scratch/got' | cmp - '$file'"
    done
done
gzip -c "$data/annotated.pgn" >"$scratch/a.pgn.gz"
xz -c "$data/annotated.pgn" >"$scratch/a.pgn.xz"
check 'gzip' "$static/pgnpack" "$scratch/a.pgn.gz" -o "$scratch/a.bcgn"
check 'xz is refused' sh -c "! '$static/pgnpack' '$scratch/a.pgn.xz' -o '$scratch/b.bcgn' 2>'$scratch/err'"
check 'in words' grep -q 'xz data, which this build' "$scratch/err"
echo "static: $passed passed, $failed failed"
((failed == 0))
