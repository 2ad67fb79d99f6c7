#!/usr/bin/env bash
# tally.sh COMMAND...: runs it, passes its output on, and ends with one line "N passed, N failed": the sum of such
# lines and of the check library's closing lines ("100%: Checks: N, Failures: N, Errors: N") in that output.
# A command that fails without having reported a failed test counts as one. The exit status is 1 if anything failed.
set -u

{ "$@" 2>&1; echo "tally-status: $?"; } | awk '
    $1 == "tally-status:" { status = $2; next }
    { print; fflush() }
    match($0, /[0-9]+ passed, [0-9]+ failed/) {
        split(substr($0, RSTART, RLENGTH), word, /[ ,]+/)
        passed += word[1]
        failed += word[3]
    }
    match($0, /Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/) {
        split(substr($0, RSTART, RLENGTH), word, /[ ,:]+/)
        bad = word[4] + word[6]
        passed += word[2] - bad
        failed += bad
    }
    END {
        if (status != 0 && failed == 0)
            failed = 1
        printf "%d passed, %d failed\n", passed, failed
        exit failed > 0
    }'
