# Deleted games are left out by all commands and in all forms, --with-deleted brings them back; ids; changes that were broken off.
. "$(dirname "$0")/lib.sh"

game() { # number, white, moves
    printf '[Event "E%s"]\n[White "%s"]\n[Black "B"]\n[Date "20%02d.01.01"]\n[Result "1-0"]\n\n%s 1-0\n\n' "$1" "$2" "$1" "$3"
}
for i in $(seq 1 40); do game "$i" "W$((i % 4))" "1. e4 e$((5 + i % 2)) 2. Nf3"; done >all.pgn
# Without 1, 5 to 7, and 40. The empty line before a game is its own.
echo >left.pgn
for i in $(seq 1 40); do
    case $i in 1 | 5 | 6 | 7 | 40) ;; *) game "$i" "W$((i % 4))" "1. e4 e$((5 + i % 2)) 2. Nf3" ;; esac
done >>left.pgn
status "pack" 0 "$PGNPACK" -q --index -B 1K all.pgn -o db.bcgn
status "pack what is left" 0 "$PGNPACK" -q --index -B 1K left.pgn -o left.bcgn
cp db.bcgn whole.bcgn
status "delete" 0 "$PGNDB" delete -q db.bcgn -g 1,5-7,40

status "unpack" 0 "$PGNUNPACK" -f db.bcgn -o out.pgn
same "the text without them" out.pgn left.pgn
status "unpack by one thread" 0 "$PGNUNPACK" -f -T1 db.bcgn -o out.pgn
same "is the same" out.pgn left.pgn
status "unpack all" 0 "$PGNUNPACK" -f --with-deleted db.bcgn -o out.pgn
same "the whole text" out.pgn all.pgn
sh -c '"$PGNUNPACK" -c <db.bcgn >out.pgn 2>err'
same "standard input that is a file" out.pgn left.pgn
sh -c 'cat db.bcgn | "$PGNUNPACK" -c >out.pgn 2>err'
same "a pipe has all" out.pgn all.pgn
check "and says so" grep -q 'games that were deleted in it are in the output' err
sh -c 'cat db.bcgn | "$PGNUNPACK" --with-deleted -c >out.pgn 2>err'
check "not where they were asked for" test ! -s err
status "folders" 0 "$PGNUNPACK" -C folder db.bcgn
same "a file in a folder" folder/db.pgn left.pgn
status "shards" 0 sh -c 'for i in 1 2 3; do "$PGNUNPACK" -c --shard $i/3 db.bcgn; done >out.pgn'
same "together are the text" out.pgn left.pgn
status "repacking" 0 "$PGNPACK" -f -q db.bcgn -o again.bcgn
status "has the rest" 0 "$PGNUNPACK" -f --with-deleted again.bcgn -o out.pgn
same "of the games" out.pgn left.pgn
status "repacking all" 0 "$PGNPACK" -f -q --with-deleted db.bcgn -o again.bcgn
status "has all" 0 "$PGNUNPACK" -f again.bcgn -o out.pgn
same "games" out.pgn all.pgn

sh -c '"$PGNUNPACK" --count db.bcgn; "$PGNUNPACK" --with-deleted --count db.bcgn' >out
check "counts" test "$(tr '\n' ' ' <out)" = "35 40 "
sh -c '"$PGNUNPACK" -l db.bcgn' >out
check "the list tells" grep -q '^ *35 .*(5 deleted)$' out
sh -c '"$PGNUNPACK" -l --json db.bcgn' >out
check "as JSON, too" grep -q '"games": 35, "deleted": 5' out
status "expected games" 0 "$PGNUNPACK" -t --expect-games 40 db.bcgn
status "expected games of a text" 0 "$PGNUNPACK" -f --expect-games 35 db.bcgn -o out.pgn

