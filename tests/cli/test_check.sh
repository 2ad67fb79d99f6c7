# pgndb check: what it finds in games, against a model with rules of its own (check_model.py) and in games made for each kind; files that
# are damaged, deleted games, several databases, other files.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000 # 2023-11-14
today=2023-11-14
model() { python3 "$tools/check_model.py" "$@"; }
kinds='checked unread moves marks results dates ratings names empty duplicates'

# counts WANTED: the table of the last `status`, without kinds that have no games.
counts() {
    local got
    got=$(awk 'NF > 2 && $1 ~ /^[1-9][0-9]*$/ && $2 ~ /^[a-z]+$/ { printf "%s%s %s", n++ ? ", " : "", $1, $2 }' out)
    check "... counts $1" test "$got" = "$1"
}
# lists NAME WANTED: lines "kind game: words" that `of` was told.
lists() {
    printf '%s' "$2" | LC_ALL=C sort >wanted.lines
    same "$1" told.lines wanted.lines
}
game() { printf '[White "%s"]\n[Black "%s"]\n[Date "%s"]\n%s[Result "%s"]\n\n%s %s\n\n' "$1" "$2" "$3" "${5:+$5
}" "${6-1-0}" "$4" "${7-${6-1-0}}"; }
packed() { "$PGNPACK" -q -f "$1.pgn" -o "$1.bcgn"; }
# of NAME: made.pgn, packed, and checked with -v.
of() {
    packed made
    status "$1" 0 "$PGNDB" check -v made.bcgn
    sed -nE 's/^ *([0-9]+)  [a-z0-9]+:[0-9]+ +([a-z]+:? *)/\2\1 /; s/^([a-z]+):? *([0-9]+) ?/\1 \2: /; s/,? [a-z0-9]+:[0-9]+$//; /^[a-z]/p' out |
        LC_ALL=C sort >told.lines
}

# ---- The model ----

model make 1 1200 >random.pgn
model find random.pgn $today >wanted
check "the model finds all kinds" test "$(cut -f 1 wanted | sort | uniq -c | awk '$1 >= 40' | wc -l)" = 7
for level in 1 3 5 9; do
    "$PGNPACK" -q -f -$level --block-size 64K random.pgn -o random.bcgn
    status "random games, level $level" 0 "$PGNDB" check -v --json random.bcgn
    says "... all is well with the file" '^pgndb: random.bcgn: 1200 games, .*: all is well$'
    model list <out >got
    same "... are found as by the model" got wanted
done
"$PGNPACK" -q -f --block-size 64K random.pgn -o random.bcgn
status "the usual level" 0 "$PGNDB" check -v --json random.bcgn
mv out json.out
status "one thread" 0 "$PGNDB" check -v --json -T1 random.bcgn
same "... finds the same" out json.out
status "four threads" 0 "$PGNDB" check -v --json -T4 random.bcgn
same "... find the same" out json.out
status "little memory" 0 "$PGNDB" check -v --json -M 30M random.bcgn
same "... finds the same" out json.out
for kind in moves marks results dates ratings names empty; do
    wanted=$(grep "^$kind" wanted | cut -f 2 | sort -u | wc -l)
    check "$kind: each game counts once" grep -qxF "{\"database\": \"random.bcgn\", \"kind\": \"$kind\", \"games\": $wanted}" out
done
check "duplicates are as many as dedupe finds" sh -c \
    '[ "$("$PGNDB" dedupe --dry-run random.bcgn 2>&1 | cut -d " " -f 3)" = "$(sed -n "s/.*\"duplicates\", \"games\": \([0-9]*\)}/\1/p" out)" ]'
