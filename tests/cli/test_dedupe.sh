#!/usr/bin/env bash
# pgndb dedupe, and add --dedupe: what is deleted, in one database and in several; the report; appending what is new; failures.
. "$(dirname "$0")/lib.sh"

game() { # game WHITE BLACK DATE RESULT MOVES [TAG-LINE]
    printf '[Event "?"]\n[Date "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n%s\n%s %s\n\n' "$3" "$1" "$2" "$4" \
        "${6:+$6$'\n'}" "$5" "$4"
}
games=$(cd "$tools/../../data" && pwd)
moves='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7'

{
    game 'Smith, John' 'Miller, K' 2001.05.12 1-0 "$moves"
    game 'Smith, J' 'MILLER, K' 2001.??.?? 1-0 "$moves" '[WhiteElo "2500"]'
    game 'Smyth, John' 'Miller, K' 2001.05.12 1-0 "$moves"
    game 'Smith, John' 'Miller, K' 2002.05.12 1-0 "$moves"
    game 'Smith, John' 'Miller, K' 2001.05.12 1-0 "$moves 11. c4"
    game 'Smith, John' 'Miller, K' 2001.05.12 1-0 "$moves {good}" '[Site "a, \"b\""]'
} >all.pgn
"$PGNPACK" -q all.pgn -o base.bcgn

# What is left, by the numbers of the games: those that cannot be brought back.
left() {
    local number
    for number in 1 2 3 4 5 6; do
        cp "$1" probe.bcgn
        "$PGNDB" undelete -v probe.bcgn --duplicates -g $number 2>&1 | grep -q ' 1 game brought back' || printf '%s ' $number
    done
}

try() { # try NAME WANTED OPTIONS...: on a copy
    local name=$1 wanted=$2
    shift 2
    cp base.bcgn db.bcgn
    status "$name" 0 "$PGNDB" dedupe "$@" db.bcgn
    left db.bcgn >left
    printf '%s ' "$wanted" >wanted
    same "$name: the right games are left" wanted left
}

cp base.bcgn db.bcgn
status 'nothing is changed by --dry-run' 0 "$PGNDB" dedupe db.bcgn --dry-run
says 'it says what would be' 'db.bcgn: 2 duplicates among 6 games; nothing is changed'
same 'the database stays' base.bcgn db.bcgn

try 'exact duplicates' '3 4 5 6'
says 'it says what is left' 'db.bcgn: 2 duplicates deleted: 4 of 6 games in use'
status 'a second time there are none' 0 "$PGNDB" dedupe db.bcgn
says 'it says so' 'db.bcgn: 0 duplicates deleted: 4 of 6'
status 'these are not deleted by hand' 0 "$PGNDB" undelete db.bcgn --all
says 'and stay' 'db.bcgn: 0 games brought back: 4 of 6 games in use'
status 'deleting can be undone' 0 "$PGNDB" undelete db.bcgn --duplicates
says 'they are there again' 'db.bcgn: 2 games brought back: 6 of 6 games in use'
try 'loose duplicates' '5 6' --kind=loose
try 'the first is kept' '1 3 4 5' --prefer=first
try 'the last is kept' '3 4 5 6' --prefer=last
try 'most comments' '3 4 5 6' --prefer=comments
try 'versions: the one with most text' '3 4 6' --kind=version --prefer=text
try 'versions: the first one' '1 3 4' --kind=version --prefer=first
cp base.bcgn db.bcgn
status 'the longer version of two' 0 "$PGNDB" dedupe --kind=version --report=pairs.csv --dry-run db.bcgn
grep -o ',version,.*moves.*' pairs.csv >shown
printf ',version,Site moves comments\n' >wanted
same 'the report names kind and moves' wanted shown
rm pairs.csv
{
    game 'Smith, John' 'Miller, K' 2001.05.12 1-0 "$moves 11. c4 c6 12. a3" '[Round "4"]'
} >newer.pgn
cp base.bcgn db.bcgn
status 'a newer version is there already' 0 "$PGNDB" add db.bcgn newer.pgn --dedupe=version
says 'it is not added' '1 of 1 game is already there'
cp base.bcgn db.bcgn
status 'a newer version takes the place' 0 "$PGNDB" add db.bcgn newer.pgn --dedupe=version --prefer=last
says 'of all older ones' '4 games of the database are replaced by games that are added'
status 'the id of an old version' 0 "$PGNUNPACK" -q -g "$("$PGNUNPACK" -q --tags-only --ids -g 5 base.bcgn | sed -n 's/.*GameId "\(.*\)".*/\1/p')" db.bcgn -o old.pgn
check 'leads to the new one' grep -q '12. a3' old.pgn
status 'and it is taken back' 0 "$PGNDB" undo db.bcgn last
status 'all are there' 0 "$PGNUNPACK" -q --count db.bcgn
cp base.bcgn db.bcgn
status 'quiet' 0 "$PGNDB" dedupe -q db.bcgn
silent 'it says nothing'

