#!/usr/bin/env bash
# run.sh [-q] FOLDER [TEST...]: runs the command line tests on the programs in FOLDER; all, or the named ones
# (wrappers, options...). Prints a line for each check (-q: only for those that fail) and at the end "N passed,
# N failed".
#
# A test finds the programs in $PGNPACK, $PGNUNPACK, $PGNFIND and $PGNDB (absolute paths) and an empty folder of its own in $SCRATCH,
# which is also $TMPDIR. Two tests a processor run at the same time: some wait more than they work.
set -u
unwanted='^[a-z0-9_]+: [0-9]+ passed, [0-9]+ failed$'
if [ "$1" = -q ]; then
    unwanted="$unwanted|^ok "
    shift
fi
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 1
shift
export PGNPACK=$build/pgnpack PGNUNPACK=$build/pgnunpack PGNFIND=$build/pgnfind PGNDB=$build/pgndb LC_ALL=C
if [ ! -x "$PGNPACK" ] || [ ! -x "$PGNUNPACK" ] || [ ! -x "$PGNFIND" ] || [ ! -x "$PGNDB" ]; then
    echo "FAIL: pgnpack, pgnunpack, pgnfind or pgndb is not in $build"
    echo "command line: 0 passed, 1 failed"
    exit 1
fi
passed=0 failed=0
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT

if [ $# -eq 0 ]; then
    for test in "$here"/test_*.sh; do
        name=$(basename "$test" .sh)
        set -- "$@" "${name#test_}"
    done
fi
most=$((2 * $(nproc)))
running=0
for name; do
    mkdir "$work/$name"
    if [ "$running" -eq "$most" ]; then
        wait -n
    else
        running=$((running + 1))
    fi
    (
        export SCRATCH=$work/$name TMPDIR=$work/$name
        bash "$here/test_$name.sh" </dev/null >"$work/$name.report" 2>&1
        echo $? >"$work/$name.status"
    ) &
done
wait
for name; do
    grep -Ev "$unwanted" "$work/$name.report"
    passed=$((passed + $(grep -c '^ok ' "$work/$name.report")))
    bad=$(grep -c '^FAIL ' "$work/$name.report")
    good=$(grep -c '^ok ' "$work/$name.report")
    if ! tail -n 1 "$work/$name.report" | grep -qx "$name: $good passed, $bad failed" ||
        { [ "$(cat "$work/$name.status")" -ne 0 ] && [ "$bad" -eq 0 ]; }; then
        echo "FAIL $name: ended before its end"
        bad=$((bad + 1))
    elif [ $((good + bad)) -eq 0 ] && ! grep -q '^skip ' "$work/$name.report"; then
        echo "FAIL $name: it checks nothing"
        bad=1
    fi
    failed=$((failed + bad))
done
echo "command line: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