check "... and they are listed" sh -c '[ "$(grep -c "\"duplicates\", \"game\"" out)" = "$(sed -n "s/.*\"duplicates\", \"games\": \([0-9]*\)}/\1/p" out)" ]'
status "without -v" 0 "$PGNDB" check --json random.bcgn
check "... there are counts only" test "$(python3 -c 'import json, sys
print(" ".join(row["kind"] for row in map(json.loads, sys.stdin) if set(row) == {"database", "kind", "games"}))' <out)" = "$kinds"
grep '"games"' json.out >wanted.counts
same "... the same" out wanted.counts
status "as text" 0 "$PGNDB" check random.bcgn
check "... there is a line for each kind" test "$(awk 'NR > 1 { printf "%s%s", n++ ? " " : "", $2 }' out)" = "$kinds"
check "... with the same counts" cmp <(awk 'NR > 1 { print $2, $1 }' out) <(sed 's/.*"kind": "\([a-z]*\)", "games": \([0-9]*\)}/\1 \2/' wanted.counts)
check "... in 80 columns" awk 'length > 80 { exit 1 }' out
for words in 'check -q' 'check -q -v --json'; do
    # shellcheck disable=SC2086 # words
    status "$words" 0 "$PGNDB" $words random.bcgn
    silent "... says nothing"
    same_empty "... and prints nothing" out
done
"$PGNUNPACK" -t random.bcgn >out 2>err
same_empty "pgnunpack -t prints no table" out

# Deleted games, and changes.
"$PGNDB" delete -q random.bcgn -g 3-40,99,200-299,1200
# shellcheck disable=SC2046 # numbers
model find random.pgn $today $(seq 3 40) 99 $(seq 200 299) 1200 >wanted
status "without deleted games" 0 "$PGNDB" check -v --json random.bcgn
model list <out >got
same "... what the model finds in the others" got wanted
check "... which are counted" grep -qF '"checked", "games": 1060}' out
model make 2 100 >more.pgn
"$PGNDB" add -q random.bcgn more.pgn
cat random.pgn more.pgn >both.pgn
# shellcheck disable=SC2046
model find both.pgn $today $(seq 3 40) 99 $(seq 200 299) 1200 >wanted
status "with an addition" 0 "$PGNDB" check -v --json random.bcgn
model list <out >got
same "... what the model finds in all" got wanted

# ---- Games made for it ----

mate='1. f3 e5 2. g4 Qh4#'
{
    game A B 2020.01.01 "$mate" '' 0-1
    game A B 2020.01.02 "$mate" '' 1-0
    game A B 2020.01.03 "$mate" '' '*'
    game A B 2020.01.04 "$mate" '' 1/2-1/2
    game A B 2020.01.05 "1. f3 e5 2. g4 (2. g3 Qh4) 2... Nc6 (2... Qh4#)" '' 1-0
    game A B 2020.01.06 "1. e4 (1. f3 e5 2. g4 Qh4#) 1... e5" '' 1-0
    game A B 2020.01.07 "$mate" '[Variant "Chess960"]' 1-0
    game A B 2020.01.08 "$mate" '[Variant "King of the Hill"]' 1-0
    game A B 2020.01.09 '1. Kxe4' '[SetUp "1"]
[FEN "8/8/8/k7/4n3/4K3/8/8 w - - 0 1"]' 1-0
    game A B 2020.01.10 '1. Kxe4' '[SetUp "1"]
[FEN "8/8/8/8/k3n3/4K3/7p/8 w - - 0 1"]' 1-0
    game A B 2020.01.11 '1. Kxe4' '[SetUp "1"]
[FEN "8/8/8/8/k3n3/4K3/7n/8 w - - 0 1"]' 1/2-1/2
    game A B 2020.01.12 '1. Qb6' '[SetUp "1"]
[FEN "k7/8/2Q5/8/8/8/8/K7 w - - 0 1"]' 0-1
    game A B 2020.01.13 '1. Qb6' '[SetUp "1"]
[FEN "k7/8/2Q5/8/8/8/8/K7 w - - 0 1"]' 1/2-1/2
    game A B 2020.01.14 '1. Kxe3 Ka1 2. Bg2 Kb1' '[SetUp "1"]
[FEN "8/8/8/8/8/4n3/k3K3/5B2 w - - 0 1"]' 0-1
    game A B 2020.01.15 '1. Kxe3 Ka1 2. Bg2 Kb1' '[SetUp "1"]
[FEN "8/8/8/5b2/8/4n3/k3K3/5B2 w - - 0 1"]' 1-0
    game A B 2020.01.16 '1. Kxe3 Ka1 2. Bg2 Kb1' '[SetUp "1"]
[FEN "8/8/8/4b3/8/4n3/k3K3/5B2 w - - 0 1"]' 1-0
} >made.pgn
of "ends"
lists "... are those that contradict" 'results 2: checkmate after 4 half-moves, but 1-0
results 4: checkmate after 4 half-moves, but 1/2-1/2
results 7: checkmate after 4 half-moves, but 1-0
results 9: too little material for a mate after 1 half-moves, but 1-0
results 12: stalemate after 1 half-moves, but 0-1
results 14: too little material for a mate after 4 half-moves, but 0-1
results 15: too little material for a mate after 4 half-moves, but 1-0
'
counts '16 checked, 7 results'

