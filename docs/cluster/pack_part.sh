#!/usr/bin/env bash
# pack_part.sh N LIST FOLDER [OPTION...]: packs this process's parts (my_parts.sh) of the files that LIST names, one a line.
# A part is a run of the list, of about an N-th of all bytes, and becomes FOLDER/part-00001.bcgn and so on; join.sh makes one
# database of them. OPTIONs are pgnpack's (-5, --index, ...). Files may be wrapped (.zst, .gz, .zip, ...).
#
# A part that is there is not done again.
set -euo pipefail

(($# >= 3)) || { echo "usage: pack_part.sh N LIST FOLDER [OPTION...]" >&2 && exit 1; }
parts=$1 list=$2 folder=$3
shift 3

# Of each file the part that its middle byte is in.
files_of_part() {
    tr '\n' '\0' <"$list" | xargs -0 stat -L --printf '%s %n\n' -- |
        awk -v part="$1" -v parts="$parts" '
            { size[NR] = $1; all += $1; sub(/^[0-9]+ /, ""); name[NR] = $0 }
            END {
                for (i = 1; i <= NR; i++) {
                    if (int((before + size[i] / 2) * parts / (all + 1)) + 1 == part) print name[i]
                    before += size[i]
                }
            }'
}

mkdir -p "$folder"
numbers=$("$(dirname "${BASH_SOURCE[0]}")/my_parts.sh" "$parts")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for number in $numbers; do
    part=$folder/part-$(printf %05d "$number").bcgn
    [[ ! -e $part ]] || continue
    files_of_part "$number" >"$scratch/files" || exit 1
    if [[ -s $scratch/files ]]; then
        "${PGNPACK:-pgnpack}" -T "${THREADS:-1}" -q "$@" -o "$part" --filelist="$scratch/files"
    else
        : >"$part"
    fi
done