# Short games of namesakes, and of other rounds, are others; added, too.
{
    game 'Smith, John' 'Brown, Adam' 2001.05.12 1/2-1/2 '1. e4 e5 2. Nf3' '[Round "3"]'
    game 'Smith, Peter' 'Brown, Bob' 2001.??.?? 1/2-1/2 '1. e4 e5 2. Nf3' '[Round "3"]'
    game 'Smith, John' 'Brown, Adam' 2001.??.?? 1/2-1/2 '1. e4 e5 2. Nf3' '[Round "5.1"]'
    game 'J. Smith' 'Brown' 2001.05.12 1/2-1/2 '1. e4 e5 2. Nf3' '[Round "3.2"]'
} >short.pgn
"$PGNPACK" -q short.pgn -o short.bcgn
status 'short games' 0 "$PGNDB" dedupe --dry-run --report=- short.bcgn
grep -c ',exact,' out >shown
echo 1 >wanted
same 'the fourth is the first one' wanted shown
game 'Smith, Joe' 'Brown, Al' 2001.05.12 1/2-1/2 '1. e4 e5 2. Nf3' '[Round "4"]' >newer.pgn
status 'another round comes' 0 "$PGNDB" add short.bcgn newer.pgn --dedupe=loose
status 'and is there' 0 "$PGNUNPACK" --count short.bcgn
check 'as a fifth one' grep -qx 5 out

# Two of a night's blitz, and the first one once more.
for time in '[UTCTime "07:09:00"]' '[UTCTime "04:37:00"]' '[UTCTime "07:09:00"]'; do
    game hikaru eilyisum 2001.05.12 1-0 '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4' "$time"
done >blitz.pgn
"$PGNPACK" -q blitz.pgn -o blitz.bcgn
for kind in exact version; do
    status "short games of one day, $kind" 0 "$PGNDB" dedupe --dry-run --prefer=first --kind=$kind --report=- blitz.bcgn
    check '... at another time are others' test "$(cut -d, -f2,11,19 out | tail -n +2 | paste -sd ' ')" = '3,1,exact'
done

# The report.
cat >wanted.csv <<'END'
File,Game,Id,White,Black,Date,Result,Plies,Size,KeptFile,KeptGame,KeptId,KeptWhite,KeptBlack,KeptDate,KeptResult,KeptPlies,KeptSize,Kind,Differs
db.bcgn,1,ID,"Smith, John","Miller, K",2001.05.12,1-0,20,SIZE,db.bcgn,6,ID,"Smith, John","Miller, K",2001.05.12,1-0,20,SIZE,exact,Site comments
db.bcgn,2,ID,"Smith, J","MILLER, K",2001.??.??,1-0,20,SIZE,db.bcgn,6,ID,"Smith, John","Miller, K",2001.05.12,1-0,20,SIZE,exact,Date White Black WhiteElo Site comments
db.bcgn,3,ID,"Smyth, John","Miller, K",2001.05.12,1-0,20,SIZE,db.bcgn,6,ID,"Smith, John","Miller, K",2001.05.12,1-0,20,SIZE,loose,White Site comments
db.bcgn,4,ID,"Smith, John","Miller, K",2002.05.12,1-0,20,SIZE,db.bcgn,6,ID,"Smith, John","Miller, K",2001.05.12,1-0,20,SIZE,loose,Date Site comments
END
cp base.bcgn db.bcgn
status 'a report' 0 "$PGNDB" dedupe -q db.bcgn --kind=loose --report=pairs.csv
sed -E 's/[0-9a-z]{7}:[0-9]+/ID/g; s/,20,[0-9]+,/,20,SIZE,/g' pairs.csv >shown.csv
same 'its lines' wanted.csv shown.csv
cp base.bcgn db.bcgn
status 'a report is not overwritten' 1 "$PGNDB" dedupe db.bcgn --report=pairs.csv
same 'and nothing is changed then' base.bcgn db.bcgn
status '... but with -f' 0 "$PGNDB" dedupe -f db.bcgn --report=pairs.csv
status 'a report to standard output' 0 sh -c '"$PGNDB" dedupe -q base.bcgn --dry-run --report=- | grep -c ,exact, | grep -qx 2'
cp base.bcgn db.bcgn
status 'a report that cannot be written' 1 "$PGNDB" dedupe db.bcgn --report=no/such/folder.csv
same 'changes nothing' base.bcgn db.bcgn

