# pgndb result, comment, flag: small corrections of games, each one change that leaves all other bytes. tests/unit/test_editor.c has the texts.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000

some_games 12 >games.pgn
"$PGNPACK" -q games.pgn -o full.bcgn
id=$("$PGNUNPACK" -c --csv=GameId -g 5 full.bcgn | tail -n 1)
"$PGNUNPACK" -qc -g 5 full.bcgn >five.pgn
# becomes NAME SED WORDS...: game 5 becomes what sed makes of it, by one change.
becomes() {
    local name=$1 script=$2
    shift 2
    cp full.bcgn games.bcgn
    status "$name" 0 "$PGNDB" "$@"
    says "$name: says so" '^pgndb: games.bcgn: 1 of 12 games changed$'
    "$PGNUNPACK" -qc -g "$id" games.bcgn >got.pgn
    check "$name: that, and no more" test "$(cat got.pgn)" = "$(sed "$script" five.pgn)"
    check "$name: old bytes stay" cmp -n "$(stat -c %s full.bcgn)" games.bcgn full.bcgn
    status "$name: again" 0 "$PGNDB" "${@//-g5/-g$id}"
    says "$name: again is no change" '0 of 12 games changed'
    cp full.bcgn games.bcgn
    status "$name: tried" 0 "$PGNDB" "$@" --dry-run
    same "$name: tried, it does nothing" games.bcgn full.bcgn
}
result=$(sed -n 's/^\[Result "\(.*\)"\]/\1/p' five.pgn)
other=0-1
[ "$result" != 0-1 ] || other=1-0
becomes "result" "s|$result|$other|g" result games.bcgn -g5 $other
becomes "a draw" "s|$result|1/2-1/2|g" result games.bcgn -g5 1/2-1/2
becomes "set Result" "s|$result|$other|g" set games.bcgn -g5 Result=$other
becomes "set Result to what is none" 's|^\[Result .*|[Result "adjourned"]|' set games.bcgn -g5 Result=adjourned --force
# Values of tags that have a form in PGN.
cp full.bcgn games.bcgn
for word in Date=banana Date=2020.5.1 Date=2020-05-01 Date=2020.13.01 Date=2021.02.32 Date=2020.00.00 Date=2020.05.00 Date=2020.05.17. Date=2020.05.1 \
    'Date=??????????' 'Date=....-.--..' EventDate=2020 UTCDate=x Result=won Result=1/2 Result=adjourned ECO=ZZZ ECO=b90 ECO=B9 \
    ECO=B901 ECO=B90. ECO=B90abcde ECO=- WhiteElo=-5 WhiteElo=4001 WhiteElo=02500 BlackElo=25x BlackElo=--; do
    status "set $word" 1 "$PGNDB" set games.bcgn Annotator=me "$word" --all
    says "... says what it has to be" "': ${word%%=*} has to be .*; --force takes any value\$"
    check "... once" test "$(wc -l <err)" = 1
    same "... changes nothing" games.bcgn full.bcgn
    status "set $word --force" 0 "$PGNDB" set -q games.bcgn "$word" --all --force --dry-run
done
for word in Date=????.??.?? Date=2020.??.?? Date=2020.05.?? Date=2020.02.29 EventDate=1999.12.31 UTCDate=2020.05.01 Result=1-0 \
    Result=0-1 Result=1/2-1/2 'Result=*' ECO=A00 ECO=E99 ECO=B90a ECO=B90/07 ECO=B90a1 'ECO=?' WhiteElo=0 WhiteElo=4000 \
    'WhiteElo=?' BlackElo=- WhiteType=robot Dates=x EC=x; do
    status "set $word" 0 "$PGNDB" set -q games.bcgn "$word" --all --dry-run
done
for word in 'a b=x' 'a"=x' '=x'; do
    status "a name of no tag: $word" 1 "$PGNDB" set games.bcgn "$word" --all
    same "... changes nothing" games.bcgn full.bcgn
