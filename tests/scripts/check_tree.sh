#!/usr/bin/env bash
# The top level holds a few known entries, `make help` tells of targets that there are, and docs/ARCHITECTURE.md of every room and
# of files that there are, so that a visitor finds the way.
set -euo pipefail
shopt -s nullglob

allowed=' src include tests data docs Makefile README.md LICENSE CHANGELOG.md '
failed=0
for entry in *; do
    case $entry in
    build | build-* | tags) continue ;; # as in .gitignore
    esac
    if [[ $allowed != *" $entry "* ]]; then
        echo "check_tree: '$entry' does not belong in the top folder"
        failed=$((failed + 1))
    fi
done
checks=1

targets=$(make -s help | grep -o '^[a-z-]* ')
for target in $targets; do
    checks=$((checks + 1))
    if ! grep -q "^$target[: ]" Makefile src/bindings/*/rules.mk; then
        echo "check_tree: 'make help' tells of '$target', which is no target"
        failed=$((failed + 1))
    fi
done

page=docs/ARCHITECTURE.md
rooms=0
for room in $(printf '%s\n' src/*/*.[ch] src/[!b]*/*/*.[ch] | sed 's|^src/||; s|/[^/]*$||' | sort -u); do
    rooms=$((rooms + 1))
    if ! grep -q "\`$room\`" "$page"; then
        echo "check_tree: $page does not tell of the room src/$room"
        failed=$((failed + 1))
    fi
done
for path in $(grep -ohE '`[a-z0-9_]+/[a-z0-9_/]+(\.[a-z]+)?`' "$page" docs/DECISIONS.md | tr -d '`' | sort -u); do
    checks=$((checks + 1))
    found=("src/$path" "src/$path".[ch] "$path")
    if [[ ! -e ${found[0]} && ! -e ${found[1]:-} && ! -e $path ]]; then
        echo "check_tree: $page or docs/DECISIONS.md tells of '$path', which is not there"
        failed=$((failed + 1))
    fi
done
checks=$((checks + rooms))
if ((rooms < 30)); then echo "check_tree: only $rooms rooms were found" && failed=$((failed + 1)); fi
echo "tree: $((checks - failed)) passed, $failed failed"
[[ $failed == 0 ]]
