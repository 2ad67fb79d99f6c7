#!/usr/bin/env bash
# join.sh N FOLDER OUTPUT: joins the parts 1 to N of FOLDER, which shard.sh or pack_part.sh made, to one file. Databases are
# joined like texts: one after the other. OUTPUT appears when it is complete.
set -euo pipefail

(($# == 3)) || { echo "usage: join.sh N FOLDER OUTPUT" >&2 && exit 1; }
parts=$1 folder=$2 output=$3

ending=
[[ -e $folder/part-00001 ]] || ending=.bcgn
missing=()
for number in $(seq "$parts"); do
    [[ -e $folder/part-$(printf %05d "$number")$ending ]] || missing+=("$number")
done
if ((${#missing[@]} > 0)); then
    echo "join.sh: ${#missing[@]} of $parts parts are missing: ${missing[*]:0:20}" >&2
    exit 1
fi
unfinished=$(mktemp "$(dirname "$output")/.join-XXXXXX")
trap 'rm -f "$unfinished"' EXIT
for number in $(seq "$parts"); do
    cat "$folder/part-$(printf %05d "$number")$ending"
done >"$unfinished"
chmod "$(printf %o $((0666 & ~$(umask))))" "$unfinished"
mv "$unfinished" "$output"
