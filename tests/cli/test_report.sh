# pgnfind --report: pages beside what Python counts (REPORTS is how many random sets of games), several databases, damage, refusals.
. "$(dirname "$0")/lib.sh"
for seed in $(seq 1 "${REPORTS:-3}"); do
    rm -rf random && mkdir random
    status "reports $seed" 0 sh -c 'cd random && python3 "$@"' sh "$tools/report_model.py" "$(dirname "$PGNFIND")" "$seed"
    cat out
    check "reports $seed: to their end" grep -Eq "^3 pages of $seed: [0-9]{2,} checks, 0 faults$" out
done

data=$(cd "$tools/../../data" && pwd)
cat "$data"/classics.pgn "$data"/annotated.pgn >games.pgn
"$PGNPACK" -q -B 4K games.pgn -o games.bcgn
status "all games" 0 "$PGNFIND" --report --date 1800- games.bcgn -o page.html
check "all games: one whole page" sh -c '[ "$(grep -c "</html>" page.html)" = 1 ] && [ "$(grep -c "<h1>" page.html)" = 1 ]'
check "it needs no network" sh -c '! sed "/<pre id/,/<\/pre>/d; s|http://www.w3.org/2000/svg||" page.html | grep -q "https*:\|src=\|import(\|@import"'
status "an output that exists" 1 "$PGNFIND" --report --date 1800- games.bcgn -o page.html
status "with threads" 0 "$PGNFIND" -T 3 --report --date 1800- games.bcgn
check "the same page for every number of threads" cmp -s out page.html
printf '[Event "</title><script>alert(1)</script>"]\n[White "<script>alert(1)</script>"]\n[Black "B"]\n[Round "<b>"]\n\n1. e4 *\n' >hostile.pgn
"$PGNPACK" -q hostile.pgn -o hostile.bcgn
"$PGNFIND" --report='<script' hostile.bcgn >hostile.html
"$PGNFIND" --report --event '</title' hostile.bcgn >>hostile.html
check "what strangers wrote is escaped" sh -c '! grep -q "<script>alert\|<b>" hostile.html && [ "$(grep -c "&lt;script&gt;alert" hostile.html)" -gt 3 ]'
printf '[Event "e"]\n\n*\n\n[Event "e"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *\n' >odd.pgn
"$PGNPACK" -q odd.pgn -o odd.bcgn
status "games that say nothing" 0 "$PGNFIND" --report --event e odd.bcgn
check "games that say nothing: a page" grep -q "</html>" out
printf '[Event "Cup %s"]\n[White "A"]\n[Black "B"]\n\n1. e4 1-0\n\n' Masters Masters 'Masters TB1' Open >cup.pgn
"$PGNPACK" -q cup.pgn -o cup.bcgn
status "two events in one crosstable" 0 "$PGNFIND" --report --event 'cup masters' cup.bcgn
check "... are told" grep -q '<p class="names">Named Cup Masters (2); Cup Masters TB1 (1).</p>' out
status "a single one" 0 "$PGNFIND" --report --event '=cup masters' cup.bcgn
check "... is not" sh -c '! grep -q "class=\"names\">" out'

"$PGNPACK" -q -f -B 4K games.pgn -o broken.bcgn
printf 'xxxxxxxxxxxx' | dd of=broken.bcgn bs=1 seek=3000 conv=notrunc 2>/dev/null
status "damage" 2 "$PGNFIND" --report --result 1-0,0-1,1/2 broken.bcgn
check "damage: a page of the others" grep -q "</html>" out
status "one of two is missing" 1 "$PGNFIND" --report --date 1800- games.bcgn missing.bcgn
check "one of two is missing: a page of the other" grep -q "</html>" out

status "no such game" 0 "$PGNFIND" --report='nobody at all' games.bcgn
check "no such game: a page that says so" grep -q "No game fulfils" out
status "a name that is near" 0 "$PGNFIND" --report='Morphi, Paul' games.bcgn
says "a name that is near is told" "Morphy"

refuses() {
    status "$1" 1 "$PGNFIND" "${@:3}" games.bcgn
    says "$1: it says so" "$2"
    check "$1: no page" test ! -s out
}
refuses "about nobody" "what about" --report
refuses "about a blank" "empty value" --report=' '
refuses "with --csv" "makes a page" --report=a --csv
refuses "with a table" "exclude each other" --report=a --table=Year
refuses "for a database" "about games that are found" --report=a -o x.bcgn
refuses "with --sort" "about games that are found" --report=a --sort=date
finish
