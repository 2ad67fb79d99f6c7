# Sourced by every test_*.sh: checks, and the games they work on. Works in the empty folder $SCRATCH.
# The programs are $PGNPACK, $PGNUNPACK, $PGNFIND and $PGNDB. A check that fails does not stop the test.
# shellcheck shell=bash

set -u
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$SCRATCH" || exit 1
test_name=$(basename "$0" .sh)
test_name=${test_name#test_}
passed=0
failed=0

# sh -c SCRIPT NAME ARGUMENT...: the script in a part of this shell (to start another one takes three times as long). A pipeline
# fails where any part of it does, also one that still gave all its output.
sh() (
    set +u -o pipefail
    script=$2
    shift 2
    # shellcheck disable=SC2034 # it sets $0
    BASH_ARGV0=${1-sh}
    [ $# -eq 0 ] || shift
    eval "$script"
)

ok() {
    passed=$((passed + 1))
    echo "ok   $test_name: $1"
}

fail() {
    failed=$((failed + 1))
    echo "FAIL $test_name: $1"
}

# check NAME COMMAND...: it must succeed. What it says is kept beside $SCRATCH, out of the test's way.
check() {
    local name=$1
    shift
    if "$@" >"$SCRATCH.said" 2>&1; then
        ok "$name"
    else
        fail "$name (status $?)"
        sed 's/^/     | /' "$SCRATCH.said"
    fi
}

# being_made FILE OFFSET: the segment that begins there is still being made, as its header says.
being_made() { printf '\377' | dd of="$1" bs=1 seek=$(($2 + 6)) conv=notrunc status=none; }

# status NAME WANTED COMMAND...: its exit status; standard error is kept in the file `err`, standard output in `out`.
status() {
    local name=$1 wanted=$2 got=0
    shift 2
    "$@" >out 2>err || got=$?
    if [ "$got" -eq "$wanted" ]; then
        ok "$name"
    else
        fail "$name (status $got, not $wanted)"
        sed 's/^/     | /' err
    fi
}

# says NAME PATTERN: the last `status` wrote that to standard error (extended regular expression).
says() {
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        if [[ $line =~ $2 ]]; then
            ok "$1"
            return
        fi
    done <err
    fail "$1 (no '$2')"
    sed 's/^/     | /' err
}

silent() {
    if [ -s err ]; then
        fail "$1 (it said something)"
        sed 's/^/     | /' err
    else
        ok "$1"
    fi
}

# same NAME FILE FILE: equal, and not for the reason that neither has anything in it.
same() {
    if [ -s "$2" ]; then
        check "$1" cmp "$2" "$3"
    else
        fail "$1 ($2 is empty, or not there)"
    fi
}

# comes_to NAME FILE WANTED: the same where WANTED may be empty, and then FILE must be there and empty, too.
comes_to() {
    if [ -s "$3" ]; then same "$1" "$2" "$3"; else same_empty "$1" "$2"; fi
}

# same_empty NAME FILE: there is such a file, and nothing is in it.
same_empty() {
    if [ -f "$2" ] && [ ! -s "$2" ]; then ok "$1"; else fail "$1 ($2 is not an empty file)"; fi
}

absent() {
    local name=$1 file
    shift
    for file; do
        if [ -e "$file" ] || [ -L "$file" ]; then
            fail "$name ($file is there)"
            return
        fi
    done
    ok "$name"
}

# No unfinished output is left in a folder.
no_leftovers() {
    local file
    for file in "${2:-.}"/.pgnpack-*; do
        if [ -e "$file" ]; then
            fail "$1 (a temporary file is left)"
            return
        fi
    done
    ok "$1"
}

finish() {
    echo "$test_name: $passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

# next_fault: n becomes the number of the next call to fail. All if FAULTS is "all", else ever fewer: first come the program's own, then
# those of libraries, again and again; and tests/reliability lets each fail that the library makes.
next_fault() {
    if [ "${FAULTS:-}" = all ]; then
        n=$((n + 1))
    elif [ "$call" = malloc ]; then
        n=$((n + 1 + n / 2))
    else
        n=$((n + 1 + n / 4))
    fi
}

# some_games COUNT [FIRST]: games that BCGN 0 can hold, as pgnunpack prints them. No process is started for each.
some_games() {
    local first=${2:-1} n form
    IFS= read -r -d '' form <<'END'
[Event "Club championship"]
[Site "Upper Hall"]
[Date "2021.03.%02d"]
[Round "%d"]
[White "White, Wendy"]
[Black "Black, Bob"]
[Result "1-0"]
[WhiteElo "1850"]
[BlackElo "1795"]
[ECO "C41"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

END
    for ((n = first; n < first + $1; n++)); do
        # shellcheck disable=SC2059 # the form is ours
        printf "$form" $((n % 28 + 1)) "$n"
    done
}
