# -l --html: a page that stands alone, with the figures that the other views give, whatever a file holds.
. "$(dirname "$0")/lib.sh"
if ! command -v python3 >python.path; then
    echo "skip html: no python3"
    finish
fi
page() { python3 -B "$tools/check_page.py" "$@"; }
data=$(cd "$tools/../../data" && pwd)

# Every kind of figure at once, and the edges of each: ratings, years and lengths out of range, starts of their own.
some_games 7 >games.pgn
{
    cat games.pgn
    for date in 0001.01.01 1899.??.?? 2024 99999.01.01 '????.??.??' 20x4; do
        printf '[Event "e"]\n[Date "%s"]\n[WhiteElo "%s"]\n[BlackElo "?"]\n[Result "*"]\n\n1. %s *\n\n' "$date" 40${date:2:2} Nf3
    done
    printf '[Event "x"]\n[WhiteElo "3999"]\n[BlackElo "100"]\n[Result "1/2-1/2"]\n\n{why} 1. e4 (1. d4) 1/2-1/2\n\n'
    printf '[Event "x"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Result "0-1"]\n\n1. e4 0-1\n\n'
    printf '[Event "x"]\n[Result "0-1"]\n\n0-1\n\n[Event "x"]\n[Result "0-1"]\n\n1. -- e5 0-1\n\n'
    printf '[Event "long"]\n[Result "*"]\n\n'
    for ((i = 0; i < 80; i++)); do printf 'Nf3 Nf6 Ng1 Ng8 '; done
    printf '*\n'
} >odd.pgn
cp "$data/clocked.pgn" "$data/annotated.pgn" .
for name in odd clocked annotated; do
    for level in 3 6; do
        "$PGNPACK" -q -f -$level -B 64K $name.pgn -o "$name.bcgn"
        status "a page of $name.pgn at -$level" 0 "$PGNUNPACK" -l --html "$name.bcgn"
        silent "$name.pgn at -$level: nothing to say"
        mv out page.html
        "$PGNUNPACK" -l -v --json "$name.bcgn" >list.json
        "$PGNUNPACK" --csv=WhiteElo,BlackElo,Date,Plies "$name.bcgn" >games.csv
        "$PGNUNPACK" --json "$name.bcgn" >games.json
        check "$name.pgn at -$level: the page has the figures of the other views" page page.html list.json games.csv games.json
    done
done
check "the checker sees another figure" sh -c 'sed "s/<dd>\([0-9]*\)[0-9]<\/dd>/<dd>\1<\/dd>/" page.html >other.html
    ! python3 -B "$0" other.html list.json games.csv games.json' "$tools/check_page.py"

# A game of its own start, without ratings: the one is counted, and no figure is drawn of none.
grep -A 4 '4k3/8' odd.pgn | sed '1i [Event "x"]' >start.pgn
"$PGNPACK" -q start.pgn -o start.bcgn
status "a start of its own" 0 "$PGNUNPACK" -l --html start.bcgn
check "it is counted" grep -q 'position of their own (tag FEN): 1<' out
check "no ratings, no figure of them" sh -c '! grep -A 1 "Ratings of both players" out | grep -q "class=.top"'

"$PGNUNPACK" -l --html odd.bcgn -f -o page.html
status "again" 0 "$PGNUNPACK" -l --html odd.bcgn
same "the same page each time, and with -o" page.html out
status "an output that exists" 1 "$PGNUNPACK" -l --html odd.bcgn -o page.html
status "-f replaces it" 0 "$PGNUNPACK" -f -l --html odd.bcgn -f -o page.html
status "pgnpack -l --html" 0 "$PGNPACK" -l --html odd.bcgn -o pack.html
same "is the same" pack.html page.html

# Several inputs, one of them BCGN 0, and one empty.
"$PGNPACK" -q --bcgn0 games.pgn -o old.bcgn
: >empty.pgn
"$PGNPACK" -q empty.pgn
status "several" 0 "$PGNUNPACK" -l --html odd.bcgn old.bcgn empty.bcgn
mv out several.html
check "several: a page" page several.html
check "several: each with its name, and the sum" sh -c \
    'test "$(grep -c "<h2>" several.html)" -eq 4 && grep -q "<h2>Together</h2>" several.html && grep -q "<dd>25</dd>" several.html'

