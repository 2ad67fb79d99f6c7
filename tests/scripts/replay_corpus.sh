#!/usr/bin/env bash
# replay_corpus.sh BUILD: runs each fuzz target over its seeds and regressions in tests/fuzz/corpus/NAME.
set -euo pipefail
shopt -s nullglob

build=$1
passed=0 failed=0
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    name=${name#fuzz_}
    folder=tests/fuzz/corpus/$name
    folders=()
    if [[ -d $folder ]]; then folders+=("$folder"); fi
    if "$build/tests/replay_$name" "${folders[@]}" >/dev/null; then
        passed=$((passed + 1))
    else
        echo "FAILED: an input in $folder; run $build/tests/replay_$name $folder"
        failed=$((failed + 1))
    fi
done
echo "fuzz corpus: $passed passed, $failed failed"
((failed == 0))