{
    game A B 2020.01.01 '1. e4 e5' '' 1-0 0-1
    game A B 2020.01.02 '1. e4 e5' '' 1-0 ''
    game A B 2020.01.03 '1. e4 e5' '' 1/2 1/2-1/2
    game A B 2020.01.04 '1. e4 e5' '' '?' '*'
    game A B 2020.01.05 "$mate" '' 1-0 0-1
    game A B 2020.01.06 "$mate" '' 1-0 ''
    printf '[White "A"]\n[Black "B"]\n\n1. e4 1-0\n\n'
} >made.pgn
of "results and marks"
lists "... that differ" 'marks 1: Result 1-0, but 0-1 behind the moves
marks 4: Result ?, but * behind the moves
marks 5: Result 1-0, but 0-1 behind the moves
results 6: checkmate after 4 half-moves, but 1-0
'

{
    game A B 2020.01.01 '1. e4 Kd7'
    game A B 2020.01.02 '1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nge7 5. Nc3 Ng6 6. Nb5 N6e5 7. Nd4' '' '*'
    game A B 2020.01.03 '1. e4 e5 (1... Ke7 2. Ke1)' '' '*'
    game A B 2020.01.04 '1. e4' '[Variant "Atomic"]' '*'
    game A B 2020.01.05 '1. N@e4' '[Variant "Crazyhouse"]' '*'
    game A B 2020.01.06 '1. e4' '[FEN "no position"]' '*'
    game A B 2020.01.07 '' '' '*'
    game A B 2020.01.08 '{nothing} $1' '' '*'
    game A B 2020.01.09 '1. -- e5' '' '*'
} >made.pgn
of "moves"
lists "... that are not understood, and none" 'moves 1: no legal move fits this: Kd7
moves 2: two or more legal moves fit this: Nb5
moves 3: no legal move fits this: Ke7
moves 4: the Variant tag names rules other than chess
moves 6: the FEN tag is not a legal position
empty 7: 
empty 8: 
'

{
    for date in 2023.02.29 2020.02.29 2023.11.15 2023.11.16 1475.01.01 1474.12.31 '????.??.??' 2023.13.01 2000.02.29 1900.02.29 2023.04.31; do game A B $date '1. e4' '' '*'; done
    game '' '?' 2020.01.01 '1. e4' '[UTCDate "2020.31.01"]
[EventDate "2030.01.01"]' '*'
    printf '[White "NN"]\n\n1. e4 *\n\n'
} >made.pgn
of "dates and names"
lists "... that cannot be, and none" 'dates 1: Date "2023.02.29"
dates 4: Date "2023.11.16"
dates 6: Date "1474.12.31"
dates 8: Date "2023.13.01"
dates 10: Date "1900.02.29"
dates 11: Date "2023.04.31"
dates 12: UTCDate "2020.31.01", EventDate "2030.01.01"
names 12: White "", Black "?"
names 13: Black
duplicates 7: of game 6
'
status "a later now" 0 env SOURCE_DATE_EPOCH=1900000000 "$PGNDB" check made.bcgn
counts '13 checked, 6 dates, 2 names, 1 duplicates'
status "the machine's now" 0 env -u SOURCE_DATE_EPOCH "$PGNDB" check made.bcgn