# Names and tags that would be markup.
hostile='<script>alert(1)<'"'"'script>&"x.pgn'
cat >"$hostile" <<'END'
[Event "</table><script>alert(1)</script>"]
[<img_src=x_onerror=alert(1)> "x"]
[Date "<b>2020"]
[Result "1-0"]

1. e4 {<i>} e5 1-0

END
printf '[Event "x"]\n[\033[31m\xff\xe2\x80\xae&lt; "y"]\n[Result "*"]\n\n1. e4 *\n' >"$(printf 'a\033]0;b<br>\xff.pgn')"
"$PGNPACK" -q -o both.bcgn -- *\<*
cp both.bcgn "${hostile%.pgn}.bcgn"
status "hostile names" 0 "$PGNUNPACK" -l --html "${hostile%.pgn}.bcgn"
mv out hostile.html
check "hostile names: a page" page hostile.html
check "hostile names are there as text" grep -q '&lt;script&gt;alert(1)&lt;&#39;script&gt;&amp;&quot;x.pgn' hostile.html
check "nothing of them is markup" sh -c '! grep -qE "<(script|img|b|i|br)>" hostile.html'
check "no control characters" sh -c '! LC_ALL=C grep -q "$(printf "[\001-\010\013-\037\177]")" hostile.html'
check "it is UTF-8" python3 -c 'open("hostile.html", encoding="utf-8").read()'

# Deleted games are no damage.
cp odd.bcgn deleted.bcgn
"$PGNDB" delete -q deleted.bcgn -g 2-3
status "deleted games" 0 "$PGNUNPACK" -l --html deleted.bcgn
check "... are told as that" grep -qx '<p class="note">Games that are deleted, and not in the charts: 2</p>' out
check "... and not as damaged" sh -c '! grep -i "damaged" out'
mv out deleted.html
status "the same by pgndb" 0 "$PGNDB" info deleted.bcgn --html
same "... is the same" out deleted.html
status "--with-deleted" 0 "$PGNUNPACK" -l --html --with-deleted deleted.bcgn
check "... counts them" sh -c '! grep "not in the charts" out'
status "two forms at once" 1 "$PGNDB" info odd.bcgn --html --json

# Damage: what is whole is counted, the status is 2, and a file comes only with --salvage.
"$PGNPACK" -q -f -B 4K -3 clocked.pgn -o clocked.bcgn
size=$(wc -c <clocked.bcgn)
cp clocked.bcgn damaged.bcgn
printf 'XXXXXXXX' | dd of=damaged.bcgn bs=1 seek=$((size / 2)) conv=notrunc 2>dd.err
status "a damaged file" 2 "$PGNUNPACK" -l --html damaged.bcgn
mv out damaged.html
check "a damaged file: a page" page damaged.html
check "it says how many games are missing" grep -qE 'damaged, and not in the charts: [0-9]' damaged.html
status "a damaged file, -o" 2 "$PGNUNPACK" -l --html damaged.bcgn -o damaged2.html
absent "no page of a damaged file" damaged2.html
status "a damaged file, --salvage" 2 "$PGNUNPACK" -l --html --salvage damaged.bcgn -o damaged2.html
same "a page with --salvage" damaged2.html damaged.html
head -c $((size - 10)) clocked.bcgn >cut.bcgn
status "a file that was not closed" 2 "$PGNUNPACK" -l --html cut.bcgn
check "the page says so" grep -q 'It is damaged' out
status "no such file" 1 "$PGNUNPACK" -l --html nowhere.bcgn
status "a full disk" 1 sh -c '"$PGNUNPACK" -l --html odd.bcgn >/dev/full'

for options in '--html --json -l' '--html --csv -l' '--html -t' '--html -l -g 1' '--html -l -C x'; do
    status "$options" 1 "$PGNUNPACK" $options odd.bcgn
done
status "--html alone" 1 "$PGNUNPACK" --html odd.bcgn
says "--html goes with -l" "'--html' goes with -l"
no_leftovers "nothing is left"
finish
