#!/usr/bin/env bash
# pack_pieces.sh TEXT OUTPUT [OPTION...]: packs one large PGN with GNU parallel, cut where a game begins, a piece a job. SIZE is
# the bytes of a piece (256M), JOBS how many at a time (as many as processors). OPTIONs are pgnpack's.
#
# The text must be a plain file: its pieces are read where they are. Over several machines: a folder that all of them see, and
# SSHLOGINS=1/node1,1/node2 for parallel's --sshlogin.
set -euo pipefail

(($# >= 2)) || { echo "usage: pack_pieces.sh TEXT OUTPUT [OPTION...]" >&2 && exit 1; }
text=$(realpath "$1") output=$2
shift 2
pgnpack=${PGNPACK:-pgnpack}

folder=$(realpath "$(mktemp -d "$(dirname "$output")/.pieces-XXXXXX")")
trap 'rm -rf "$folder"' EXIT
machines=()
[[ -z ${SSHLOGINS:-} ]] || machines=(--sshlogin "$SSHLOGINS")
options=
for option in "$@"; do options+=" $(printf %q "$option")"; done
parallel --no-notice --halt now,fail=1 --jobs "${JOBS:-100%}" "${machines[@]}" --pipepart -a "$text" --block "${SIZE:-256M}" \
    --recend '\n' --recstart '[Event ' \
    "$(printf %q "$pgnpack") -T 1 -q$options -o $(printf %q "$folder")/part-{= \$_ = sprintf(\"%05d\", seq()) =}.bcgn -"
"$(dirname "${BASH_SOURCE[0]}")/join.sh" "$(find "$folder" -name 'part-*.bcgn' | wc -l)" "$folder" "$output"