# What would be: the numbers of --dry-run are those of the change, and nothing is changed.
numbers_told() { grep -oE '[0-9]+ games.* [0-9]+ of [0-9]+' err | grep -oE '[0-9]+' | tr '\n' ' '; }
for form in 'delete -g 1,5-7,40' 'delete -g 2,2,1-4,3-3' 'delete -g 30-' 'delete --where white=W1' 'delete --where plies=99' 'undelete -g 5-8,6' 'undelete --all'; do
    cp db.bcgn dry.bcgn
    status "dry run of $form" 0 "$PGNDB" $form --dry-run dry.bcgn
    told=$(numbers_told)
    same "... leaves the database" dry.bcgn db.bcgn
    status "$form" 0 "$PGNDB" $form -v dry.bcgn
    check "changes as many" test "$told" = "$(numbers_told)"
    check "... of which something was told" test -n "$told"
done
"$PGNDB" delete db.bcgn -g 2,2,1-4,3-3 --dry-run 2>err
check "each game is counted once, deleted ones are not" test "$(numbers_told)" = "3 32 40 "
status "dry run of a game that is not there" 1 "$PGNDB" delete db.bcgn -g 41 --dry-run
says "is told" "has no game 41: there are 40"
status "dry run with a condition that is none" 1 "$PGNDB" delete db.bcgn --where nix=1 --dry-run

# Views: each form against that of the games that are left, numbers mapped.
numbers() { seq 1 40 | grep -vxE '1|5|6|7|40'; }
for form in "--csv=White,Event,Plies" "--json" "--tags-only" "--csv=Event --skip 3 --limit 7" "--head 4 --csv=Event" "--json --skip 33"; do
    sh -c '"$PGNUNPACK" -c $0 db.bcgn | sed "s/\"number\": *[0-9]*//"' "$form" >out
    sh -c '"$PGNUNPACK" -c $0 left.bcgn | sed "s/\"number\": *[0-9]*//"' "$form" >wanted
    same "view $form" out wanted
    check "view $form is not empty" test -s out
done
sh -c '"$PGNUNPACK" -c --csv=GameNumber db.bcgn | tail -n +2' >out
numbers >wanted
same "numbers stay" out wanted
sh -c '"$PGNUNPACK" -c --csv=GameNumber -g 4-9,39- db.bcgn | tail -n +2 | tr "\n" " "' >out
check "ranges pass over them" test "$(cat out)" = "4 8 9 39 "
status "one that is deleted" 1 "$PGNUNPACK" -c -g 2,6 db.bcgn
check "is told" grep -q 'game 6: is deleted; pgndb undelete brings games back, pgnunpack --with-deleted shows them$' err
# What there is not is told in the same words, whatever the games are named for.
same_words() { # NAME WORDS GAMES COMMAND...: the command line, with DB for the database
    local name=$1 wanted=$2 games=$3 line words
    shift 3
    for line; do
        read -ra words <<<"$line"
        EDITOR=true status "$name: $line" 1 "${words[@]/#pgn/$(dirname "$PGNDB")/pgn}" -g "$games"
        check "... in these words" sh -c 'sed "s/; see pgn.*--help$//" err | grep -qx "pgn[a-z]*: $0"' "$wanted"
    done
}
all_ways=("pgnunpack -c db.bcgn" "pgnunpack -c --csv=White db.bcgn" "pgnunpack --json -c db.bcgn" "pgndb delete db.bcgn" "pgndb undelete db.bcgn"
    "pgndb set db.bcgn Event=x" "pgndb unset db.bcgn Event" "pgndb result db.bcgn 1-0" "pgndb comment db.bcgn 1 x" "pgndb flag db.bcgn x"
    "pgndb edit db.bcgn" "pgndb replace db.bcgn one.pgn" "pgndb classify db.bcgn" "pgndb rename db.bcgn names.txt")
