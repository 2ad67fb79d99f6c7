#!/usr/bin/env bash
# run_parts.sh N FOLDER COMMAND...: runs COMMAND for each of this process's parts (my_parts.sh), with $PART and $PARTS, which is N,
# in its environment. What it prints becomes FOLDER/part-00001 and so on.
#
# A part that is there is not done again, and one that is not done to its end is not there: the same command after a failure
# does what is missing.
set -euo pipefail

(($# >= 3)) || { echo "usage: run_parts.sh N FOLDER COMMAND..." >&2 && exit 1; }
parts=$1 folder=$2
shift 2

mkdir -p "$folder"
numbers=$("$(dirname "${BASH_SOURCE[0]}")/my_parts.sh" "$parts")
unfinished=
trap 'rm -f "$unfinished"' EXIT
for number in $numbers; do
    part=$folder/part-$(printf %05d "$number")
    [[ ! -e $part ]] || continue
    unfinished=$(mktemp "$folder/.part-XXXXXX")
    PART=$number PARTS=$parts "$@" >"$unfinished"
    chmod "$(printf %o $((0666 & ~$(umask))))" "$unfinished"
    mv "$unfinished" "$part"
done
