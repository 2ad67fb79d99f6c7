#!/usr/bin/env bash
# submit_pack.sh N LIST FOLDER OUTPUT [OPTION...]: two Slurm jobs, an array of N tasks that pack the files that LIST names to
# FOLDER (pack_part.sh), and behind it, if all went well, one that joins them to OUTPUT. Prints the number of the second one.
# $SBATCH_OPTIONS go to both (--partition=..., --time=...), OPTIONs to pgnpack.
set -euo pipefail

(($# >= 4)) || { echo "usage: submit_pack.sh N LIST FOLDER OUTPUT [OPTION...]" >&2 && exit 1; }
parts=$1 list=$2 folder=$3 output=$4
shift 4

here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
export CLUSTER=$here PARTS=$parts
read -ra common <<<"${SBATCH_OPTIONS:-}"
mkdir -p "$folder"
common+=(--parsable --output="$folder/%x-%A_%a.log")
pack=$(sbatch "${common[@]}" --array="1-$parts" "$here/step.sbatch" pack_part.sh "$list" "$folder" "$@")
sbatch "${common[@]}" --dependency="afterok:$pack" --kill-on-invalid-dep=yes "$here/step.sbatch" join.sh "$folder" "$output"
