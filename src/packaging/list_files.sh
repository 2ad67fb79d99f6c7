#!/usr/bin/env bash
# list_files.sh: the tree's files, each name ended by a zero byte, in order. In git: what is committed or staged; else what is
# there but for made things, those of .gitignore, and debian, which a package adds.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

if [ -e .git ]; then
    git ls-files -z
else
    find . -name build -prune -o -name 'build-*' -prune -o -path ./debian -prune -o -name __pycache__ -prune -o -type f -print0 |
        sed -z 's|^\./||'
fi | sort -z
