#!/usr/bin/env bash
# shard.sh N DATABASE FOLDER COMMAND...: gives the PGN of this process's parts of the database to COMMAND, each part to one run of
# it, which finds its number in $PART. What it prints becomes FOLDER/part-00001 and so on (run_parts.sh).
#
# The parts are whole blocks; one after the other they are the whole text (pgnunpack --shard).
set -euo pipefail

(($# >= 4)) || { echo "usage: shard.sh N DATABASE FOLDER COMMAND..." >&2 && exit 1; }
parts=$1 folder=$3
export DATABASE=$2
shift 3

# shellcheck disable=SC2016 # the inner shell's variables
exec "$(dirname "${BASH_SOURCE[0]}")/run_parts.sh" "$parts" "$folder" bash -o pipefail -c \
    '"${PGNUNPACK:-pgnunpack}" -T 1 --shard "$PART/$PARTS" "$DATABASE" | "$@"' bash "$@"
