#!/usr/bin/env bash
# The top level holds a few known entries, so that a visitor finds the way.
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
        failed=1
    fi
done
echo "tree: $((1 - failed)) passed, $failed failed"
exit $failed
