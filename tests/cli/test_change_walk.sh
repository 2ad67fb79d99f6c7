# Random changes of databases, beside the same done to lists of texts. WALKS is how many; `make torture` has 100.
. "$(dirname "$0")/lib.sh"
games=$tools/../../data/engine-games.pgn
for seed in $(seq 1 "${WALKS:-2}"); do
    rm -rf walk && mkdir walk
    status "walk $seed" 0 sh -c 'cd walk && python3 "$@"' sh "$tools/change_walk.py" "$(dirname "$PGNPACK")" "$games" "$seed" 20
    cat out
    check "walk $seed: to its end" grep -Eq "^20 steps of $seed: [0-9]{3,} checks, 0 faults$" out
done
finish
