#!/usr/bin/env bash
# check_licenses.sh: .reuse/dep5 says whose each file is, and under which license. What it names is there, its license is that of LICENSE, and no
# file has a notice of its own, as a copied one would. The last line is "licenses: N passed, M failed".
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

passed=0 failed=0
check() { # WHAT COMMAND...
    if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "check_licenses: $1"; fi
}

mapfile -t patterns < <(sed -n 's/^Files: //p' .reuse/dep5)
check 'the first pattern is for all files' test "${patterns[0]}" = '*'
for pattern in "${patterns[@]:1}"; do check "there is no $pattern" test -e "$pattern"; done
for license in $(sed -n 's/^License: //p' .reuse/dep5 | sort -u); do
    check "$license has no text" test "$(grep -c "^License: $license\$" .reuse/dep5)" -gt 1
done
# The same text, whatever its lines are.
words() { tr -s ' \n' '\n' | grep -v '^\.*$'; }
check 'the text is not that of LICENSE' cmp -s <(sed -n '/^Permission/,$p' LICENSE | words) \
    <(sed -n '/^License: MIT$/,$p' .reuse/dep5 | sed -n '/^ Permission/,$p' | words)
check 'the owner is not that of LICENSE' grep -q "^Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)\$" .reuse/dep5

notice='copyright( \(c\)|:)? *[12][0-9]{3}|copyright \(c\)|spdx-license-identifier|all rights reserved|licensed under|(under|of) the (terms of the )?gnu '
mapfile -t noticed < <(src/packaging/list_files.sh | grep -z -v -x -e LICENSE -e .reuse/dep5 -e src/packaging/LICENSE.zstd -e tests/scripts/check_licenses.sh |
    xargs -0 grep -l -I -i -E "$notice" || true)
check "these have notices of their own: ${noticed[*]}" test ${#noticed[@]} = 0
check 'a notice would be found' grep -q -i -E "$notice" LICENSE
echo "licenses: $passed passed, $failed failed"
((failed == 0))
