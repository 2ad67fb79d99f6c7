#!/usr/bin/env bash
# my_parts.sh N: prints which of the parts 1 to N this process is to do, one a line.
#
# $PART, or the task of a Slurm array, is one of them; the ranks of an MPI run (Open MPI, MPICH, srun) share all of them.
# N is given and not taken from the scheduler, so that tasks that failed can be run again alone: sbatch --array=3,7.
set -euo pipefail

[[ $# == 1 && $1 =~ ^[1-9][0-9]*$ ]] || { echo "my_parts.sh: say how many parts there are" >&2 && exit 1; }

one() {
    [[ $1 =~ ^[1-9][0-9]*$ ]] && (($1 <= $2)) || { echo "my_parts.sh: there is no part $1 of $2" >&2 && exit 1; }
    echo "$1"
}

if [[ -n ${PART:-} ]]; then
    one "$PART" "$1"
elif [[ -n ${OMPI_COMM_WORLD_RANK:-} ]]; then
    seq $((OMPI_COMM_WORLD_RANK + 1)) "$OMPI_COMM_WORLD_SIZE" "$1"
elif [[ -n ${PMI_RANK:-} ]]; then
    seq $((PMI_RANK + 1)) "$PMI_SIZE" "$1"
elif [[ -n ${SLURM_ARRAY_TASK_ID:-} ]]; then
    one "$SLURM_ARRAY_TASK_ID" "$1"
elif [[ -n ${SLURM_PROCID:-} && -n ${SLURM_NTASKS:-} ]]; then
    seq $((SLURM_PROCID + 1)) "$SLURM_NTASKS" "$1"
else
    echo "my_parts.sh: no Slurm array and no MPI: set PART to a number from 1 to $1" >&2
    exit 1
fi