printf '[Event "x"]\n\n1. e4 *\n' >one.pgn
echo 'a = b' >names.txt
same_words "behind the end" 'db.bcgn: has no game 41: there are 40' 41 "${all_ways[@]}"
same_words "a range behind the end" 'db.bcgn: has no game 41: there are 40' 39-41 "${all_ways[@]}"
same_words "0" "-g: '0' is no list of games such as .*" 0 "${all_ways[@]}"
same_words "an unknown id" 'db.bcgn: no game of this database has the id "8f2k1qz:17"' 8f2k1qz:17 "${all_ways[@]}"
same_words "deleted" 'db.bcgn: game 6: is deleted; pgndb undelete brings games back, pgnunpack --with-deleted shows them' 6 \
    "pgnunpack -c db.bcgn" "pgnunpack -c --csv=White db.bcgn" "pgnunpack --json -c db.bcgn" "pgndb edit db.bcgn" "pgndb replace db.bcgn one.pgn"
status "several" 1 "$PGNUNPACK" -c -g 5-7 db.bcgn
check "are told" grep -q 'games 5 to 7 are deleted; pgndb undelete brings games back, pgnunpack --with-deleted shows them$' err
sh -c '"$PGNUNPACK" -c --with-deleted --csv=GameNumber -g 5-7 db.bcgn | tail -n +2 | tr "\n" " "' >out
check "with them" test "$(cat out)" = "5 6 7 "

# Searches.
for form in "-c" "--csv=Event,Plies" "--json --event E8" "--tree --csv" "--tree=e4 --csv" "--names * --csv" "--stats --csv" "--sort white" "-c --player W1"; do
    sh -c 'set -f; "$PGNFIND" $0 db.bcgn | sed "s/db.bcgn/x/;s/\"number\": *[0-9]*//"' "$form" >out
    sh -c 'set -f; "$PGNFIND" $0 left.bcgn | sed "s/left.bcgn/x/;s/\"number\": *[0-9]*//"' "$form" >wanted
    same "search $form" out wanted
    check "search $form is not empty" test -s out
    sh -c 'set -f; "$PGNFIND" --with-deleted $0 db.bcgn | sed "s/db.bcgn/x/"' "$form" >out
    sh -c 'set -f; "$PGNFIND" $0 whole.bcgn | sed "s/whole.bcgn/x/"' "$form" >wanted
    same "search $form with them" out wanted
done
status "an index" 0 "$PGNFIND" -q --index db.bcgn
sh -c '"$PGNFIND" --tree --csv left.bcgn' >wanted
status "with the index" 0 "$PGNFIND" --tree --csv db.bcgn
same "the tree is that of the games that are left" out wanted

# Ids.
sh -c '"$PGNFIND" --ids --event E8 db.bcgn' >out
id=$(cut -f1 out)
check "an id" grep -qE '^[0-9a-z]{7}:8$' <<<"$id"
sh -c '"$PGNUNPACK" -c --csv=GameNumber,GameId -g '"$id,9"' db.bcgn | tail -n +2' >out
check "leads to its game" test "$(tr '\n' ' ' <out)" = "8,$id 9,${id%8}9 "
status "tags with ids" 0 sh -c '"$PGNUNPACK" -c --tags-only --ids -g 8 db.bcgn | grep -qxF "[GameId \"'"$id"'\"]"'
echo "$id ${id%8}9" >list
status "ids in a file" 0 "$PGNDB" delete -q db.bcgn -g @list
sh -c '"$PGNUNPACK" --count db.bcgn' >out
check "are deleted" test "$(cat out)" = 33
status "with an index made before" 0 "$PGNFIND" -c db.bcgn
silent "an index stays good when games are deleted"
check "and leads to the games that are left" test "$(cat out)" = 33
status "and there again" 0 "$PGNDB" undelete -q db.bcgn -g "$id,${id%8}9"
sh -c '"$PGNUNPACK" --count db.bcgn' >out
check "by their ids" test "$(cat out)" = 35
status "an unknown id" 1 "$PGNUNPACK" -c -g zzzzzzz:1 db.bcgn
status "no id" 1 "$PGNUNPACK" -c -g a:b db.bcgn

