# pgnfind --novel: novelties beside those that Python finds (NOVELTIES is how many random sets of games), forms, damage, refusals.
. "$(dirname "$0")/lib.sh"
for seed in $(seq 1 "${NOVELTIES:-3}"); do
    rm -rf random && mkdir random
    status "novelties $seed" 0 sh -c 'cd random && python3 "$@"' sh "$tools/novel_model.py" "$(dirname "$PGNFIND")" "$seed"
    cat out
    check "novelties $seed: to their end" grep -Eq "^$seed: 160 games with [0-9]{2,} novelties, 0 faults$" out
done

printf '[Event "Old"]\n[White "A"]\n[Black "B"]\n[Date "1900.01.01"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n' >old.pgn
printf '[Event "New"]\n[White "C"]\n[Black "D"]\n[Date "2000.01.01"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 {known} Nf6 4. O-O 1-0\n\n[Event "New"]\n[White "E"]\n[Black "F"]\n\n1. e4 e5 2. Nf3 1-0\n' >new.pgn
"$PGNPACK" -q old.pgn -o old.bcgn
"$PGNPACK" -q new.pgn -o new.bcgn
status "the list" 0 "$PGNFIND" --novel=old.bcgn new.bcgn
printf '1. C - D, New, 2000.01.01\n    3... Nf6 is new; 1 game before: A - B, Old, 1900.01.01\n' >want
same "the list" out want
status "marked" 0 "$PGNFIND" --novel=old.bcgn --mark='new here' new.bcgn
check "marked: where it is new" grep -q "Nf6 {new here}" out
status "a diagram" 0 "$PGNFIND" --novel=old.bcgn --diagram new.bcgn
check "a diagram: of the place" grep -q '^3\.\.\. Nf6$' out
status "a page" 0 "$PGNFIND" --novel=old.bcgn --html new.bcgn
check "a page: the place" sh -c 'grep -q "^1		6	0	1-0	C	" out'
status "to a database" 0 "$PGNFIND" -q --novel=old.bcgn new.bcgn -o found.bcgn
check "to a database: the game" test "$("$PGNUNPACK" -q -c found.bcgn | grep -c '^\[White "C"\]')" = 1
status "several databases" 0 "$PGNFIND" --novel=old.bcgn new.bcgn new.bcgn -c
check "several databases: each" test "$(tail -1 out)" = "2 total"
status "a limit" 0 "$PGNFIND" --novel=old.bcgn -n 1 -c new.bcgn new.bcgn
check "a limit: of all together" test "$(tail -1 out)" = "1 total"
"$PGNDB" delete -q -g 1 old.bcgn
status "a deleted game" 0 "$PGNFIND" --novel=old.bcgn -c new.bcgn
check "a deleted game is not known" test "$(cat out)" = 0

data=$(cd "$tools/../../data" && pwd)
"$PGNPACK" -q -B 4K "$data/classics.pgn" -o broken.bcgn
printf 'xxxxxxxxxxxx' | dd of=broken.bcgn bs=1 seek=3000 conv=notrunc 2>/dev/null
status "a damaged reference" 2 "$PGNFIND" --novel=broken.bcgn -c new.bcgn
says "a damaged reference: it is named" "broken.bcgn"
status "no such reference" 1 "$PGNFIND" --novel=missing.bcgn new.bcgn
says "no such reference: it is named" "missing.bcgn"
status "a reference of PGN" 2 "$PGNFIND" --novel=old.pgn new.bcgn
says "a reference of PGN: what to do" "old.pgn.*pack"
refuses() {
    status "$1" 1 "$PGNFIND" --novel=old.bcgn "${@:3}" new.bcgn
    says "$1: it says so" "$2"
}
refuses "with a table" "games that are written" --table=Year
refuses "with a tree" "games that are written" --tree
refuses "with --sort" "order of their databases" --sort=date
finish
