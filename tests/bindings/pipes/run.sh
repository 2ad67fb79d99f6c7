#!/usr/bin/env bash
# run.sh BUILD: what docs/bindings/pipes.md shows, run on two of data's collections, beside pgn-extract and SCID. What they make
# of the games is held against what pgn-extract makes of the texts themselves. The last line is "pipes: N passed, M failed".
set -uo pipefail

build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH="$build:$PATH:/usr/games" LC_ALL=C
passed=0 failed=0

check() { # WHAT COMMAND...: the command succeeds
    if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $collection: $1"; fi
}

# The blocks of shell commands, each in a file: block-1.sh and so on.
count=0
while "$root/tests/scripts/shown_code.py" "$root/docs/bindings/pipes.md" sh $((count + 1)) >"$work/block-$((count + 1)).sh" 2>"$work/log"; do
    count=$((count + 1))
done

# Main lines as UCI, a game a line, by pgn-extract: the sorted ones, as programs may change the order.
lines() { pgn-extract -s -w99999 -Wuci -C -N -V --notags 2>/dev/null <"$1" | grep -v '^$' | sort; }
unpacked() { pgnunpack -c "$1" >"$work/text.pgn" && lines "$work/text.pgn"; }
same() { diff <("$1" "$2") <("$3" "$4") >/dev/null; }
count() { grep -c '^\[Event ' "$1"; }

run_block() { # N: in a folder with games.bcgn
    (cd "$work/$collection" && bash -euo pipefail "$work/block-$1.sh") >"$work/log" 2>&1 || { sed 's/^/    /' "$work/log" && false; }
}

for collection in classics clocked; do
    here=$work/$collection
    source=$root/data/$collection.pgn
    mkdir "$here"
    pgnpack -qq "$source" -o "$here/games.bcgn"
    check 'games that are compared' test "$(lines "$source" | wc -l)" -gt 60

    check 'pgn-extract between two' run_block 1
    check 'moves of what comes out' same unpacked "$here/tidy.bcgn" lines "$source"

    check 'pgn-extract behind pgnfind' run_block 2
    pgn-extract -s "-Tr1-0" <"$source" 2>/dev/null >"$here/wins.pgn"
    lines "$here/wins.pgn" | awk 'NF <= 61' >"$here/short" # half-moves and the result
    check 'short wins are those of pgn-extract' same lines "$here/short-wins.pgn" cat "$here/short"
    check 'short wins that are compared' test -s "$here/short"
    check 'a line of EPD for each position' test "$(grep -c ' c0 ' "$here/open-games.epd")" = \
        "$(pgnfind --eco=C --csv=Plies "$here/games.bcgn" | awk 'NR > 1 { sum += $1 + 1 } END { print sum + 0 }')"

    check 'SCID' run_block 3
    check 'moves of what SCID gives back' same unpacked "$here/from-scid.bcgn" lines "$source"

    if python3 -c 'import chess.pgn' 2>/dev/null; then
        check 'python-chess' run_block 4
        check 'a position for each draw' test "$(wc -l <"$here/draws.fen")" = "$(pgnfind --result=1/2-1/2 --count "$here/games.bcgn")"
    fi
done
collection=document
check 'blocks of the document' test $count = 4
echo "pipes: $passed passed, $failed failed"
((failed == 0))