# Tags that the kept game lacks; what it has stays, and the start position and the result.
{
    game 'Smith, John' 'Miller, K' 2001.??.?? 1-0 "$moves {much more text than anywhere else}" '[WhiteElo "?"]'
    game 'Smith, J' 'MILLER, K' 2001.05.?? 1-0 "$moves" '[WhiteElo "2500"]'$'\n''[Site "a, \"b\""]'
    game 'Smith, Jon' 'MILLER, K' ????.??.12 '*' "$moves" '[WhiteElo "2600"]'$'\n''[BlackElo "2400"]'
    game 'Other, O' 'Miller, K' 2001.05.12 1-0 "$moves" '[Opening "Ruy Lopez"]'
} >merge.pgn
"$PGNPACK" -q merge.pgn -o merge.bcgn
cp merge.bcgn db.bcgn
status 'tags are merged' 0 "$PGNDB" dedupe db.bcgn --merge-tags
says 'it says how many games are new' 'db.bcgn: 1 game with tags of their duplicates'
"$PGNPACK" -dc -g 5 db.bcgn | grep '^\[' | sort >tags
sort >wanted <<'END'
[Event "?"]
[Date "2001.05.12"]
[White "Smith, John"]
[Black "Miller, K"]
[Result "1-0"]
[WhiteElo "2500"]
[BlackElo "2400"]
[Site "a, \"b\""]
END
same 'what is known of the game now' wanted tags
check 'its comment stays' sh -c '"$0" -dc -g 5 db.bcgn | tr "\n" " " | grep -q "much more text"' "$PGNPACK"
cp db.bcgn before.bcgn
status 'a second time nothing is missing' 0 "$PGNDB" dedupe db.bcgn --merge-tags
same 'and nothing is changed' before.bcgn db.bcgn
cp merge.bcgn db.bcgn
status 'loose pairs may be other players'"'" 0 "$PGNDB" dedupe db.bcgn --kind=loose --merge-tags
check 'their tags are not taken' sh -c '! "$0" -dc -g 5 db.bcgn | grep Opening' "$PGNPACK"

# Several databases: the earlier ones keep what they have.
two() {
    head -n 17 all.pgn >one.pgn
    "$PGNPACK" -qf one.pgn -o one.bcgn
    cp base.bcgn two.bcgn
}
two
status 'two databases' 0 "$PGNDB" dedupe one.bcgn two.bcgn
says 'one keeps the game with more text' 'one.bcgn: 1 duplicate deleted: 1 of 2'
says 'two loses all' 'two.bcgn: 3 duplicates deleted: 3 of 6'
two
cp one.bcgn before.bcgn
status 'more text wins' 0 "$PGNDB" dedupe one.bcgn two.bcgn --prefer=text
says 'one loses both' 'one.bcgn: 2 duplicates deleted: 0 of 2'
says 'two keeps one' 'two.bcgn: 2 duplicates deleted: 4 of 6'
two
status 'a database that is not there' 1 "$PGNDB" dedupe one.bcgn missing.bcgn
same 'leaves the others as they are' before.bcgn one.bcgn
status 'the same database twice' 1 "$PGNDB" dedupe two.bcgn two.bcgn
same 'leaves it as it is' base.bcgn two.bcgn

