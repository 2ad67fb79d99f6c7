# Databases made of others: --merge, --compact, --sort, --split.
. "$(dirname "$0")/lib.sh"
# Those have bytes in the log.
segments() { "$PGNPACK" --log "$1" | awk 'NR > 1 && $4 ~ /^[0-9]/' | wc -l; }
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
status "merging" 0 "$PGNPACK" --merge a.bcgn b.bcgn c.bcgn -o m.bcgn
says "one line is said" "^pgnpack: m.bcgn: 60 games, [0-9]+ bytes$"
same "is joining" m.bcgn joined.bcgn
status "with threads, to a pipe" 0 sh -c '"$PGNPACK" --merge -T 3 a.bcgn b.bcgn c.bcgn -c >m2.bcgn'
same "makes the same" m2.bcgn m.bcgn
status "what is there already" 0 "$PGNPACK" --merge m.bcgn b.bcgn -o m3.bcgn
says "is told" "b.bcgn: warning: all of it is in an earlier input"
same "and comes once" m3.bcgn m.bcgn
status "no output" 1 "$PGNPACK" --merge a.bcgn b.bcgn
says "is named as missing" "give the output: '-o FILE.bcgn'"
status "an output that is there" 1 "$PGNPACK" --merge a.bcgn -o b.bcgn
status "an output that is an input" 1 "$PGNPACK" -f --merge a.bcgn b.bcgn -o b.bcgn
says "is refused" "is an input too"
status "a level" 1 "$PGNPACK" --merge -9 a.bcgn b.bcgn -o no.bcgn
says "is for compacting" "compact=LEVEL"
status "a text" 2 "$PGNPACK" --merge a.bcgn b.pgn -o no.bcgn
says "is no database" "b.pgn: "
"$PGNPACK" --bcgn0 --lossy -q a.pgn -o zero.bcgn
status "BCGN 0" 1 "$PGNPACK" --merge a.bcgn zero.bcgn -o no.bcgn
says "has to be packed anew" "zero.bcgn: .*BCGN 0"
head -c $(($(wc -c <b.bcgn) / 2)) b.bcgn >cut.bcgn
status "a database that was cut" 2 "$PGNPACK" --merge a.bcgn cut.bcgn -o no.bcgn
says "needs salvage" "salvage"
absent "no output of all these" no.bcgn
cp b.bcgn wrong.bcgn
printf x | dd of=wrong.bcgn bs=1 seek=200 conv=notrunc 2>/dev/null
status "a damaged block" 2 "$PGNPACK" --merge a.bcgn wrong.bcgn -o no.bcgn
says "is named" "wrong.bcgn: .*block"
absent "and makes no output" no.bcgn
status "a missing one" 1 "$PGNPACK" --merge a.bcgn nowhere.bcgn -o no.bcgn
absent "neither" no.bcgn

# Compacting.
"$PGNPACK" -3 joined.pgn -o once.bcgn
status "compacting" 0 "$PGNPACK" --compact=3 --drop-ids joined.bcgn -o k.bcgn
same "is packing at once" k.bcgn once.bcgn
status "with another level" 0 "$PGNPACK" --compact=7 --drop-ids joined.bcgn -o k7.bcgn
check "too" sh -c '"$PGNPACK" -7 -c joined.pgn | cmp - k7.bcgn'
cp joined.bcgn w.bcgn
"$PGNPACK" --delete=3-5,22 w.bcgn
"$PGNPACK" --append=w.bcgn a.pgn
chmod 600 w.bcgn
before=$(wc -c <w.bcgn)
"$PGNUNPACK" -g 1-2,6-21,23-80 -c w.bcgn >want.pgn
status "in place" 0 "$PGNPACK" --compact=3 w.bcgn
says "it says what it did" "^pgnpack: w.bcgn: 76 games; 5 segments became 1, $before bytes became $(wc -c <w.bcgn)$"
check "has no deleted games" sh -c '"$PGNUNPACK" -c w.bcgn | diff -B - want.pgn'
check "has one segment" test "$(segments w.bcgn)" = 1
check "tells what made it" sh -c '"$PGNPACK" --log w.bcgn | grep -q "2001-09-09.*pgnpack --compact=3 w.bcgn"'
check "keeps who may read it" test "$(stat -c %a w.bcgn)" = 600
check "is whole" "$PGNUNPACK" -t w.bcgn
cp w.bcgn w2.bcgn
status "once more" 0 "$PGNPACK" --compact w.bcgn
same "changes nothing" w.bcgn w2.bcgn
status "several in place" 0 "$PGNPACK" --compact a.bcgn b.bcgn
status "several into one" 1 "$PGNPACK" --compact a.bcgn b.bcgn -o no.bcgn
says "are to be merged" "put them together first .pgndb merge."
status "a damaged one" 2 "$PGNPACK" --compact=3 wrong.bcgn
check "stays what it was" sh -c 'cmp -n 100 wrong.bcgn b.bcgn && test "$(wc -c <wrong.bcgn)" = "$(wc -c <b.bcgn)"'
for way in --split=date --split=20 --sort=date; do
    status "$way of a damaged one" 2 "$PGNPACK" $way wrong.bcgn -o half.bcgn
