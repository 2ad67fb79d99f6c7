#!/usr/bin/env bash
# replay_corpus.sh BUILD: runs each fuzz target over its seeds and regressions in tests/fuzz/corpus/NAME. A target
# without any, a folder without a target, and an input that was not run are failures.
set -euo pipefail
shopt -s nullglob

build=$1
passed=0 failed=0
report() { # FAULT, or nothing
    if [[ -z $1 ]]; then
        passed=$((passed + 1))
    else
        echo "FAILED: $1"
        failed=$((failed + 1))
    fi
}

for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    name=${name#fuzz_}
    folder=tests/fuzz/corpus/$name
    files=0
    if [[ -d $folder ]]; then files=$(find "$folder" -type f | wc -l); fi
    if ((files == 0)); then
        report "there is no input in $folder"
    elif ! said=$("$build/tests/replay_$name" "$folder"); then
        report "an input in $folder; run $build/tests/replay_$name $folder"
    elif [[ $(tail -n 1 <<<"$said") != "$files inputs" ]]; then
        report "of $files inputs in $folder not all were run: $(tail -n 1 <<<"$said")"
    else
        report ''
    fi
done
for folder in tests/fuzz/corpus/*/; do
    name=$(basename "$folder")
    [[ -f tests/fuzz/fuzz_$name.c ]] || report "$folder belongs to no target"
done
echo "fuzz corpus: $passed passed, $failed failed"
((failed == 0 && passed > 0))
