# pgnfind --table: rows beside counts made in Python (TABLES is how many random sets of games), pages, deleted games, damage, refusals.
. "$(dirname "$0")/lib.sh"
for seed in $(seq 1 "${TABLES:-3}"); do
    rm -rf random && mkdir random
    status "tables $seed" 0 sh -c 'cd random && python3 "$@"' sh "$tools/table_model.py" "$(dirname "$PGNFIND")" "$seed"
    cat out
    check "tables $seed: to their end" grep -Eq "^60 tables of $seed: [0-9]+ rows, 0 faults$" out
done

data=$(cd "$tools/../../data" && pwd)
cat "$data"/classics.pgn "$data"/annotated.pgn >games.pgn
"$PGNPACK" -q -B 4K games.pgn -o games.bcgn
games=$("$PGNFIND" -c games.bcgn)
total() { awk '$1 == "total" { print $2 }' out; }
status "by year" 0 "$PGNFIND" --table=Year games.bcgn
check "by year: all games" test "$(total)" = "$games"
status "two databases" 0 "$PGNFIND" --table=Year games.bcgn games.bcgn
check "two databases: all games" test "$(total)" = "$((2 * games))"
status "none" 0 "$PGNFIND" -q --table=Year --player 'nobody at all' games.bcgn
check "none: no rows" test "$(wc -l <out)" = 2
status "none, as JSON" 0 "$PGNFIND" -q --table=Year --json --player 'nobody at all' games.bcgn
check "none, as JSON" test "$(cat out)" = "[]"
status "a tag of none" 0 "$PGNFIND" --table=Evnet games.bcgn
says "a tag of none: it is told" "Evnet"
status "openings" 0 "$PGNFIND" --table=Opening games.bcgn
says "openings: what is not from tags is told" "counted by their positions"
check "openings: all games" test "$(total)" = "$games"

status "a page" 0 "$PGNFIND" --table=Decade --html games.bcgn -o page.html
check "a page: whole, with a chart" sh -c 'grep -q "</html>" page.html && [ "$(grep -c polyline page.html)" = 2 ]'
status "a page of names" 0 "$PGNFIND" --table=White --html -f games.bcgn -o page.html
check "a page of names: no chart" sh -c '! grep -q "<polyline" page.html'
printf '[Event "x"]\n[White "<script>alert(1)</script>"]\n[Black "\033[31m"]\n\n*\n' >hostile.pgn
"$PGNPACK" -q hostile.pgn -o hostile.bcgn
"$PGNFIND" --table=White --html hostile.bcgn >hostile.html
check "a page: what strangers wrote is escaped" sh -c '! grep -q "<script>" hostile.html && grep -q "&lt;script&gt;" hostile.html'
"$PGNFIND" --table=Black hostile.bcgn >hostile.txt
check "a table: nothing harmful in a terminal" sh -c '! grep -q "$(printf "\033")" hostile.txt'

"$PGNDB" delete -q -g 1-3 games.bcgn
status "deleted" 0 "$PGNFIND" --table=Year games.bcgn
check "deleted games are left out" test "$(total)" = "$((games - 3))"
status "with deleted" 0 "$PGNFIND" --table=Year --with-deleted games.bcgn
check "with deleted: all games" test "$(total)" = "$games"

"$PGNPACK" -q -f -B 4K games.pgn -o broken.bcgn
printf 'xxxxxxxxxxxx' | dd of=broken.bcgn bs=1 seek=3000 conv=notrunc 2>/dev/null
status "damage" 2 "$PGNFIND" --table=Year broken.bcgn
check "damage: other games are counted" sh -c '[ "$1" -gt 0 ] && [ "$1" -lt "$2" ]' sh "$(total)" "$games"
status "damage, a search" 2 "$PGNFIND" --table=Opening --result 1-0,0-1,1/2 broken.bcgn
check "damage, a search: other games are counted" test "$(total)" -gt 0

refuses() {
    status "$1" 1 "$PGNFIND" "${@:3}" games.bcgn
    says "$1: it says so" "$2"
}
refuses "no key" "empty|needs" --table=
refuses "an empty key" "empty key" --table=Year,,ECO
refuses "a blank key" "empty key" --table='Year, '
refuses "five keys" "more than four" --table=Year,ECO,White,Black,Event
refuses "a key twice" "twice the key Year" --table=Year,year
refuses "with a tree" "exclude each other" --table=Year --tree
refuses "with names" "exclude each other" --table=Year --names='*'
refuses "with -c" "about games that are found" --table=Year -c
refuses "with --sort" "about games that are found" --table=Year --sort=date
refuses "for a database" "about games that are found" --table=Year -o x.bcgn
# What was played: as the tree has it.
data=$(cd "$tools/../../data" && pwd)
cat "$data"/*.pgn >moves.pgn
"$PGNPACK" -q -f -B 4K moves.pgn -o moves.bcgn
for line in e4 'd4 d5' 'e4 e5 Nf3 Nc6'; do
    "$PGNFIND" -q --tree="$line" --json moves.bcgn | sed -n 's/^  {"san": "\([^"]*\)".*"games": \([0-9]*\), "white.*/\1,\2/p' | sort >want
    status "moves behind $line" 0 "$PGNFIND" -q --table=Move --csv --moves "$line" moves.bcgn
    tail -n +2 out | cut -d, -f1,2 | grep '^[^,]' | sort >got
    same "moves behind $line: as the tree has them" got want
    check "moves behind $line: some" test "$(wc -l <want)" -gt 1
done
status "moves of the last step" 0 "$PGNFIND" -q --table=Move --csv --moves e4 --then --moves 'e4 e5 Nf3' moves.bcgn
tail -n +2 out | sort >got
"$PGNFIND" -q --table=Move --csv --moves 'e4 e5 Nf3' moves.bcgn | tail -n +2 | sort >want
same "moves of the last step" got want
status "moves by results" 0 "$PGNFIND" -q --table=Move,Result --csv --moves e4 moves.bcgn
check "moves by results: all games" test "$(tail -n +2 out | awk -F, '{ n += $3 } END { print n }')" = "$("$PGNFIND" -q -c --moves e4 moves.bcgn)"
for conditions in '' '--result 1-0'; do
    # shellcheck disable=SC2086
    status "moves nowhere: $conditions" 1 "$PGNFIND" -q --table=Move $conditions moves.bcgn
    says "moves nowhere: $conditions" "say which"
done
finish