# Runs of neighbours end with their database, and the report reads each game where it is.
{
    game 'A, A' 'B, B' 2001.01.01 1-0 '1. e4 e5'
    game 'A, A' 'B, B' 2001.01.01 1-0 '1. e4 e5'
} >x.pgn
{
    game 'C "c", C' 'D, D' 2001.01.01 1-0 '1. d4 d5' '[Site "x"]'
    game 'E, E' 'F, F' 2001.01.01 1-0 '1. c4 c5'
    game 'C "c", C' 'D, D' 2001.01.01 1-0 '1. d4 d5'
} >y.pgn
"$PGNPACK" -q x.pgn -o x.bcgn
sed 's/C "c", C/C \\"c\\", C/' y.pgn | "$PGNPACK" -q -o y.bcgn
status 'the last game of one, and the one of that number of the next' 0 "$PGNDB" dedupe x.bcgn y.bcgn --report=both.csv
says 'are deleted each in its own' 'y.bcgn: 1 duplicate deleted: 2 of 3 games in use'
check '... the first' test "$("$PGNUNPACK" --csv=GameNumber x.bcgn | tail -n +2 | tr '\n' ' ')" = '1 '
check '... the second' test "$("$PGNUNPACK" --csv=GameNumber y.bcgn | tail -n +2 | tr '\n' ' ')" = '1 2 '
sed -E 's/[0-9a-z]{7}:[0-9]+/ID/g; s/,2,[0-9]+,/,2,SIZE,/g' both.csv | tail -n +2 >shown.csv
cat >wanted.csv <<'END'
x.bcgn,2,ID,"A, A","B, B",2001.01.01,1-0,2,SIZE,x.bcgn,1,ID,"A, A","B, B",2001.01.01,1-0,2,SIZE,exact,
y.bcgn,3,ID,"C ""c"", C","D, D",2001.01.01,1-0,2,SIZE,y.bcgn,1,ID,"C ""c"", C","D, D",2001.01.01,1-0,2,SIZE,exact,Site
END
same 'the report has the games of both, and quotes' wanted.csv shown.csv
game 'A "B" C' 'D' 2001.01.01 1-0 '1. e4 e5' | sed 's/"B"/\\"B\\"/' >quoted.pgn
"$PGNPACK" -q quoted.pgn quoted.pgn -o quoted.bcgn
check 'quotes are doubled without a comma, too' sh -c '"$PGNDB" dedupe -q quoted.bcgn --dry-run --report=- | grep -q ",\"A \"\"B\"\" C\",D,"'

# More pairs than are read at once.
game 'A, A' 'B, B' 2001.01.01 1-0 '1. e4 e5' >one-game.pgn
awk '{ all = all $0 "\n" } END { for (i = 0; i < 20050; i++) printf "%s", all }' one-game.pgn | "$PGNPACK" -q -o many.bcgn
status 'many pairs' 0 "$PGNDB" dedupe -q many.bcgn --report=many.csv
check 'each has its line' test "$(wc -l <many.csv)" = 20050
check 'the last one, too' grep -q '^many.bcgn,20050,' many.csv

# What belongs to the moves, or contradicts, stays away from the kept game.
{
    game 'Smith, J' 'Miller, K' 2001.05.12 1-0 "$moves {much more text than anywhere else}" '[EventDate "2001.??.??"]'$'\n''[SourceDate "2003"]'
    game 'Smith, J' 'Miller, K' 2001.05.12 1-0 "$moves" '[EventDate "2002.05.01"]'$'\n''[PlyCount "20"]'$'\n''[BlackElo "2400"]'$'\n''[SourceDate "2003.01.02"]'
} >other.pgn
"$PGNPACK" -q other.pgn -o other.bcgn
status 'tags that contradict' 0 "$PGNDB" dedupe -q other.bcgn --merge-tags
"$PGNPACK" -dc -g 3 other.bcgn | grep -E '^\[(EventDate|PlyCount|BlackElo|SourceDate)' | sort >tags
printf '[BlackElo "2400"]\n[EventDate "2001.??.??"]\n[SourceDate "2003"]\n' >wanted
same 'are not mixed' wanted tags