done
first=$(grep -o '^1\. *[^ ]* ' five.pgn)
becomes "comment, White" "/^1/ s/^$first/$first{A surprise.} 1... /" comment games.bcgn -g5 1. 'A surprise.'
becomes "comment, by half-moves" "/^1/ s/^$first/$first{A surprise.} 1... /" comment games.bcgn -g5 1 'A surprise.'
black=$(grep -o '^1\. *[^ ]* [^ ]*' five.pgn)
becomes "comment, Black" "/^1/ s/^$black/$black {Well.}/" comment games.bcgn -g5 1... Well.
becomes "comment before the game" '/^1/ s/^1/{Before.} 1/' comment games.bcgn -g5 0 Before.
tag_after=$(sed -n 's/^\(\[[A-Za-z]* .*\)/\1/p' five.pgn | tail -n 1)
flagged() { awk -v last="$tag_after" -v flags="$1" '{ print } $0 == last { print "[Flags \"" flags "\"]" }' five.pgn; }
cp full.bcgn games.bcgn
status "flag" 0 "$PGNDB" flag games.bcgn -g 5 favourite todo
"$PGNUNPACK" -qc -g "$id" games.bcgn >got.pgn
check "... is a tag" test "$(cat got.pgn)" = "$(flagged 'favourite todo')"
for words in 'favourite' '+todo favourite' 'nothing-' '-- -nothing'; do
    # shellcheck disable=SC2086 # words
    status "flag that is so: $words" 0 "$PGNDB" flag games.bcgn -g "$id" $words
    says "... is no change" '0 of 12 games changed'
done
status "a flagged game for others" 0 "$PGNUNPACK" -q -g "$id" --no-flags games.bcgn -o shown.pgn -f
check "... is as it was" test "$(cat shown.pgn)" = "$(cat five.pgn)"
status "... among all games" 0 "$PGNUNPACK" -q --no-flags games.bcgn -o shown.pgn -f
"$PGNUNPACK" -qc games.bcgn | grep -v '^.Flags ' | grep . >wanted
grep . shown.pgn >got
same "... all else is there" wanted got
status "... found" 0 "$PGNFIND" -q --tag Flags=todo --no-flags games.bcgn
check "... is as it was" test "$(cat out)" = "$(cat five.pgn)"
status "... its tags" 0 "$PGNUNPACK" -q -g "$id" --no-flags --tags-only games.bcgn
check "... are the others" test "$(grep -c Flags out)" = 0
for words in '-l' '--csv' '--json' '-t'; do
    # shellcheck disable=SC2086 # words
    status "no flags with $words" 1 "$PGNUNPACK" --no-flags $words games.bcgn
    says "... is refused" 'no-flags'
done
status "... and counts" 1 "$PGNFIND" -c --no-flags games.bcgn
says "... are refused" 'no-flags. goes with games as PGN'
check "flags are searched" test "$("$PGNFIND" -c --tag Flags=todo games.bcgn)" = 1
status "a flag goes, one comes" 0 "$PGNDB" flag games.bcgn --where 'tag="Flags=todo"' favourite- +studied
"$PGNUNPACK" -qc -g "$id" games.bcgn >got.pgn
check "... in their order" test "$(cat got.pgn)" = "$(flagged 'todo studied')"
status "the others go" 0 "$PGNDB" flag games.bcgn -g "$id" studied- -- -todo
"$PGNUNPACK" -qc -g "$id" games.bcgn >got.pgn
check "... and the tag" test "$(cat got.pgn)" = "$(cat five.pgn)"

# Comments that are there: words go, clocks stay.
printf '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 {[%%clk 0:10:00] old} e5 {only words} 2. Nf3 *\n' >clocked.pgn
"$PGNPACK" -q clocked.pgn -o clocked.bcgn
status "other words" 0 "$PGNDB" comment clocked.bcgn -g 1 1. new
check "... beside the clock" sh -c '"$PGNUNPACK" -c clocked.bcgn | grep -qxF "1. e4 {[%clk 0:10:00] new} e5 {only words} 2. Nf3 *"'
status "words away" 0 "$PGNDB" comment clocked.bcgn -g 2 1. --remove
status "a comment away" 0 "$PGNDB" comment clocked.bcgn -g 3 1... --remove
check "... the clock stays" sh -c '"$PGNUNPACK" -c clocked.bcgn | grep -qxF "1. e4 {[%clk 0:10:00]} e5 2. Nf3 *"'

