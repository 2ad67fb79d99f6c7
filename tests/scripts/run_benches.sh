#!/usr/bin/env bash
# run_benches.sh BUILD CORPUS: runs every program of tests/bench over the PGN files of a folder.
set -euo pipefail
shopt -s nullglob

build=$1 corpus=$2
for source in tests/bench/*.c; do
    name=$(basename "$source" .c)
    [[ -x $build/bench/$name ]] || continue # shared by the programs
    echo "== $name"
    "$build/bench/$name" "$corpus"/*.pgn
done