elos() { printf '[WhiteElo "%s"]\n[BlackElo "%s"]' "$1" "$2"; }
{
    game A B 2020.01.01 '1. a3' "$(elos 2000 2100)" '*'
    game C A 2020.01.01 '1. b3' "$(elos 2300 2010)" '*'
    game A D 2020.01.02 '1. c3' "$(elos 2020 2100)" '*'
    game E F '2020.01.??' '1. d3' "$(elos 2000 2100)" '*'
    game E F '2020.01.??' '1. e3' "$(elos 2010 2110)" '*'
    game G H 2020.01.03 '1. f3' "$(elos 2000 '?')" '*'
    game G H 2020.01.03 '1. g3' "$(elos 2000 2110)" '*'
    game 'I, J' 'i, J' 2020.01.03 '1. h3' "$(elos 2000 2110)" '*'
    game K K 2020.01.03 '1. a4' "$(elos 2000 2110)" '*'
    game A B '' '1. b4' "$(elos 1990 2100)
[UTCDate \"2020.01.01\"]" '*'
    game A B 2020-1-1 '1. c4' "$(elos 2000 2100)" '*'
} >made.pgn
of "ratings"
lists "... two on a day" 'ratings 1: A has 2000 on 2020.01.01, and 2010 in game 2
ratings 2: A has 2010 on 2020.01.01, and 2000 in game 1
ratings 9: K has 2000 on 2020.01.03, and 2110 in game 9
ratings 9: K has 2110 on 2020.01.03, and 2000 in game 9
ratings 10: A has 1990 on 2020.01.01, and 2000 in game 1
ratings 11: A has 2000 on 2020.01.01, and 2010 in game 2
'
counts '11 checked, 5 ratings'

{
    game A B 2020.01.01 '1. a3 a6' '' '*'
    game A B '2020.??.??' '1. a3 a6' '' '*'
    game A B 2021.01.01 '1. a3 a6' '' '*'
    game A C 2020.01.01 '1. a3 a6' '' '*'
    game A B 2020.01.01 '1. a3 a6 {again}' '' '*'
} >made.pgn
of "duplicates"
lists "... of a game" 'duplicates 1: of game 5
duplicates 2: of game 5
'
"$PGNDB" dedupe -q made.bcgn
status "... deleted" 0 "$PGNDB" check made.bcgn
counts '3 checked'

# More players than are gone through at once.
awk 'BEGIN { for (i = 1; i <= 120000; i++) printf "[Event \"E\"]\n[White \"P%d\"]\n[Black \"Q%d\"]\n[Date \"2020.01.%02d\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n\n1. a3 *\n\n",
    i % 20000, i % 9999, i % 20000 % 7 + 1, (i > 100000 && i % 5 == 0) ? 2010 : 2000, i % 20001 ? 2100 : 2110 }' >many.pgn
"$PGNPACK" -q --block-size 64K many.pgn -o many.bcgn
status "many players" 0 "$PGNDB" check -v --json many.bcgn
model list <out | grep '^ratings' >wanted
check "... are found" test "$(wc -l <wanted)" -ge 100
tail -n 10 out >wanted.counts
status "... with less memory" 0 "$PGNDB" check -v --json -M 18M many.bcgn
model list <out | grep '^ratings' >got
same "... the same" got wanted
tail -n 10 out >got
same "... as many" got wanted.counts

# ---- Texts of others, files ----

