#!/usr/bin/env bash
# docs/GUIDE.md and docs/examples agree: what the guide shows stands in the example that it names before, line for line; each
# task shows something, and each example is named. Examples are C11 and C++. Uses $CC and $CXX.
set -euo pipefail
shopt -s nullglob

guide=docs/GUIDE.md
passed=0 failed=0
expect() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "check_guide: $what"
        failed=$((failed + 1))
    fi
}

# Whole lines, one after the other.
stands_in() { # LINES FILE
    [[ $'\n'$(<"$2")$'\n' == *$'\n'"$1"* ]]
}

tasks=0 in_block=0 number=0 program='' shown=1 lines=''
while IFS= read -r line; do
    number=$((number + 1))
    if [[ $line == '```' && $in_block == 1 ]]; then
        in_block=0 shown=$((shown + 1))
        expect "$guide:$number: not in ${program:-any example}:"$'\n'"$lines" stands_in "$lines" "${program:-/dev/null}"
    elif ((in_block)); then
        lines+=$line$'\n'
    elif [[ $line == '```c' ]]; then
        in_block=1 lines=''
    elif [[ $line =~ ^From\ .*\]\((examples/.*\.c)\) ]]; then
        program=docs/${BASH_REMATCH[1]}
        expect "$guide:$number: there is no $program" test -f "$program"
    elif [[ $line == '## '* ]]; then
        expect "$guide:$number: the section before shows nothing" test "$shown" -ge 1
        program='' shown=1
        if [[ $line == '## '[0-9]* ]]; then
            tasks=$((tasks + 1)) shown=0
        fi
    fi
done <$guide
expect "$tasks tasks instead of twelve" test "$tasks" = 12

read -ra cc <<<"${CC:-cc}"
read -ra cxx <<<"${CXX:-c++}"
warnings='-Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude'
for example in docs/examples/*.c; do
    expect "$guide does not name $example" grep -q "](examples/${example##*/})" $guide
    expect "$example is not C11" "${cc[@]}" -x c -std=c11 -D_FILE_OFFSET_BITS=64 $warnings "$example"
    # Members that are not named are zero in C++ as well.
    expect "$example is not C++" "${cxx[@]}" -x c++ -std=c++20 $warnings -Wno-missing-field-initializers "$example"
done

echo "guide: $passed passed, $failed failed"
((failed == 0))