# What cannot be compared by moves and names is compared byte by byte, and told.
{
    game 'A, A' 'B, B' 2001.01.01 1-0 '1. e4 e5 2. Ke5'
    game '?' 'B, B' 2001.01.01 1-0 '1. e4 e5'
    game 'A, A' 'B, B' 2001.01.01 1-0 ''
} >strange.pgn
"$PGNPACK" -q strange.pgn -o strange.bcgn
status 'games that are compared byte by byte' 0 "$PGNDB" dedupe -v strange.bcgn
says 'broken ones are told' '1 game compared byte by byte: moves that are not understood'
says 'those of unknown players' '1 game compared byte by byte: a player is not known'
says 'those without moves' '1 game compared byte by byte: no moves'
says 'all are different' 'strange.bcgn: 0 duplicates deleted: 3 of 3 games in use'
status 'by moves alone' 0 "$PGNDB" dedupe -v strange.bcgn --kind=loose
check 'nobody needs a name' sh -c '! grep -q "player is not known" err'
for kind in exact loose; do
    cp strange.bcgn again.bcgn
    status "imported again, $kind" 0 "$PGNDB" add again.bcgn strange.pgn --dedupe=$kind
    says '... all are there' 'again.bcgn: 3 of 3 games are already there, and are skipped'
    { cat strange.pgn && printf '\n\n' && cat strange.pgn; } >twice.pgn
    "$PGNPACK" -qf twice.pgn -o twice.bcgn
    status "twice in one, $kind" 0 "$PGNDB" dedupe twice.bcgn --kind=$kind
    says '... each is left once' 'twice.bcgn: 3 duplicates deleted: 3 of 6 games in use'
done
sed 's/2001/2002/' strange.pgn >next-year.pgn
cp strange.bcgn again.bcgn
status 'of another year' 0 "$PGNDB" add again.bcgn next-year.pgn --dedupe
says '... none is there' 'again.bcgn: 0 of 3 games are already there'

# Only new games are added.
{
    game 'Smith, John' 'Miller, K' 2001.05.12 1-0 "$moves"
    game 'New, A' 'Newer, B' 2003.01.01 1-0 '1. d4 d5'
    game 'Other, A' 'Newer, B' 2003.01.01 1-0 '1. d4 d5'
} >three.pgn
cp base.bcgn db.bcgn
status 'appending what is new and wanted' 0 "$PGNDB" add db.bcgn three.pgn --dedupe --where white=New
says 'tells what is not wanted' '2 of 3 games do not match --where, and are skipped'
says 'tells what is there of the rest' '0 of 1 game are already there'
check 'adds the rest' test "$("$PGNUNPACK" --count db.bcgn)" = 7
two
game 'New, A' 'Newer, B' 2003.01.01 1-0 '1. d4 d5' >new.pgn
cat all.pgn new.pgn new.pgn >more.pgn
status 'appending what is new' 0 "$PGNDB" add one.bcgn more.pgn --dedupe
says 'it says how many are not' 'one.bcgn: 4 of 8 games are already there, and are skipped'
"$PGNPACK" -dc one.bcgn | grep . >after.pgn
{ cat one.pgn && sed -n '18,41p' all.pgn && cat new.pgn; } | grep . >wanted.pgn
same 'their bytes, but for empty lines at the edges' wanted.pgn after.pgn
cp one.bcgn before.bcgn
status 'nothing is new' 0 "$PGNDB" add one.bcgn more.pgn --dedupe
same 'nothing is changed' before.bcgn one.bcgn
cp two.bcgn one.bcgn
status 'all of it is new' 0 "$PGNDB" add -q one.bcgn "$games/clocked.pgn" --dedupe
"$PGNPACK" -dc one.bcgn >after.pgn
cat all.pgn "$games/clocked.pgn" >wanted.pgn
same 'byte for byte' wanted.pgn after.pgn

game 'Newest, A' 'Newer, B' 2004.01.01 1-0 '1. c4 c5' >newest.pgn
"$PGNPACK" -q one-game.pgn -o named.bcgn
status 'files of several names' 0 "$PGNDB" add -q named.bcgn one-game.pgn new.pgn newest.pgn --dedupe
"$PGNUNPACK" -q named.bcgn -C laid-out
check 'keep them, but for one of which nothing is new' test "$(ls laid-out | grep new | tr '\n' ' ')" = 'new.pgn newest.pgn '

