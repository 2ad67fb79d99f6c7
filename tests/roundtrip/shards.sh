#!/usr/bin/env bash
# shards.sh BUILD FILE.pgn [GAMES]: the file's first GAMES (200000) games in four parts of about the same number,
# each packed by itself with other settings, joined by cat. The whole must unpack to the text that was cut, and hold
# its games under their numbers. Games are cut at lines that begin with "[Event ". Exit status 1 when not.
set -euo pipefail

build=$1
source=$2
games=${3:-200000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whole files up to the game behind the last one; then each part from a quarter's first game on.
LC_ALL=C awk -v games="$games" -v folder="$work" '
    /^\[Event / { count++ }
    count > games { exit }
    { print > (folder "/part" (count < 1 ? 0 : int((count - 1) * 4 / games)) ".pgn") }
' "$source"
settings=(-1 '-3 -T2' '-3 --moves=bits' '-5 -T2')
parts=()
for i in 0 1 2 3; do
    [ -e "$work/part$i.pgn" ] || { echo "$source has fewer than $games games"; exit 1; }
    # shellcheck disable=SC2086 # several options
    "$build/pgnpack" -q ${settings[i]} -o "$work/part$i.bcgn" "$work/part$i.pgn"
    parts+=("$work/part$i.pgn")
done
cat "${parts[@]}" >"$work/whole.pgn"
cat "${parts[@]/%.pgn/.bcgn}" >"$work/whole.bcgn"
"$build/pgnunpack" -qc "$work/whole.bcgn" | cmp - "$work/whole.pgn"
"$build/pgnunpack" -qc -T1 "$work/whole.bcgn" | cmp - "$work/whole.pgn"
printf '%s, four files joined: ' "$(basename "$source")"
"$build/tests/check_numbers" "$work/whole.bcgn" "$work/whole.pgn" 4