done
absent "nothing is made of one half" half.bcgn half-unknown.bcgn
status "level 10" 1 "$PGNPACK" --compact=10 w.bcgn
check "leaves nothing beside" sh -c '! ls -A | grep "^\.pgnpack"'

# Files with names.
mkdir d
cp a.pgn d/a.pgn
cp b.pgn d/b.txt
: >d/empty.pgn
"$PGNPACK" -r d -o d.bcgn
cat d.bcgn c.bcgn >names.bcgn
"$PGNUNPACK" -q names.bcgn -C before
status "files with names" 0 "$PGNPACK" --compact=4 names.bcgn
status "lay out" 0 "$PGNUNPACK" -q names.bcgn -C now
check "as before" diff -r before now

# Sorting.
status "by date" 0 "$PGNPACK" --sort=date joined.bcgn -o date.bcgn
live joined.bcgn | tail -n +2 | sort >set1
live date.bcgn | tail -n +2 | sort >set2
same "all games" set1 set2
"$PGNUNPACK" --csv=Date date.bcgn | tail -n +2 >dates
check "in order" sort -c dates
status "backwards" 0 "$PGNPACK" --sort=-date joined.bcgn -o etad.bcgn
"$PGNUNPACK" --csv=Date etad.bcgn | tail -n +2 >dates
check "in order, too" sort -rc dates
status "with ids" 0 "$PGNPACK" --sort=-date --keep-ids joined.bcgn -o kept-ids.bcgn
id=$("$PGNUNPACK" -q --csv=GameId -g 5 joined.bcgn | tail -n 1)
"$PGNUNPACK" -q -c -g 5 joined.bcgn >game5.pgn
"$PGNUNPACK" -q -c -g "$id" kept-ids.bcgn >found.pgn
check "they lead to their games" sh -c 'grep . game5.pgn >a5 && grep . found.pgn >b5 && cmp a5 b5'
status "without them" 1 "$PGNUNPACK" -c -g "$id" etad.bcgn
for key in player eco elo; do
    status "by $key" 0 "$PGNPACK" --sort=$key joined.bcgn -o $key.bcgn
    check "is whole" "$PGNUNPACK" -t --expect-games 60 $key.bcgn
done
"$PGNUNPACK" -c date.bcgn >date.pgn
check "reads as PGN, each game apart" test "$("$PGNPACK" -v date.pgn -o date2.bcgn 2>&1 | grep -o '[0-9]* games,')" = "60 games,"
status "little memory" 0 "$PGNPACK" --sort=date -M 64M -T 1 joined.bcgn -o date3.bcgn
same "makes the same" date3.bcgn date.bcgn
status "another key" 1 "$PGNPACK" --sort=size joined.bcgn -o no.bcgn
says "names those that there are" "date, player, eco and elo"
status "without an output" 1 "$PGNPACK" --sort=date joined.bcgn
status "two inputs" 1 "$PGNPACK" --sort=date a.bcgn b.bcgn -o no.bcgn

