#!/usr/bin/env bash
# --member's patterns, against those of this shell: the same names match.
. "$(dirname "$0")/lib.sh"
LC_ALL=C.UTF-8

mkdir -p names/ba
names=(a b ab ba/a ba/ab aab 'a*' '[a]' 'a]' 'a-c' é aé 'ä b' A 'a\b' 'a?')
for name in "${names[@]}"; do
    printf '[Event "%s"]\n\n1. e4 *\n\n' "$name" | tr '\\' / >"names/$name"
done
(cd names && "$PGNPACK" -q -r . -o ../names.bcgn)

# The names that the shell matches: with a slash in the pattern all of the name, without one the last part.
expected() {
    local pattern=$1 name
    for name in "${names[@]}"; do
        # shellcheck disable=SC2053 # a pattern
        if [[ $name == $pattern ]] || { [[ $pattern != */* ]] && [[ ${name##*/} == $pattern ]]; }; then
            echo "$name"
        fi
    done
}

# Few names match nothing, and that is an error.
matches() {
    local pattern=$1
    rm -rf out && mkdir out
    "$PGNUNPACK" -q names.bcgn --member="$pattern" -C out 2>err || [ -z "$(ls -A out)" ] || return 1
    (cd out && find . -type f) | sed 's|^\./||' | sort >got
    expected "$pattern" | sort >want
    cmp got want
}

for pattern in a 'a*' '*a' '*' '?' '??' 'a?' '*b*' '*a*b' '[ab]' '[!a]' '[^a]*' '[a-c]?' 'ba/*' '*/a' '*/*b' 'b?/a' '[]a]]' 'a[]-]*' \
    '[[]a]' '\*' 'a\*' 'a\?' 'a\\b' 'é' '[A]' '?é' 'ä?b' '* b' '**' '*?' '?*?*?' 'a[' 'a\' 'z*' '[b-a]' '[!a-b]*' 'a[!]]' '*[!a]*'; do
    check "'$pattern'" matches "$pattern"
done
finish
