#!/usr/bin/env bash
# check_circles.sh BUILD: no circle of files. What a file, NAME.c with NAME.h, includes or calls never leads back to it.
set -euo pipefail

objects=$1/obj/src
made=()
for file in src/*/*.c src/*/*/*.c; do
    name=${file#src/}
    if [[ -e $objects/${name%.c}.o ]]; then made+=("${name%.c}"); fi
done

# "who whom" a line: whom a file includes, and who has what it calls.
edges() {
    grep -H '^ *# *include "' src/*/*.[ch] src/*/*/*.[ch] | sed -En 's|^src/([^:]*)\.[ch]:.*"([^"]*/[^"]*)\.h".*|\1 \2|p'
    (cd "$objects" && nm -A -P -g "${made[@]/%/.o}") | sed 's|\.o:||' |
        awk '$3 == "U" { calls[$1 " " $2] } $3 ~ /[BDRT]/ { whose[$2] = $1 }
             END { for (call in calls) { split(call, is); if (is[2] in whose) print is[1], whose[is[2]] } }'
}

failed=0
if ((${#made[@]} < 100)); then echo "check_circles: only ${#made[@]} objects in $objects" && failed=1; fi
edges | tsort 2>&1 >/dev/null | sed 's/^tsort:/check_circles:/' || failed=1
echo "circles of ${#made[@]} files: $((failed == 0)) passed, $failed failed"
((failed == 0))
