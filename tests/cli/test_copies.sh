# Databases made of others: pgndb merge, compact, sort and split.
. "$(dirname "$0")/lib.sh"
# Those have bytes in the log.
segments() { "$PGNDB" log "$1" | awk 'NR > 1 && $4 ~ /^[0-9]/' | wc -l; }
export SOURCE_DATE_EPOCH=1000000000
some_games 60 >all.pgn
some_games 20 >a.pgn
some_games 20 21 >b.pgn
some_games 20 41 >c.pgn
for name in a b c; do "$PGNPACK" -B 4K $name.pgn; done
cat a.pgn b.pgn c.pgn >joined.pgn
cat a.bcgn b.bcgn c.bcgn >joined.bcgn

# live FILE: the games that it has, without their numbers.
live() { "$PGNUNPACK" --csv=White,Black,Date,Event,Round "$1"; }

# Merging.
status "merging" 0 "$PGNDB" merge a.bcgn b.bcgn c.bcgn -o m.bcgn
says "one line is said" "^pgndb: m.bcgn: 60 games, [0-9]+ bytes$"
same "is joining" m.bcgn joined.bcgn
status "with threads, to a pipe" 0 sh -c '"$PGNDB" merge -T 3 a.bcgn b.bcgn c.bcgn -o - >m2.bcgn'
same "makes the same" m2.bcgn m.bcgn
status "what is there already" 0 "$PGNDB" merge m.bcgn b.bcgn -o m3.bcgn
says "is told" "b.bcgn: warning: all of it is in an earlier input"
same "and comes once" m3.bcgn m.bcgn
status "no output" 1 "$PGNDB" merge a.bcgn b.bcgn
says "is named as missing" "give the output: '-o FILE.bcgn'"
status "an output that is there" 1 "$PGNDB" merge a.bcgn -o b.bcgn
status "an output that is an input" 1 "$PGNDB" merge -f a.bcgn b.bcgn -o b.bcgn
says "is refused" "is an input too"
status "a level" 1 "$PGNDB" merge -9 a.bcgn b.bcgn -o no.bcgn
says "is for compacting" "'-9' goes with .*compact"
status "a text" 2 "$PGNDB" merge a.bcgn b.pgn -o no.bcgn
says "is no database" "b.pgn: "
"$PGNPACK" --bcgn0 --lossy -q a.pgn -o zero.bcgn
status "BCGN 0" 1 "$PGNDB" merge a.bcgn zero.bcgn -o no.bcgn
says "has to be packed anew" "zero.bcgn: .*BCGN 0"
head -c $(($(wc -c <b.bcgn) / 2)) b.bcgn >cut.bcgn
status "a database that was cut" 2 "$PGNDB" merge a.bcgn cut.bcgn -o no.bcgn
says "needs salvage" "salvage"
absent "no output of all these" no.bcgn
cp b.bcgn wrong.bcgn
printf x | dd of=wrong.bcgn bs=1 seek=200 conv=notrunc 2>/dev/null
status "a damaged block" 2 "$PGNDB" merge a.bcgn wrong.bcgn -o no.bcgn
says "is named" "wrong.bcgn: .*block"
absent "and makes no output" no.bcgn
status "a missing one" 1 "$PGNDB" merge a.bcgn nowhere.bcgn -o no.bcgn
absent "neither" no.bcgn