# An id is that of one game: of a file that was joined with itself it is not known which is meant, and what leads to another game deletes none.
cat whole.bcgn whole.bcgn >twice.bcgn
status "an id of two games" 0 sh -c '"$PGNUNPACK" -c --csv=GameNumber -g '"$id"' twice.bcgn | tail -n 1 >out'
check "means the last one" test "$(cat out)" = 48
status "to delete it" 1 "$PGNDB" delete twice.bcgn -g "$id"
says "is refused" 'the id "'"$id"'" is that of several games, games 8 and 48 among them'
status "one of them by its number" 0 "$PGNDB" delete -q twice.bcgn -g 48
sh -c '"$PGNUNPACK" -c --csv=GameNumber -g '"$id"' twice.bcgn | tail -n 1' >out
check "leaves the other one" test "$(cat out)" = 8
status "the one that is left" 0 "$PGNDB" delete -q twice.bcgn -g "$id"
sh -c '"$PGNDB" log twice.bcgn --deleted | wc -l' >out
check "is deleted" test "$(cat out)" = 3
status "the last deleted one" 0 "$PGNDB" undelete -q twice.bcgn -g "$id"
sh -c '"$PGNDB" log twice.bcgn --deleted | tail -n +2' >out
check "comes back" grep -qE '^ *8 ' out
printf '[Event "x"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5 1-0\n\n[Event "x"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5 1-0\n' | "$PGNPACK" -q -f -o double.bcgn
same_id=$("$PGNFIND" --ids double.bcgn | sed -n 's/:1\t.*//p')
for way in deleted compacted; do
    if [ $way = deleted ]; then "$PGNDB" dedupe -q double.bcgn; else "$PGNDB" compact -q double.bcgn --forget; fi
    for number in 1 2; do
        status "$way: the id of game $number" 0 "$PGNUNPACK" -c -g "$same_id:$number" double.bcgn
        check "... leads to the one that is kept" grep -q 'White "A"' out
    done
    "$PGNFIND" --ids double.bcgn >out
    check "$way: that has its own" test "$(cut -f1 out)" = "$same_id:1"
    status "$way: the id of the one that is gone" "$([ $way = deleted ] && echo 0 || echo 1)" "$PGNDB" delete double.bcgn -g "$same_id:2"
    [ $way = deleted ] || says "... does not delete the other one" 'the game with the id "'"$same_id:2"'" is gone; game 1, to which the id leads, is another one'
    check "... which is there" test "$("$PGNUNPACK" --count double.bcgn)" = 1
done
status "ids are for tags" 1 "$PGNUNPACK" -c --ids db.bcgn

# So far that no number is.
for count in 34 35 36 18446744073709551614 18446744073709551615; do
    sh -c '"$PGNUNPACK" -c --csv=GameNumber --skip '"$count"' db.bcgn | tail -n +2 | tr "\n" " "' >out
    check "skipping $count games" test "$(cat out)" = "$([ "$count" = 34 ] && echo '39 ')"
done

# A damaged record of what was deleted.
cp db.bcgn damaged.bcgn
printf '\377' | dd of=damaged.bcgn bs=1 seek=$(($(wc -c <whole.bcgn) + 16 + 64 + 8)) conv=notrunc status=none
status "the log of a damaged record" 2 "$PGNDB" log damaged.bcgn
says "tells what it means" 'the record of change 2 is damaged: games that it deleted are there again'
check "shows where" grep -q '^ *2 .*(its record is damaged)$' out
status "reading it" 2 "$PGNUNPACK" --count damaged.bcgn
for way in 'compact damaged.bcgn --forget' 'merge damaged.bcgn' 'sort damaged.bcgn date' 'split damaged.bcgn 10'; do
    status "$way" 2 "$PGNDB" $way -o made.bcgn
