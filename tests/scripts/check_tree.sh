#!/usr/bin/env bash
# The top level holds a few known entries, and `make help` tells of targets that there are, so that a visitor finds the way.
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
echo "tree: $((checks - failed)) passed, $failed failed"
[[ $failed == 0 ]]
