#!/usr/bin/env bash
# run_cli_tests.sh BUILD: runs every tests/cli/test_*.sh from the project's top folder.
#
# A test finds the programs in $PGNPACK and $PGNUNPACK (absolute paths) and an empty folder of its own in $SCRATCH,
# which is also $TMPDIR and is removed afterwards. It passes with exit status 0, is skipped with 77, and fails with any
# other; its output is shown only then.
set -euo pipefail
shopt -s nullglob

build=$(cd "$1" && pwd)
export PGNPACK=$build/pgnpack PGNUNPACK=$build/pgnunpack
export LC_ALL=C
passed=0 failed=0 skipped=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for test in tests/cli/test_*.sh; do
    export SCRATCH=$work/scratch TMPDIR=$work/scratch
    mkdir "$SCRATCH"
    status=0
    bash "$test" >"$work/output" 2>&1 </dev/null || status=$?
    case $status in
    0) passed=$((passed + 1)) ;;
    77)
        skipped=$((skipped + 1))
        echo "skipped: $test: $(tail -n 1 "$work/output")"
        ;;
    *)
        failed=$((failed + 1))
        echo "FAILED: $test (status $status)"
        sed 's/^/    /' "$work/output"
        ;;
    esac
    chmod -R u+rwx "$SCRATCH"
    rm -rf "$SCRATCH"
done
echo "command line: $passed passed, $failed failed, $skipped skipped"
((failed == 0))