# A game that is there, and comes with more: what becomes of it is said, and chosen. Ids lead to what is kept.
{
    game 'Smith, John' 'Miller, K' 2001.05.12 1-0 "$moves" '[Round "3"]'
    game 'Other, O' 'Miller, K' 2001.05.12 1-0 "$moves"
} >plain.pgn
{
    game 'New, A' 'Newer, B' 2003.01.01 1-0 '1. d4 d5'
    game 'Smith, John' 'Miller, K' 2001.05.12 1-0 "$moves {a new comment}" '[WhiteElo "2500"]'
    game 'Last, A' 'Newer, B' 2003.01.01 1-0 '1. c4 c5'
} >richer.pgn
restart() {
    "$PGNPACK" -q -f plain.pgn -o base.bcgn
    cp base.bcgn db.bcgn
    id=$("$PGNUNPACK" -c --csv=GameId -g 1 db.bcgn | tail -n 1)
}
texts() { "$PGNUNPACK" -q -c "$@" db.bcgn | grep -E '^\[(White|WhiteElo|Round) |comment' | sed 's/.*{\(.*\)}.*/\1/' | tr '\n' ' '; }
restart
status 'the database ranks higher' 0 "$PGNDB" add db.bcgn richer.pgn --dedupe
says 'what is there stays' '1 of 3 games is already there, and is skipped'
says '... and it is said that the other has more' '1 game of those not added has more text than the game that is kept: --prefer=text'
says '... how many came' '2 games added: 4 now'
check '... so it is' test "$(texts -g "$id")" = '[White "Smith, John"] [Round "3"] '
restart
status 'more text wins' 0 "$PGNDB" add db.bcgn richer.pgn --dedupe --prefer=text
says 'it comes' '0 of 3 games are already there'
says '... in place of what was there' '1 game of the database is replaced by games that are added'
says '... beside all others' '3 games added: 4 of 5 games in use'
check '... and the id leads to it' test "$(texts -g "$id")" = '[White "Smith, John"] [WhiteElo "2500"] a new comment '
check '... what was there is left out' test "$("$PGNUNPACK" --count db.bcgn)" = 4
for rule in last comments tags; do
    restart
    status "--prefer=$rule" 0 "$PGNDB" add -q db.bcgn richer.pgn --dedupe --prefer=$rule
    case $rule in last | comments) wanted='[WhiteElo "2500"] a new comment ' ;; tags) wanted='[Round "3"] ' ;; esac
    check '... the id leads to what is kept' test "$(texts -g "$id")" = "[White \"Smith, John\"] $wanted"
done
for rule in rank text; do
    restart
    status "tags are merged, $rule" 0 "$PGNDB" add db.bcgn richer.pgn --dedupe --prefer=$rule --merge-tags
    says '... it says so' '1 game with tags of their duplicates now'
    "$PGNUNPACK" -q -c -g "$id" db.bcgn | grep -E '^\[(WhiteElo|Round)' | sort >tags
    printf '[Round "3"]\n[WhiteElo "2500"]\n' >wanted
    same '... the id leads to a game that has all' tags wanted
    check '... its comment is that of the game that is kept' test "$(texts -g "$id" | grep -c 'new comment')" = "$([ $rule = text ] && echo 1 || echo 0)"
    check '... each game is there once' test "$("$PGNUNPACK" --count db.bcgn)" = 4
    check '... whole' "$PGNUNPACK" -q -t db.bcgn
