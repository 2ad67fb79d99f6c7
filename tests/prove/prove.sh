#!/usr/bin/env bash
# prove.sh [NAME...]: lets Frama-C's Eva analyse the programs of this folder (all without names). Each says in its first
# comment which sources it needs besides itself and which options. An alarm, an assertion that is not shown to hold, a
# program that can't come to its end or a source that can't be read counts as failed. README.md says what this shows.
set -uo pipefail
cd "$(dirname "$0")/../.."

logs=${BUILD:-build}/prove
time_limit=900 # seconds for one program
names=("$@")
if ((${#names[@]} == 0)); then
    for file in $(grep -l '^ \* Sources:' tests/prove/*.c); do names+=("$(basename "$file" .c)"); done
fi
command -v frama-c >/dev/null || {
    echo "prove.sh: frama-c is missing (Debian: apt-get install frama-c-base)" >&2
    exit 1
}
mkdir -p "$logs"

head_line() { # file, word: what stands behind "WORD:" in the first comment
    sed -n "s/^ \* $2: *//p" "$1"
}

passed=0 failed=0
for name in "${names[@]}"; do
    file=tests/prove/$name.c
    log=$logs/$name.log
    read -ra sources <<<"$(head_line "$file" Sources)"
    read -ra options <<<"$(head_line "$file" Options)"
    timeout "$time_limit" frama-c -machdep gcc_x86_64 -c11 -warn-invalid-pointer -cpp-extra-args='-Isrc -Iinclude -Itests/prove/include' \
        -eva -eva-precision 3 -eva-slevel 500 "${options[@]}" "$file" "${sources[@]}" >"$log" 2>&1
    status=$?
    problems=$(grep -c '^\[eva:alarm\]\|NON TERMINATING FUNCTION' "$log")
    if ((status != 0 || problems != 0)) || ! grep -q 'ANALYSIS SUMMARY' "$log"; then
        failed=$((failed + 1))
        echo "$name: status $status, $problems alarms:"
        grep -A2 '^\[eva:alarm\]\|NON TERMINATING\|rror:' "$log"
    else
        passed=$((passed + 1))
        echo "$name: $(sed -n 's/^  \(.*statements reached.*\)/\1/p' "$log") No alarm."
    fi
done
echo "prove: $passed passed, $failed failed"
((failed == 0))