# Splitting.
mkdir parts
status "so many games each" 0 "$PGNPACK" --split=25 joined.bcgn -o parts/j.bcgn
check "three files" test "$(ls parts | tr '\n' ' ')" = "j-0001.bcgn j-0002.bcgn j-0003.bcgn "
check "of 25, 25 and 10" test "$(for f in parts/*; do "$PGNUNPACK" --count "$f"; done | tr '\n' ' ')" = "25 25 10 "
cat parts/*.bcgn >whole.bcgn
check "with all the text" sh -c '"$PGNUNPACK" -c whole.bcgn | cmp - joined.pgn'
status "a file that is there" 1 "$PGNPACK" --split=25 joined.bcgn -o parts/j.bcgn
cp joined.bcgn del.bcgn
"$PGNPACK" --delete=1-10,58-60 del.bcgn
status "of a database with deleted games" 0 "$PGNPACK" --split=25 del.bcgn
check "only others count" test "$(for f in del-*; do "$PGNUNPACK" --count "$f"; done | tr '\n' ' ')" = "25 22 "
for how in date month eco code; do
    mkdir by-$how
    status "by $how" 0 "$PGNPACK" --split=$how joined.bcgn -o by-$how/g
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
for how in date month eco code; do "$PGNPACK" -q --split=$how odd.bcgn -o odd-parts/$how; done
check "what is half known" test "$(ls odd-parts | tr '\n' ' ')" = "code-E99.bcgn code-unknown.bcgn date-2001.bcgn \
date-2002.bcgn date-unknown.bcgn eco-E.bcgn eco-unknown.bcgn month-2001-05.bcgn month-2001-unknown.bcgn month-2002-01.bcgn \
month-unknown.bcgn "
: >nothing.pgn
"$PGNPACK" -q nothing.pgn -o nothing.bcgn
status "a database without games" 0 "$PGNPACK" --split=10 nothing.bcgn
check "is one file of none" test "$(ls nothing-* | tr '\n' ' ')" = "nothing-0001.bcgn "
status "otherwise" 1 "$PGNPACK" --split=color joined.bcgn
says "says how" "date, month, eco nor code|date, month, eco or code"
status "to standard output" 1 "$PGNPACK" --split=10 joined.bcgn -c
status "ids without copies" 1 "$PGNPACK" --drop-ids a.pgn
says "are refused" "goes with --compact"
status "two at once" 1 "$PGNPACK" --merge --compact a.bcgn -o no.bcgn
absent "nothing was made" no.bcgn
# Copies that went different ways become one again, whatever became of their segments.
cat a.bcgn a.bcgn >aa.bcgn
"$PGNPACK" -q --dedupe aa.bcgn
status "a segment that one has twice" 0 "$PGNPACK" -q --merge a.bcgn aa.bcgn -o m4.bcgn
check "a segment that one has twice: its games are there" sh -c '[ "$("$PGNUNPACK" --count m4.bcgn)" = "$("$PGNUNPACK" --count a.bcgn)" ]'
"$PGNPACK" -q --merge a.bcgn b.bcgn -o ab.bcgn
"$PGNPACK" -q --merge c.bcgn a.bcgn -o ca.bcgn
status "a segment behind a new one" 0 "$PGNPACK" --merge ab.bcgn ca.bcgn -o m5.bcgn
says "a segment behind a new one: it is seen" "1 of its 2 segments is in an earlier input"
same "a segment behind a new one: comes once" m5.bcgn joined.bcgn
"$PGNPACK" -q "$tools/../../data/engine-games.pgn" -o one.bcgn
cp one.bcgn other.bcgn
"$PGNPACK" -q --delete=3 one.bcgn
"$PGNPACK" -q --delete=5 other.bcgn
"$PGNPACK" -q --delete=7 other.bcgn
"$PGNPACK" -q --undelete=7 other.bcgn
some_games 1 70 >game.pgn
merged=0
for ((i = 0; i < 70 && !merged; i++)); do
    "$PGNPACK" -v --append=other.bcgn game.pgn 2>err
    grep -q "small segments became one" err && merged=1
done
check "small segments became one" test $merged = 1
check "what was deleted stays so" sh -c '[ "$("$PGNUNPACK" --csv=GameNumber other.bcgn | head -n 8 | tr "\n" " ")" = "GameNumber 1 2 3 4 6 7 8 " ]'
"$PGNPACK" -q --merge one.bcgn other.bcgn -o both.bcgn 2>err
check "what either has deleted is" sh -c '[ "$("$PGNUNPACK" --csv=GameNumber both.bcgn | head -n 7 | tr "\n" " ")" = "GameNumber 1 2 4 6 7 8 " ]'
# What only deleted games leaves but its line of the log: of the two segments, the one with deleted games is made anew.
cp a.bcgn record.bcgn
"$PGNPACK" -q --append=record.bcgn b.pgn
"$PGNPACK" -q --delete=1-3 record.bcgn
"$PGNPACK" -q --compact record.bcgn
check "the log stays" sh -c '"$PGNPACK" --log record.bcgn | awk "NR > 1 && \$1 != \"-\" { printf \"%s %s %s %s,\", \$1, \$5, \$6, \$7 }" | grep -qx "1 [0-9]* 0 0,2 [0-9]* 0 0,3 0 3 0,"'
cp record.bcgn before.bcgn
"$PGNPACK" -q --compact record.bcgn
same "compacted again, it is as it was" record.bcgn before.bcgn
"$PGNPACK" -q --compact --drop-ids record.bcgn
check "without ids there is no segment for that" test "$(segments record.bcgn)" = 2
"$PGNPACK" -q --delete-where=plies=0- record.bcgn
"$PGNPACK" -q --compact record.bcgn
check "without a game there is one" test "$(segments record.bcgn)" = 1
if [ "$(id -u)" -ne 0 ]; then
    mkdir fixed && cp a.bcgn fixed && chmod a-w fixed
    status "compacting in a folder that is not to be written" 1 "$PGNPACK" -q --compact fixed/a.bcgn
    says "the folder is told" "its folder must exist and be writable: Permission denied"
    chmod u+w fixed
fi
status "a copy in no folder" 1 "$PGNPACK" -q --compact a.bcgn -o none/a.bcgn
says "is told of the folder, too" "none/a.bcgn: .*folder must exist"
finish