done
restart
status 'a dry run' 0 "$PGNDB" add db.bcgn richer.pgn --dedupe --prefer=text --dry-run --report=pairs-dry.csv
says '... says what would be' '1 game of the database would be replaced'
says '... and be added' '3 games would be added'
same '... and changes nothing' base.bcgn db.bcgn
status 'the same with its report' 0 "$PGNDB" add -q db.bcgn richer.pgn --dedupe --prefer=text --report=pairs-wet.csv
same '... which is that of the dry run' pairs-dry.csv pairs-wet.csv
sed -E 's/[0-9a-z]{7}:[0-9]+/ID/g; s/,20,[0-9]+,/,20,SIZE,/g' pairs-wet.csv | tail -n +2 >shown.csv
cat >wanted.csv <<'END'
db.bcgn,1,ID,"Smith, John","Miller, K",2001.05.12,1-0,20,SIZE,richer.pgn,2,,"Smith, John","Miller, K",2001.05.12,1-0,20,SIZE,exact,Round WhiteElo comments
END
same '... has the pair, and no id of a game that has none' wanted.csv shown.csv
restart
status 'what is not wanted replaces nothing' 0 "$PGNDB" add db.bcgn richer.pgn --dedupe --prefer=text --where white=New
check '... the game stays' test "$(texts -g "$id")" = '[White "Smith, John"] [Round "3"] '
check '... one came' test "$("$PGNUNPACK" --count db.bcgn)" = 3
# One that is kept gets a tag, another is replaced, a third is left out: ids lead to each.
{
    game 'Kept, A' 'B, B' 2001.01.01 1-0 '1. e4 {a long comment of the old one}'
    game 'Gone, A' 'B, B' 2001.01.01 1-0 '1. d4'
} >plain.pgn
{
    game 'Kept, A' 'B, B' 2001.01.01 1-0 '1. e4' '[WhiteElo "2500"]'
    game 'New, A' 'B, B' 2001.01.01 1-0 '1. c4'
    game 'Gone, A' 'B, B' 2001.01.01 1-0 '1. d4 {here}'
} >richer.pgn
restart
other=$("$PGNUNPACK" -c --csv=GameId -g 2 db.bcgn | tail -n 1)
status 'all at once' 0 "$PGNDB" add -q db.bcgn richer.pgn --dedupe --prefer=text --merge-tags
check '... the one that is kept' test "$("$PGNUNPACK" -c --csv=White,WhiteElo -g "$id" db.bcgn | tail -n 1)" = '"Kept, A",2500'
check '... the one that is replaced' test "$("$PGNUNPACK" -q -c -g "$other" db.bcgn | grep -c 'here')" = 1
check '... each is there once' test "$("$PGNUNPACK" --count db.bcgn)" = 3
# Twice in the database, and once more: both are replaced; what the database has twice by itself stays as it is.
{ cat plain.pgn && sed 's/"3"/"4"/' plain.pgn && game 'Twice, A' 'B' 2001.01.01 1-0 '1. e4' && game 'Twice, A' 'B' 2001.01.01 1-0 '1. e4'; } >double.pgn
"$PGNPACK" -q -f double.pgn -o db.bcgn
status 'several are replaced' 0 "$PGNDB" add db.bcgn richer.pgn --dedupe --prefer=text
says '... by one' '2 games of the database are replaced'
for n in 2 4; do
    "$PGNDB" log db.bcgn --deleted | grep -E "^ *$n " >shown || true
    check "... what was game $n is told as a duplicate of that" grep -q 'duplicate' shown
done
check '... others that are there twice stay' test "$("$PGNFIND" -c --player=Twice db.bcgn)" = 2

# Damage: what cannot be read is told, and nothing is deleted.
"$PGNPACK" -q -B 1K "$games/classics.pgn" "$games/classics.pgn" -o damaged.bcgn
head -c 1000 /dev/zero | dd of=damaged.bcgn bs=1 seek=3000 conv=notrunc 2>dd.err
cp damaged.bcgn before.bcgn
status 'a damaged block' 2 "$PGNDB" dedupe damaged.bcgn
same 'nothing is deleted then' before.bcgn damaged.bcgn
status 'new games to a damaged database' 2 "$PGNDB" add damaged.bcgn "$games/annotated.pgn" --dedupe
says '... names it' '^pgndb: damaged.bcgn: .* is damaged'
says '... says what to do' '^pgndb: damaged.bcgn: nothing was changed; .* --salvage'
same '... nothing is added' before.bcgn damaged.bcgn

# Mistakes.
status 'a kind that there is not' 1 "$PGNDB" dedupe db.bcgn --kind=all
says 'names the kinds' "'all' is none of exact, loose and version"
status 'a rule that there is not' 1 "$PGNDB" dedupe db.bcgn --prefer=best
says 'names the rules' 'none of rank, text, comments, tags, first and last'

# Of games of which as much is known, that of the earliest date makes the first group, whatever result is known.
dated() { printf '[Date "%s"]\n[White "Gray, A"]\n[Black "Hill, B"]\n[Result "%s"]\n\n1. e4 e5 2. Nf3 %s\n\n' "$1" "$2" "$2"; }
{ dated 2026.01.26 '*'; dated '2026.??.01' 1-0; dated '2026.??.??' 1-0; } >dated.pgn
"$PGNPACK" -q -f dated.pgn -o dated.bcgn
status "the earliest date first" 0 "$PGNDB" dedupe dated.bcgn --prefer=first
check "... has the game that fits both" test "$("$PGNDB" deleted dated.bcgn | awk 'NR == 2 { print $1, $5 }')" = '3 2'

finish