# A game that begins elsewhere, with Black: its own numbers.
printf '[White "A"]\n[Black "B"]\n[FEN "4k3/8/8/8/8/8/8/4K2R b K - 3 17"]\n\n17... Kd7 18. O-O Ke7 *\n' >late.pgn
"$PGNPACK" -q late.pgn -o late.bcgn
status "its first move" 0 "$PGNDB" comment late.bcgn -g 1 17... first
status "its second" 0 "$PGNDB" comment late.bcgn -g 2 18. second
status "its third, by half-moves" 0 "$PGNDB" comment late.bcgn -g 3 3 third
check "... are these" sh -c '"$PGNUNPACK" -c late.bcgn | grep -qxF "17... Kd7 {first} 18. O-O {second} 18... Ke7 {third} *"'
for move in 17. 16... 19. 4 999999999 0.; do
    cp late.bcgn before.bcgn
    status "no such move: $move" 0 "$PGNDB" comment late.bcgn -g 4 $move none
    says "... is told" 'late.bcgn: game 4: warning: is left as it is: it has 3 half-moves'
    same "... and nothing done" late.bcgn before.bcgn
done

# Several games in one change.
cp full.bcgn games.bcgn
status "several" 0 "$PGNDB" result games.bcgn -g 1-3 '*'
says "... are changed" '3 of 12 games changed'
check "... once in the log" sh -c '"$PGNDB" log games.bcgn | grep -q " 3 *3 *0 *pgndb result games.bcgn -g 1-3 .\*.$"'
status "... and taken back" 0 "$PGNDB" undo games.bcgn last
"$PGNUNPACK" -qc games.bcgn >got.pgn
check "... all is as before" test "$(cat -s got.pgn)" = "$(cat -s games.pgn)"

refuses() { # NAME PATTERN WORDS...
    local name=$1 pattern=$2
    shift 2
    cp full.bcgn games.bcgn
    status "$name" 1 "$PGNDB" "$@"
    says "$name: why" "^pgndb: .*$pattern"
    same "$name: the database stays" games.bcgn full.bcgn
}
refuses "a result that is none" "'2-0' is no result: 1-0, 0-1, 1/2-1/2 or \*" result games.bcgn -g 5 2-0
refuses "a result of which" 'which games\? Give -g or .--where.' result games.bcgn 1-0
refuses "a result of all" "'--all' goes with " result games.bcgn 1-0 --all
refuses "no result" 'missing argument' result games.bcgn -g 5
refuses "a comment without words" 'give TEXT, or .--remove.' comment games.bcgn -g 5 3
refuses "... and with both" '--remove. takes no TEXT' comment games.bcgn -g 5 3 words --remove
refuses "a place that is none" "'e4' is neither a number of half-moves nor a move" comment games.bcgn -g 5 e4 words
refuses "... of two points" "'3..' is neither" comment games.bcgn -g 5 3.. words
refuses "... too far" "'12345678901' is neither" comment games.bcgn -g 5 12345678901 words
refuses "an empty comment" 'an argument is empty' comment games.bcgn -g 5 3 ''
refuses "flags with blanks" "'a b' is no flag" flag games.bcgn -g 5 'a b'
refuses "... with both signs" "'\+a-' is no flag" flag games.bcgn -g 5 +a-
refuses "... of nothing" "'-' is no flag" flag games.bcgn -g 5 -- -
cp full.bcgn games.bcgn
status "a brace in a comment" 0 "$PGNDB" comment games.bcgn -g 5 3 'a } b'
says "... is told" "is left as it is: a comment has neither '}' nor control characters"
same "... and nothing done" games.bcgn full.bcgn
finish
