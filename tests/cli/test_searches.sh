# Random questions to pgnfind, beside a slow search in Python. SEARCHES is how many times; `make torture` has 100.
. "$(dirname "$0")/lib.sh"
for seed in $(seq 1 "${SEARCHES:-2}"); do
    rm -rf random && mkdir random
    status "searches $seed" 0 sh -c 'cd random && python3 "$@"' sh "$tools/random_searches.py" "$(dirname "$PGNFIND")" "$seed" 14 60
    cat out
    check "searches $seed: to their end" grep -Eq "^60 questions of $seed: 180 answers with [0-9]{3,} games, 0 faults$" out
done
finish
