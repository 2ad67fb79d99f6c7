# A year of an archivist, week by week, beside a model in Python (archive_year.py). YEARS is how many; `make torture` has 20. Under sanitizers
# twelve weeks, in which quarters come more often.
. "$(dirname "$0")/lib.sh"
games=$(cd "$tools/../../data" && pwd)/engine-games.pgn
weeks=52
if grep -q -e __asan_init -e __tsan_init "$PGNPACK"; then weeks=12; fi
for seed in $(seq 1 "${YEARS:-1}"); do
    rm -rf year && mkdir year
    status "year $seed" 0 sh -c 'cd year && python3 "$@"' sh "$tools/archive_year.py" "$(dirname "$PGNPACK")" "$games" "$seed" "$weeks"
    cat out
    check "year $seed: to its end" grep -Eq "^$weeks weeks of $seed: [0-9]{3,} commands, [0-9]{3,} checks, 0 faults$" out
    for command in add back classify comment compact dedupe delete edit flag merge rename replace result set sort split undelete undo unset; do
        check "year $seed: $command was given" grep -qw -e "$command [1-9][0-9]*" out
    done
done
finish