game 'A\"x	\\' "$(printf 'B\033[31m\303\274\377')" "$(printf '20\033.1"}')" '1. e4' "$(elos 2000 2000)" '*' >odd.pgn
game 'A\"x	\\' B 2020.01.01 '1. e4' "$(elos 2000 2000)" '*' >>odd.pgn
game 'A\"x	\\' B 2020.01.01 '1. d4' "$(elos 2001 2000)" '*' >>odd.pgn
packed odd
status "what would move the cursor" 0 "$PGNDB" check -v odd.bcgn
check "... does not" sh -c '! grep -q "$(printf "\033")" out'
status "... as JSON" 0 "$PGNDB" check -v --json odd.bcgn
check "... is read by others" test "$(python3 -c 'import json, sys
print([row["found"] for row in map(json.loads, sys.stdin) if row["kind"] == "ratings" and "game" in row][0])' <out)" = 'A"x	\ has 2000 on 2020.01.01, and 2001'

: >empty.pgn
packed empty
status "no games" 0 "$PGNDB" check empty.bcgn
check "... are told" test "$(awk 'NR > 1 { s += $1 } END { print NR, s }' out)" = '11 0'
status "several databases" 0 "$PGNDB" check made.bcgn odd.bcgn made.bcgn
check "... each have a table" test "$(grep -c '^ *games  ' out) $(grep -c ' checked ' out) $(awk '$2 == "duplicates" { s += $1 } END { print s }' out)" = '3 3 0'
gzip -k <made.bcgn >made.bcgn.gz
status "what is compressed" 0 "$PGNDB" check made.bcgn.gz
same_empty "... is tested only" out
"$PGNPACK" -q --bcgn0 odd.pgn -o old.bcgn 2>/dev/null
status "BCGN 0" 0 "$PGNDB" check old.bcgn
same_empty "... is tested only" out
status "standard input" 0 sh -c '"$PGNDB" check - <made.bcgn'
same_empty "... is tested only" out
status "a file that is not there, and one that is" 1 "$PGNDB" check none.bcgn made.bcgn
counts '3 checked'
if [ -e /dev/full ]; then status "a full disk" 1 sh -c '"$PGNDB" check made.bcgn >/dev/full'; fi

# ---- Damage ----

"$PGNPACK" -q -f --block-size 64K random.pgn -o random.bcgn
model find random.pgn $today | grep -v '^ratings' >wanted
size=$(wc -c <random.bcgn)
tell() { python3 -c 'import json, sys
rows = [json.loads(line) for line in sys.stdin]
counts = {row["kind"]: row["games"] for row in rows if "games" in row}
print(counts["checked"] + counts["unread"], counts["unread"] > 0, counts["checked"] > 0)' <out; }
for place in $((size / 3)) $((size / 2)) $((size * 2 / 3)); do
    cp random.bcgn bad.bcgn
    printf '\252\125' | dd of=bad.bcgn bs=1 seek="$place" conv=notrunc status=none
    status "a damaged block" 2 "$PGNDB" check -v --json bad.bcgn
    says "... is told" 'bad.bcgn: .*(damaged|lost)'
    check "... its games are not looked at" test "$(tell)" = "1200 True True"
    model list <out | grep -v '^ratings' >got
    comm -13 wanted got >others
    same_empty "... and in the others nothing else is found" others
    check "... but most" test "$(wc -l <got)" -gt $(($(wc -l <wanted) / 2))
    "$PGNUNPACK" -t bad.bcgn >out 2>told
    status "... the words" 2 "$PGNDB" check bad.bcgn
    sed 's/^pgndb: //' err >got
    sed 's/^pgnunpack: //' told >told.by.test
    same "... are those of pgnunpack -t" got told.by.test
done
head -c $((size * 3 / 4)) random.bcgn >bad.bcgn
status "a file that was cut" 2 "$PGNDB" check bad.bcgn
check "... has a table of what is there" grep -qE '^ *[1-9][0-9]* +checked ' out
printf 'BCGN' >bad.bcgn
status "next to nothing" 2 "$PGNDB" check bad.bcgn
finish