# Compacting.
"$PGNPACK" -3 joined.pgn -o once.bcgn
status "compacting" 0 "$PGNDB" compact joined.bcgn --forget -3 --drop-ids -o k.bcgn
same "is packing at once" k.bcgn once.bcgn
status "with another level" 0 "$PGNDB" compact joined.bcgn --forget -7 --drop-ids -o k7.bcgn
check "too" sh -c '"$PGNPACK" -7 -c joined.pgn | cmp - k7.bcgn'
cp joined.bcgn w.bcgn
"$PGNDB" delete w.bcgn -g 3-5,22
"$PGNPACK" --append=w.bcgn a.pgn
chmod 600 w.bcgn
before=$(wc -c <w.bcgn)
"$PGNUNPACK" -g 1-2,6-21,23-80 -c w.bcgn >want.pgn
status "in place" 0 "$PGNDB" compact w.bcgn --forget -3
says "it says what it did" "^pgndb: w.bcgn: 76 games; 5 segments became 1, $before bytes became $(wc -c <w.bcgn)$"
check "has no deleted games" sh -c '"$PGNUNPACK" -c w.bcgn | diff -B - want.pgn'
check "has one segment" test "$(segments w.bcgn)" = 1
check "tells what made it" sh -c '"$PGNDB" log w.bcgn | grep -q "2001-09-09.*pgndb compact w.bcgn --forget -3"'
check "keeps who may read it" test "$(stat -c %a w.bcgn)" = 600
check "is whole" "$PGNUNPACK" -t w.bcgn
cp w.bcgn w2.bcgn
status "once more" 0 "$PGNDB" compact w.bcgn --forget
same "changes nothing" w.bcgn w2.bcgn
status "several in place" 0 "$PGNDB" compact a.bcgn b.bcgn --forget
status "several into one" 1 "$PGNDB" compact a.bcgn b.bcgn --forget -o no.bcgn
says "are to be merged" "put them together first .pgndb merge."
status "a damaged one" 2 "$PGNDB" compact wrong.bcgn --forget -3
check "stays what it was" sh -c 'cmp -n 100 wrong.bcgn b.bcgn && test "$(wc -c <wrong.bcgn)" = "$(wc -c <b.bcgn)"'
for way in 'split date' 'split 20' 'sort date'; do
    status "$way of a damaged one" 2 "$PGNDB" ${way% *} wrong.bcgn ${way#* } -o half.bcgn
done
absent "nothing is made of one half" half.bcgn half-unknown.bcgn
status "level 10" 1 "$PGNDB" compact w.bcgn --forget -10
check "leaves nothing beside" sh -c '! ls -A | grep "^\.pgnpack"'

# Files with names.
mkdir d
cp a.pgn d/a.pgn
cp b.pgn d/b.txt
: >d/empty.pgn
"$PGNPACK" -r d -o d.bcgn
cat d.bcgn c.bcgn >names.bcgn
"$PGNUNPACK" -q names.bcgn -C before
status "files with names" 0 "$PGNDB" compact names.bcgn --forget -4
status "lay out" 0 "$PGNUNPACK" -q names.bcgn -C now
check "as before" diff -r before now

# Sorting.
status "by date" 0 "$PGNDB" sort joined.bcgn date -o date.bcgn
live joined.bcgn | tail -n +2 | sort >set1
live date.bcgn | tail -n +2 | sort >set2
same "all games" set1 set2
"$PGNUNPACK" --csv=Date date.bcgn | tail -n +2 >dates
check "in order" sort -c dates
status "backwards" 0 "$PGNDB" sort joined.bcgn date --reverse -o etad.bcgn
"$PGNUNPACK" --csv=Date etad.bcgn | tail -n +2 >dates
check "in order, too" sort -rc dates
status "with ids" 0 "$PGNDB" sort joined.bcgn date --reverse --keep-ids -o kept-ids.bcgn
id=$("$PGNUNPACK" -q --csv=GameId -g 5 joined.bcgn | tail -n 1)
"$PGNUNPACK" -q -c -g 5 joined.bcgn >game5.pgn
"$PGNUNPACK" -q -c -g "$id" kept-ids.bcgn >found.pgn
check "they lead to their games" sh -c 'grep . game5.pgn >a5 && grep . found.pgn >b5 && cmp a5 b5'
status "without them" 1 "$PGNUNPACK" -c -g "$id" etad.bcgn
for key in player eco elo; do
    status "by $key" 0 "$PGNDB" sort joined.bcgn $key -o $key.bcgn
    check "is whole" "$PGNUNPACK" -t --expect-games 60 $key.bcgn
done
"$PGNUNPACK" -c date.bcgn >date.pgn
check "reads as PGN, each game apart" test "$("$PGNPACK" -v date.pgn -o date2.bcgn 2>&1 | grep -o '[0-9]* games,')" = "60 games,"
status "little memory" 0 "$PGNDB" sort -M 64M -T 1 joined.bcgn date -o date3.bcgn
same "makes the same" date3.bcgn date.bcgn
status "another key" 1 "$PGNDB" sort joined.bcgn size -o no.bcgn
says "names those that there are" "date, player, eco and elo"
status "without an output" 1 "$PGNDB" sort joined.bcgn date
status "two inputs" 1 "$PGNDB" sort a.bcgn b.bcgn date -o no.bcgn

# Splitting.
mkdir parts
status "so many games each" 0 "$PGNDB" split joined.bcgn 25 -o parts/j.bcgn
check "three files" test "$(ls parts | tr '\n' ' ')" = "j-0001.bcgn j-0002.bcgn j-0003.bcgn "
check "of 25, 25 and 10" test "$(for f in parts/*; do "$PGNUNPACK" --count "$f"; done | tr '\n' ' ')" = "25 25 10 "
cat parts/*.bcgn >whole.bcgn
check "with all the text" sh -c '"$PGNUNPACK" -c whole.bcgn | cmp - joined.pgn'
status "a file that is there" 1 "$PGNDB" split joined.bcgn 25 -o parts/j.bcgn
cp joined.bcgn del.bcgn
"$PGNDB" delete del.bcgn -g 1-10,58-60
status "of a database with deleted games" 0 "$PGNDB" split del.bcgn 25
check "only others count" test "$(for f in del-*; do "$PGNUNPACK" --count "$f"; done | tr '\n' ' ')" = "25 22 "
for how in date month eco code; do
    mkdir by-$how
    status "by $how" 0 "$PGNDB" split joined.bcgn $how -o by-$how/g
    for f in by-$how/*.bcgn; do live "$f" | tail -n +2; done | sort >set2
    same "all games" set1 set2
done
for f in by-date/g-*.bcgn; do
    year=${f#by-date/g-}
    check "$f has its year" test "$("$PGNUNPACK" --csv=Date "$f" | tail -n +2 | cut -c 1-4 | sort -u | tr '?' u)" = "$(echo "${year%.bcgn}" | sed 's/unknown/uuuu/')"
done
{
    printf '[Date "2001.??.??"]\n[ECO "F00"]\n\n*\n\n[Date "2001.05.??"]\n[ECO "E9"]\n\n*\n\n'
    printf '[Date "????.05.??"]\n[ECO "E99"]\n\n*\n\n[UTCDate "2002.01.01"]\n[ECO "e99"]\n\n*\n'
} >odd.pgn
"$PGNPACK" -q odd.pgn -o odd.bcgn
mkdir odd-parts
for how in date month eco code; do "$PGNDB" split -q odd.bcgn $how -o odd-parts/$how; done
check "what is half known" test "$(ls odd-parts | tr '\n' ' ')" = "code-E99.bcgn code-unknown.bcgn date-2001.bcgn \
date-2002.bcgn date-unknown.bcgn eco-E.bcgn eco-unknown.bcgn month-2001-05.bcgn month-2001-unknown.bcgn month-2002-01.bcgn \
month-unknown.bcgn "
# By any tags, one after the other, beside Python's own sorting of lists; pgnfind agrees.
python3 - >tags.pgn <<'END'
import random
dice = random.Random(5)
events = ["Open", "open", "Öpen", "A/B", "a_b", 'The \\"Cup\\"', "unknown", ".dot", "CON", "10", "9.5", "?", "-", "", None]
rounds = ["1.9", "1.10", "01.9", "2", "10", "1.10.1", "x", "1a", "?", "", None]
for i in range(300):
    tags = {"Event": dice.choice(events), "Round": dice.choice(rounds), "Board": dice.choice(["1", "2", "12", None]),
            "White": dice.choice(["Évariste", "evariste", "Carl", "Zoë", "?", None]), "WhiteElo": dice.choice(["990", "2500", "2500?", "0", None]),
            "EventDate": dice.choice(["2019-5-3", "2019.05.03", "2019", "2019.05.??", "2018", "3.5.2019", None]), "N": str(i)}
    print("".join(f'[{key} "{value}"]\n' for key, value in tags.items() if value is not None) + "\n" + "1. e4 " * (i % 2) + "*\n")
END
"$PGNPACK" -q -B 2K tags.pgn -o tags.bcgn
"$PGNDB" delete -q tags.bcgn -g 7,100-120
cat >order.py <<'END'
import re, sys, unicodedata
key, reverse = sys.argv[1], len(sys.argv) > 2
games = [dict(re.findall(r'\[(\w+) "(.*)"\]', text)) | {"plies": str(text.count("e4"))} for text in open("tags.pgn").read().split("*\n") if "[" in text]
games = [game for i, game in enumerate(games, 1) if i != 7 and not 100 <= i <= 120]
def fold(text): return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()
def value(game, name):
    text = game.get("WhiteElo" if name == "elo" else name, "").replace('\\"', '"')
    if name == "EventDate":
        parts = [int(part) if part.isdigit() else 0 for part in re.split("[.-]", text)] + [0, 0]
        return parts[:3] if parts[0] > 1000 else None
    if name in ("WhiteElo", "elo"): return int(text.rstrip("?") or 0) or None
    if text in ("", "?", "-"): return None
    return (0, [int(part) for part in text.split(".")]) if re.fullmatch(r"\d+([.]\d+)*", text) else (1, fold(text))
for word in reversed(key.split(",")):
    name, down = word.lstrip("-"), (word[0] == "-") != reverse
    games = sorted((g for g in games if value(g, name) is not None), key=lambda g: value(g, name), reverse=down) + [g for g in games if value(g, name) is None]
print("N", *[game["N"] for game in games], sep="\n")
END
for key in Event Event,Round,Board Event,EventDate,-Round -WhiteElo,White -elo,Event Round -Round,Event EventDate,-White,Board,N -plies,Round,-N White,Event; do
    for way in '' --reverse; do
        status "by $key $way" 0 "$PGNDB" sort -f tags.bcgn "$key" $way -o by.bcgn
        python3 order.py "$key" $way >want
        "$PGNUNPACK" --csv=N by.bcgn | tr -d '\r' >got
        same "by $key $way: the order" got want
        "$PGNFIND" --sort="$key" $way --csv=N tags.bcgn | tr -d '\r' >got
        same "by $key $way: in pgnfind, too" got want
    done
done
status "little memory, several keys" 0 "$PGNDB" sort -f -M 64M -T 1 tags.bcgn White,Event -o less.bcgn
"$PGNDB" sort -q -f tags.bcgn White,Event -o by.bcgn
same "little memory, several keys: the same" less.bcgn by.bcgn
status "a tag that no game has" 0 "$PGNDB" sort -f tags.bcgn Bord,Event -o by.bcgn
says "a tag that no game has: is told" "tags.bcgn: warning: no game has it: the tag 'Bord' is unknown; did you mean Board?"
status "nothing is made" 0 "$PGNDB" sort --dry-run tags.bcgn Event,Round -o dry.bcgn
says "nothing is made: it is told" "would have 278 games"
absent "nothing is made: no file" dry.bcgn
for key in '' , Event, ,Event Event,,Round event,nothing Event:x, "$(printf 'A,%.0s' {1..16})A"; do
    status "no keys: '$key'" 1 "$PGNDB" sort tags.bcgn "$key" -o no.bcgn
done

# By any tag's values: a file each, however they are written.
split_into() { # HOW: the files, and of each the values
    rm -rf tagged && mkdir tagged
    "$PGNDB" split tags.bcgn "$1" -o tagged/g 2>err
    ls tagged | tr '\n' '|'
}
check "a file for each value" test "$(split_into Event)" = "$(printf 'g-%s.bcgn|' 10 9.5 A_B CON Open The\ _Cup_ _dot a_b-2 open-2 unknown-2 unknown Öpen-3 | tr '|' '\n' | LC_ALL=C sort | tr '\n' '|')"
says "a file for each value: it is told" "278 games are in 12 files" 
for f in tagged/*; do "$PGNUNPACK" --csv=Event "$f" | tail -n +2 | tr -d '\r' | sort -u >values && wc -l <values; done | tr -d ' ' | sort | uniq -c | tr -s ' ' >counts
check "... of one value each, but those without" test "$(tr '\n' '|' <counts)" = " 11 1| 1 3|"
check "... with accents and quotes" sh -c '"$PGNUNPACK" --csv=Event tagged/g-Öpen-3.bcgn | grep -q Öpen && "$PGNUNPACK" -c "tagged/g-The _Cup_.bcgn" | grep -qF "The \\\"Cup\\\""'
check "... all of it once" test "$(for f in tagged/*; do "$PGNUNPACK" --csv=N "$f" | tail -n +2; done | sort -n | uniq -d | wc -l)/$(for f in tagged/*; do "$PGNUNPACK" --count "$f"; done | awk '{ n += $1 } END { print n }')" = 0/278
check "first letters" test "$(split_into White:1)" = "g-C.bcgn|g-E.bcgn|g-Z.bcgn|g-unknown.bcgn|"
check "first letters, two" test "$(split_into White:2)" = "g-CA.bcgn|g-EV.bcgn|g-ZO.bcgn|g-unknown.bcgn|"
check "letters of numbers" test "$(split_into Round:2)" = "g-01.bcgn|g-1..bcgn|g-10.bcgn|g-1A.bcgn|g-2.bcgn|g-X.bcgn|g-unknown.bcgn|"
check "letters of dates" test "$(split_into EventDate:6)" = "g-201800.bcgn|g-201900.bcgn|g-201905.bcgn|g-unknown.bcgn|"
check "deleted games are in none" test "$("$PGNUNPACK" -q -c tagged/*.bcgn | grep -cE '^\[N "(6|99|1[01][0-9])"\]')" = 0
status "a mistyped tag" 1 "$PGNDB" split tags.bcgn Evnt
says "a mistyped tag: the one that is meant" "tags.bcgn: no game has it: the tag 'Evnt' is unknown; did you mean Event?"
status "other capitals" 1 "$PGNDB" split tags.bcgn EVENT:2
says "other capitals: the one that is meant" "did you mean Event"
for how in event Event: Event:0 Event:x Event:101 :1 Event,Round; do
    status "no tag: '$how'" 1 "$PGNDB" split tags.bcgn "$how"
    says "no tag: '$how': what it should be" "is neither a number of games nor|is unknown"
done
status "nothing is split" 0 "$PGNDB" split --dry-run tags.bcgn Event -o dry
says "nothing is split: it is told" "278 games would be in 12 files"
check "nothing is split: no file" sh -c '! ls dry*'
seq 10001 | sed 's/.*/[Event "&"]\n\n*\n/' >many.pgn
"$PGNPACK" -q many.pgn -o many.bcgn
status "too many files" 4 "$PGNDB" split many.bcgn Event
says "too many files: what to do" "more than 10000 files would come of it, one for each value of Event: take first letters, as in Event:1"
check "too many files: there is none" sh -c '! ls many-*'
status "too many files: not of their beginnings" 0 "$PGNDB" split --dry-run many.bcgn Event:3
"$PGNDB" delete -q many.bcgn -g 17
status "as many files as may be" 0 "$PGNDB" split --dry-run many.bcgn Event
printf '[Event "%0200d"]\n\n*\n\n[Event "%0201d"]\n\n*\n\n[Event "%0100da"]\n\n*\n' 0 0 0 >long.pgn
"$PGNPACK" -q long.pgn -o long.bcgn
status "long values" 0 "$PGNDB" split long.bcgn Event
check "long values: short names" test "$(ls long-* | awk '{ print length }' | sort -n | tr '\n' ' ')" = "111 122 124 "
for f in damaged-tags; do
    cp tags.bcgn $f.bcgn
    printf x | dd of=$f.bcgn bs=1 seek=300 conv=notrunc 2>/dev/null
    status "$f: sorted" 2 "$PGNDB" sort $f.bcgn Event,Round -o no.bcgn
    status "$f: split" 2 "$PGNDB" split $f.bcgn Event -o $f
    absent "$f: nothing is made" no.bcgn $f-unknown.bcgn $f-Open.bcgn
done
# Months where known dates say, however they are written.
{
    for date in 2019-05-03 2019.5.3 2019/05/?? 2019 2011 2019.05.031 2019.13.01 19.05.03; do printf '[Date "%s"]\n\n*\n\n' "$date"; done
} >months.pgn
"$PGNPACK" -q months.pgn -o months.bcgn
"$PGNDB" split -q months.bcgn month
check "months of odd dates" test "$(for f in months-*; do echo "${f%.bcgn} $("$PGNUNPACK" --count "$f")"; done | tr '\n' '|')" = \
    "months-2011-unknown 1|months-2019-05 4|months-2019-unknown 2|months-unknown 1|"
: >nothing.pgn
"$PGNPACK" -q nothing.pgn -o nothing.bcgn
status "a database without games" 0 "$PGNDB" split nothing.bcgn 10
check "is one file of none" test "$(ls nothing-* | tr '\n' ' ')" = "nothing-0001.bcgn "
status "otherwise" 1 "$PGNDB" split joined.bcgn color
says "says how" "date, month, eco nor code|date, month, eco or code"
status "to standard output" 1 "$PGNDB" split joined.bcgn 10 -o -
absent "nothing was made" no.bcgn
# Copies that went different ways become one again, whatever became of their segments.
cat a.bcgn a.bcgn >aa.bcgn
"$PGNDB" dedupe -q aa.bcgn
status "a segment that one has twice" 0 "$PGNDB" merge -q a.bcgn aa.bcgn -o m4.bcgn
check "a segment that one has twice: its games are there" sh -c '[ "$("$PGNUNPACK" --count m4.bcgn)" = "$("$PGNUNPACK" --count a.bcgn)" ]'
"$PGNDB" merge -q a.bcgn b.bcgn -o ab.bcgn
"$PGNDB" merge -q c.bcgn a.bcgn -o ca.bcgn
status "a segment behind a new one" 0 "$PGNDB" merge ab.bcgn ca.bcgn -o m5.bcgn
says "a segment behind a new one: it is seen" "1 of its 2 segments is in an earlier input"
same "a segment behind a new one: comes once" m5.bcgn joined.bcgn
"$PGNPACK" -q "$tools/../../data/engine-games.pgn" -o one.bcgn
cp one.bcgn other.bcgn
"$PGNDB" delete -q one.bcgn -g 3
"$PGNDB" delete -q other.bcgn -g 5
"$PGNDB" delete -q other.bcgn -g 7
"$PGNDB" undelete -q other.bcgn -g 7
some_games 1 70 >game.pgn
merged=0
for ((i = 0; i < 70 && !merged; i++)); do
    "$PGNPACK" -v --append=other.bcgn game.pgn 2>err
    grep -q "small segments became one" err && merged=1
done
check "small segments became one" test $merged = 1
check "what was deleted stays so" sh -c '[ "$("$PGNUNPACK" --csv=GameNumber other.bcgn | head -n 8 | tr "\n" " ")" = "GameNumber 1 2 3 4 6 7 8 " ]'
"$PGNDB" merge -q one.bcgn other.bcgn -o both.bcgn 2>err
check "what either has deleted is" sh -c '[ "$("$PGNUNPACK" --csv=GameNumber both.bcgn | head -n 7 | tr "\n" " ")" = "GameNumber 1 2 4 6 7 8 " ]'
# What only deleted games leaves but its line of the log: of the two segments, the one with deleted games is made anew.
cp a.bcgn record.bcgn
"$PGNPACK" -q --append=record.bcgn b.pgn
"$PGNDB" delete -q record.bcgn -g 1-3
"$PGNDB" compact -q record.bcgn --forget
check "the log stays" sh -c '"$PGNDB" log record.bcgn | awk "NR > 1 && \$1 != \"-\" { printf \"%s %s %s %s,\", \$1, \$5, \$6, \$7 }" | grep -qx "1 [0-9]* 0 0,2 [0-9]* 0 0,3 0 3 0,"'
cp record.bcgn before.bcgn
"$PGNDB" compact -q record.bcgn --forget
same "compacted again, it is as it was" record.bcgn before.bcgn
"$PGNDB" compact -q record.bcgn --forget --drop-ids
check "without ids there is no segment for that" test "$(segments record.bcgn)" = 2
"$PGNDB" delete -q record.bcgn --where plies=0-
"$PGNDB" compact -q record.bcgn --forget
check "without a game there is one" test "$(segments record.bcgn)" = 1
if [ "$(id -u)" -ne 0 ]; then
    mkdir fixed && cp a.bcgn fixed && chmod a-w fixed
    status "compacting in a folder that is not to be written" 1 "$PGNDB" compact -q fixed/a.bcgn --forget
    says "the folder is told" "its folder must exist and be writable: Permission denied"
    chmod u+w fixed
fi
status "a copy in no folder" 1 "$PGNDB" compact -q a.bcgn --forget -o none/a.bcgn
says "is told of the folder, too" "none/a.bcgn: .*folder must exist"
finish