done
absent "nothing is made of it" made.bcgn made-0001.bcgn
status "nothing to bring back" 0 sh -c 'printf "" | "$PGNPACK" -q -o none.bcgn && "$PGNDB" undelete none.bcgn --all && "$PGNDB" delete none.bcgn --where white=x'

# Inputs that go.
# A stream tells of deleted games when it is over; where none is shown, there is nothing to tell.
cp db.bcgn stream.bcgn
"$PGNDB" undelete -q stream.bcgn --all
status "a stream of a database that has all its games" 0 sh -c 'cat stream.bcgn | "$PGNUNPACK" >text'
silent "of which there is nothing to tell"
printf '[Event "x"]\n\n1. e4 *\n\n' >x.pgn
"$PGNPACK" -q --append=stream.bcgn x.pgn
status "a stream of one that was only added to" 0 sh -c 'cat stream.bcgn | "$PGNUNPACK" >text'
silent "of which there is nothing to tell, either"
"$PGNDB" delete -q stream.bcgn -g 1,3
status "a stream of one with deleted games" 0 sh -c 'cat stream.bcgn | "$PGNUNPACK" >text'
says "they are told" "standard input: .*: 2 games that were deleted in it are in the output"
status "of which all are wanted" 0 sh -c 'cat stream.bcgn | "$PGNUNPACK" --with-deleted >text'
silent "so that there is nothing to tell"
status "a stream that is tested" 0 sh -c 'cat stream.bcgn | "$PGNUNPACK" -t'
silent "has nothing to tell"
status "damage passed over in a stream" 0 sh -c 'cat stream.bcgn | "$PGNUNPACK" --salvage >text'
says "where it is not known how many" "games that were deleted in it are in the output"

cp db.bcgn gone.bcgn
status "--rm would lose them" 1 "$PGNUNPACK" -f --rm gone.bcgn -o out.pgn
check "and does not" test -s gone.bcgn
status "--rm with all" 0 "$PGNUNPACK" -f --rm --with-deleted gone.bcgn -o out.pgn
check "is done" test ! -e gone.bcgn

# The index behind a deletion is damaged: nothing tells in time which games it deleted, and that is said, whatever is asked.
cp db.bcgn unindexed.bcgn
at=$(($(wc -c <db.bcgn) - 60))
byte=$(od -An -tu1 -j "$at" -N 1 db.bcgn)
printf "\\$(printf %o "$((byte ^ 1))")" | dd of=unindexed.bcgn bs=1 seek="$at" conv=notrunc status=none
for how in -c "--salvage -c"; do
    status "a damaged index: $how" 2 "$PGNUNPACK" $how unindexed.bcgn
    says "$how: deleted games are there" 'unindexed.bcgn: warning: .* deleted in it are in the output; its end tells which, and is damaged'
done

# A change that was broken off.
cp db.bcgn torn.bcgn
head -c 700 db.bcgn >>torn.bcgn
being_made torn.bcgn "$(wc -c <db.bcgn)"
for command in '"$PGNUNPACK" -c' '"$PGNUNPACK" -c --csv=Event' '"$PGNUNPACK" -l' '"$PGNUNPACK" -t' '"$PGNFIND" -c' '"$PGNUNPACK" -c --shard 1/1'; do
    sh -c "$command db.bcgn" >wanted
    sh -c "$command torn.bcgn" >out 2>err
    check "$command of a torn file: status 0" test $? = 0
    check "$command of a torn file is told" grep -q 'torn.bcgn: its last 700 bytes are of a change that was broken off' err
    case $command in *-[lt]) ;; *) same "$command of a torn file" out wanted ;; esac
done
status "a torn file with --salvage" 0 "$PGNUNPACK" -f --salvage torn.bcgn -o out.pgn
same "is what it was" out.pgn left.pgn
finish
