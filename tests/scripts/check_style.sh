#!/usr/bin/env bash
# check_style.sh FILE...: are these files as clang-format leaves them? Its versions differ in taste: ours is Debian 12's.
set -euo pipefail

program=${CLANG_FORMAT:-clang-format}
wanted=14

version=$("$program" --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p')
if [[ $version != "$wanted" ]]; then
    echo "style of $# files, $program $version instead of $wanted: 0 passed, 0 failed, 1 skipped"
    exit 0
fi
if "$program" --dry-run --Werror "$@"; then
    echo "style of $# files: 1 passed, 0 failed"
else
    echo "style of $# files (make format mends it): 0 passed, 1 failed"
    exit 1
fi
