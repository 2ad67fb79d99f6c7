#!/usr/bin/env bash
# tally.sh COMMAND...: runs it, passes its output on, and ends with one line "N passed, N failed": the sum of such
# lines and of the check library's closing lines ("100%: Checks: N, Failures: N, Errors: N") in that output.
# A command that fails without having reported a failed test, or ends without having reported any, counts as one. The exit status is 1 if anything failed.
set -u

passed=0 failed=0
own_line='([0-9]+) passed, ([0-9]+) failed'
check_line='Checks: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+)'
while IFS= read -r line; do
    printf '%s\n' "$line"
    if [[ $line =~ $own_line ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    elif [[ $line =~ $check_line ]]; then
        bad=$((BASH_REMATCH[2] + BASH_REMATCH[3]))
        passed=$((passed + BASH_REMATCH[1] - bad))
        failed=$((failed + bad))
    fi
done < <("$@" 2>&1)

# Bash sets $! to the process substitution above.
wait $!
status=$?
if ((status != 0 && failed == 0)); then failed=1; fi
if ((passed + failed == 0)); then failed=1; fi
echo "$passed passed, $failed failed"
((failed == 0))
