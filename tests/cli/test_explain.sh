# pgnfind --explain: what a search would read, and find.
. "$(dirname "$0")/lib.sh"
data=$(cd "$tools/../../data" && pwd)
cat "$data"/*.pgn >games.pgn
"$PGNPACK" -q -B 1M games.pgn -o few.bcgn
"$PGNPACK" -q -B 2K games.pgn -o many.bcgn
cp few.bcgn other.bcgn
all=$("$PGNFIND" -q -c few.bcgn | sed -E ':a; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta')
# Of all blocks the numbers are those of a search.
exact() {
    status "$*" 0 "$PGNFIND" -q -T1 --explain "$@" few.bcgn
    check "$*: what is read" grep -qF "    ${1#--} $2: " out
    "$PGNFIND" -v -T1 -c "$@" few.bcgn >count 2>summary
    check "$*: as it is" test "$(sed -n '$s/^    //p' out)" = \
        "$(sed -n 's/^pgnfind: \([0-9,]*\) games* of \([0-9,]*\); \([0-9,]*\) of them w.* played through, \([0-9,]*\) pl.*$/\3 of \2 games played through, \4 half-moves; \1 found/p' summary)"
}
exact --pawns iqp --not --result 1-0
exact --move Bxh7+ --then --mate
exact --pattern 'Nd5 | Ne5' --for 2
status "conditions" 0 "$PGNFIND" -q --explain --us '*a*' --elo 2500- --fen k7/8/8/8/8/8/8/7K --nag '!' --variations few.bcgn
for line in 'us \*a\*: a column' 'elo 2500-: a column' 'fen k7/8/8/8/8/8/8/7K: columns of pawns' 'nag !: whole games' 'variations: whole games, variations'; do
    check "conditions: $line" grep -q "^    $line" out
done
status "many blocks" 0 "$PGNFIND" -q --explain --ply 0- many.bcgn
check "many blocks: a sample" grep -Eq '^    8 of [0-9]+ blocks were searched, with [0-9,]+ games' out
check "many blocks: all games, scaled" grep -Eq "^    about $all of $all games played through, [0-9,]+ half-moves; $all found" out
status "no conditions" 0 "$PGNFIND" -q --explain few.bcgn
check "no conditions" grep -q "^All games are found; nothing is read" out
check "no conditions: all" grep -q "; $all found" out
status "two databases" 0 "$PGNFIND" -q --explain --mate few.bcgn other.bcgn
check "two databases" test "$(grep -c 'bcgn:$' out)" = 2
status "a file" 0 "$PGNFIND" -q --explain --mate -o told few.bcgn
check "a file" grep -q '^few.bcgn:' told
for option in --csv --json -c --html --numbers --sort=date --mark; do
    status "with $option" 1 "$PGNFIND" --explain --mate "$option" few.bcgn
done
status "beside another task" 1 "$PGNFIND" --explain --stats few.bcgn
says "beside another task" "exclude each other"
status "a condition that is none" 1 "$PGNFIND" --explain --pawns nonsense few.bcgn
says "a condition that is none" "nonsense"
finish
