# Parts of a database: games by number, shards, tags only; and what -l tells.
. "$(dirname "$0")/lib.sh"
some_games 300 >games.pgn
printf 'Behind the games.\n\n\n' >>games.pgn
"$PGNPACK" -B 5K games.pgn -o games.bcgn
mkdir w
some_games 3 501 >w/x.pgn
some_games 2 601 >w/y.pgn

# game N: that game as it is in the text.
game() { some_games 1 "$1"; }

# What stands behind the last game counts as one more.
for n in 1 2 77 299 300; do
    status "game $n" 0 "$PGNUNPACK" -g "$n" games.bcgn
    check "is the right one" sh -c 'grep -q "^\[Round \"$1\"\]" out && [ "$(grep -c "^\[Event " out)" = 1 ]' - "$n"
    game "$n" >want
    same "game $n: its text" out want
done
{ game 5; game 7; game 8; game 9; game 2; } >want
status "several" 0 "$PGNUNPACK" -g 5,7-9 -g 2 games.bcgn -o several.pgn
same "in the order asked for" several.pgn want
status "all from one on" 0 "$PGNUNPACK" -g 250- games.bcgn
check "to the last one" sh -c '[ "$(grep -c "^\[Event " out)" = 51 ] && grep -q "Behind the games" out'
for list in 0 302 9-5 1,,2 x 99999999999999999999 1-302 -5 302- ''; do
    status "-g '$list'" 1 "$PGNUNPACK" -g "$list" games.bcgn
done
# A game that is named and is not there is the same mistake, however it is named.
for list in 302 301-302 302-303 302- 1-1000000 1000000 1000000- 1-18446744073709551614 1-18446744073709551615 \
    18446744073709551615 18446744073709551615- 18446744073709551615-18446744073709551615 7,302 1-,302; do
    status "-g $list" 1 "$PGNUNPACK" -g "$list" games.bcgn
    says "-g $list: the game is named" "games.bcgn: has no game [0-9]{3,20}: there are 301$"
    check "-g $list writes nothing" test ! -s out
    status "-g $list --tags-only" 1 "$PGNUNPACK" --tags-only -g "$list" games.bcgn
done
for list in 301 301-301 301- 1-301 1-; do status "-g $list" 0 "$PGNUNPACK" -g "$list" games.bcgn; done
status "a game that is not there" 1 "$PGNUNPACK" -g 5,302 games.bcgn -o no.pgn
says "and how many there are" "games.bcgn: has no game 302: there are 301"
absent "writes nothing" no.pgn
{ game 11; game 12; game 13; } >want
status "--skip and --limit" 0 "$PGNUNPACK" --skip 10 --limit 3 games.bcgn
same "--skip and --limit: the games" out want
status "--limit 0" 0 "$PGNUNPACK" --limit 0 games.bcgn
check "--limit 0 is none" test ! -s out
status "--skip beyond the end" 0 "$PGNUNPACK" --skip 1000 games.bcgn
check "--skip beyond the end is none" test ! -s out
status "--skip 299" 0 "$PGNUNPACK" --skip 299 --limit 1 games.bcgn
check "--skip 299 is the last" grep -q '^\[Round "300"\]' out

# Lists in files, read in the order of the blocks and printed in that of the list.
seq 300 | sort -R --random-source=games.pgn >shuffled
for n in $(cat shuffled); do game "$n"; done >want
status "-g @FILE" 0 "$PGNUNPACK" -g @shuffled games.bcgn
same "-g @FILE: in the order of the list" out want
status "-g @-" 0 sh -c '"$PGNUNPACK" -g @- games.bcgn <shuffled'
same "-g @-: the same" out want
printf '7-9,2  11\r\n\n\t300 2-3\n' >list
{ game 7; game 8; game 9; game 2; game 11; game 300; game 2; game 3; } >want
status "words, ranges and empty lines" 0 "$PGNUNPACK" -g @list games.bcgn
same "are all taken" out want
status "a list that ends without a line end" 0 sh -c 'printf "5\n7" | "$PGNUNPACK" -g @- -g 1 games.bcgn'
{ game 5; game 7; game 1; } >want
same "is one, too" out want
status "with --tags-only" 0 "$PGNUNPACK" -g @list --tags-only games.bcgn
check "there are eight games" test "$(grep -c '^\[Event ' out)" = 8
status "--numbers" 0 "$PGNUNPACK" -g @list --tags-only --numbers games.bcgn
grep GameNumber out | tr -dc '0-9\n' | tr '\n' ' ' >got
check "--numbers names them" test "$(cat got)" = "7 8 9 2 11 300 2 3 "
status "--numbers alone" 1 "$PGNUNPACK" --numbers games.bcgn
says "--numbers goes with --tags-only" "goes with --tags-only"
printf '1\n2 x\n' >bad
status "a bad list" 1 "$PGNUNPACK" -g @bad games.bcgn
says "its line is named" "bad: line 2: is no list of games"
status "an empty list" 1 "$PGNUNPACK" -g @/dev/null games.bcgn
says "names no game" "/dev/null: names no game"
status "no such list" 1 "$PGNUNPACK" -g @absent games.bcgn
says "it is named" "absent: No such file"
status "a folder as a list" 1 "$PGNUNPACK" -g @w games.bcgn
says "it is none" "w: Is a directory"
status "standard input twice" 1 sh -c 'echo 1 | "$PGNUNPACK" -g @- -'
says "can be read only once" "only once"

# Shards.
for n in 1 2 3 7 100; do
    for ((i = 1; i <= n; i++)); do "$PGNUNPACK" --shard $i/$n games.bcgn; done >joined
    same "$n shards are the whole text" joined games.pgn
    for ((i = 1; i <= n; i++)); do "$PGNUNPACK" --tags-only --shard $i/$n games.bcgn; done >joined
    "$PGNUNPACK" --tags-only games.bcgn >want
    same "the tags of $n shards are all tags" joined want
done
check "shards are of about the same size" sh -c '[ "$("$PGNUNPACK" --shard 2/3 games.bcgn | wc -c)" -gt 40000 ]'
for shard in 0/3 4/3 1 1/0 a/b 1/2/3 -1/2; do status "--shard $shard" 1 "$PGNUNPACK" --shard $shard games.bcgn; done

# Tags.
grep '^\[' games.pgn >want
check "--tags-only gives all tags" sh -c '"$PGNUNPACK" --tags-only --limit 300 games.bcgn | grep . | cmp - want'
check "--tags-only gives nothing else" sh -c '! "$PGNUNPACK" --tags-only games.bcgn | grep -v "^\[" | grep .'
printf '[White "a \\"b\\" \\\\ c"]\n[Black "\351"]\n\n1. e4 *\n' >odd.pgn
"$PGNPACK" odd.pgn -o odd.bcgn
check "--tags-only keeps escapes and bytes" sh -c '"$PGNUNPACK" --tags-only odd.bcgn | head -n 2 >got; head -n 2 odd.pgn | cmp - got'
printf '1. e4 e5 1-0\r\n\r\n\r\n1. d4 d5 0-1' >bare.pgn
"$PGNPACK" bare.pgn -o bare.bcgn
check "games stand apart" sh -c '"$PGNUNPACK" -g 2,1 bare.bcgn >got; printf "1. d4 d5 0-1\n\n1. e4 e5 1-0\r\n\n" | cmp - got'

# What cannot be viewed.
status "a view of a pipe" 1 sh -c 'cat games.bcgn | "$PGNUNPACK" -g 1'
says "the remedy" "standard input: is a pipe, and this needs a file: save it"
check "standard input that is a file" sh -c '"$PGNUNPACK" -g 1 <games.bcgn | grep -q "Round \"1\""'
gzip <games.bcgn >games.bcgn.gz
status "a view of a wrapped file" 1 "$PGNUNPACK" -g 1 games.bcgn.gz
says "its remedy" "unwrap it first"
"$PGNPACK" --bcgn0 -q w/x.pgn -o zero.bcgn
status "a view of BCGN 0" 1 "$PGNUNPACK" -g 1 zero.bcgn
says "the cause" "no index"
status "a view of PGN" 2 "$PGNUNPACK" -g 1 games.pgn
status "a view of an empty file" 2 sh -c ': >empty; "$PGNUNPACK" -g 1 empty'

# The number of games.
status "--expect-games, right" 0 "$PGNUNPACK" -t --expect-games 301 games.bcgn
status "--expect-games, wrong" 2 "$PGNUNPACK" --expect-games 77 games.bcgn -o no.pgn
says "tells the number" "games.bcgn: it holds 301 games, not 77"
absent "--expect-games, wrong: no output" no.pgn
status "--expect-games and a view" 2 "$PGNUNPACK" --expect-games 5 -g 1 games.bcgn
status "--expect-games and -l" 2 "$PGNUNPACK" --expect-games 5 -l games.bcgn
"$PGNPACK" w/x.pgn -o x.bcgn
"$PGNPACK" w/y.pgn -o y.bcgn
cat x.bcgn y.bcgn >xy.bcgn
status "--expect-games and a concatenation" 0 "$PGNUNPACK" -t --expect-games 5 xy.bcgn
head -c "$(wc -c <x.bcgn)" xy.bcgn >cut.bcgn
status "--expect-games and a cut at its seam" 2 "$PGNUNPACK" -t --expect-games 5 cut.bcgn

# -l
"$PGNPACK" -r w -o w.bcgn
status "-l" 0 "$PGNUNPACK" -l w.bcgn games.bcgn xy.bcgn zero.bcgn
check "-l: a line each, a head, two members and the sum" test "$(wc -l <out)" -eq 8
check "-l: games, blocks, segments, files" grep -Eq '^ *5 +1 +1 +2 +[0-9]+ +[0-9]+ +[0-9.]+  w.bcgn$' out
check "-l: a concatenation" grep -Eq '^ *5 +2 +2 +0 .* xy.bcgn$' out
check "-l: BCGN 0" grep -Eq '^ *3 .* zero.bcgn \(BCGN 0\)$' out
status "-l of a pipe" 1 sh -c 'cat w.bcgn | "$PGNUNPACK" -l'
says "-l of a pipe: the remedy" "save it as a file first"
status "-l of one that is missing" 1 "$PGNUNPACK" -l w.bcgn nowhere.bcgn games.bcgn
check "lists the others" test "$(wc -l <out)" -eq 6
status "-l -v" 0 "$PGNUNPACK" -l -v w.bcgn
check "-l -v: blocks, with their files" grep -Eq '^ +1 +32 .* 2021\.03\.[0-9]+-2021\.03\.[0-9]+ +1795-1850 +index .* w/x\.pgn$' out
status "pgnpack -l" 0 "$PGNPACK" -l w.bcgn
status "-l to a full disk" 1 sh -c '"$PGNUNPACK" -l w.bcgn >/dev/full'
status "-l --json" 0 "$PGNUNPACK" -l -v --json w.bcgn zero.bcgn games.bcgn
mv out list.json
check "-l --json is JSON" python3 -c '
import json
files = json.load(open("list.json"))
assert [f["name"] for f in files] == ["w.bcgn", "zero.bcgn", "games.bcgn"]
w = files[0]
assert (w["games"], w["blocks"], w["files"], w["segments"], w["closed"]) == (5, 1, 2, 1, True)
assert [b["file"] for b in w["file_list"]] == ["w/x.pgn", "w/y.pgn"]
assert [(b["file"], b["files"]) for b in w["block_list"]] == [("w/x.pgn", 2)]
assert sum(b["games"] for b in w["block_list"]) == 5
assert w["block_list"][0]["elo_max"] == 1850 and w["block_list"][0]["date_min"] // 10000 == 2021
games = files[2]
assert sum(b["text_size"] for b in games["block_list"]) == games["text_size"] == len(open("games.pgn", "rb").read())
for block in games["block_list"]:
    parts = sum(block[key] for key in ("tags_size", "moves_size", "comments_size", "other_size"))
    assert parts == block["packed_size"]
import os
for file in w, games:
    columns = file["columns"]
    assert sum(c["packed_size"] for c in columns) == file["packed_size"] == os.path.getsize(file["name"])
    assert abs(sum(c["share"] for c in columns) - 1) < 1e-4 * len(columns)
    assert ("moves", "index") in [(c["part"], c["column"]) for c in columns]
    assert len({(c["part"], c["column"]) for c in columns}) == len(columns)
'
check "-l -v: columns add up to the file" sh -c '"$PGNUNPACK" -l -v games.bcgn | awk -v size="$(wc -c <games.bcgn)" "
    \$1 == \"part\" { columns = 1; next }
    \$1 == \"together\" { exit !(sum == size && \$2 == size) }
    columns { sum += \$3 }"'
check "-l without -v: no columns" sh -c '! "$PGNUNPACK" -l games.bcgn | grep -q together'
"$PGNPACK" -B 16M games.pgn -o whole.bcgn
check "-l -v: columns by name" sh -c '"$PGNUNPACK" -l -v whole.bcgn | grep -Eq "^tags +[0-9]+ +[0-9]+ +[0-9.]+% +[0-9.]+  Date$"'
printf '[Odd\033Name "%s"]\n\n{[%%%%clk 0:01:0%s]} *\n\n' $(seq 9 | sed 'p;s/.*/&/') >escape.pgn
for n in 1 2 3 4 5 6 7; do cat escape.pgn escape.pgn >twice.pgn; mv twice.pgn escape.pgn; done
"$PGNPACK" escape.pgn -o escape.bcgn
check "-l -v: names do not reach the terminal as they are" sh -c '"$PGNUNPACK" -l -v escape.bcgn >got; grep -q "Odd?Name" got && ! grep -q "$(printf "\033")" got'
name=$(printf 'odd "\\ \351\n.bcgn')
cp w.bcgn "$name"
check "-l --json and an odd name" sh -c '"$PGNUNPACK" -l --json "$1" | python3 -c "import json, sys; json.load(sys.stdin)"' - "$name"
finish

# How many games: by the same words in both programs.
"$PGNUNPACK" -c --limit=3 games.bcgn >three.pgn
for option in -n3 '-n 3' --head=3; do
    # shellcheck disable=SC2086 # the option may be two words
    status "pgnunpack $option" 0 "$PGNUNPACK" -c $option games.bcgn
    same "pgnunpack $option: three games" out three.pgn
done
"$PGNFIND" --limit=3 games.bcgn >found.pgn
check "pgnfind --limit: three games" test "$(grep -c '^\[Event ' found.pgn)" = 3
for option in -n3 '-n 3' --first=3 --head=3; do
    # shellcheck disable=SC2086
    status "pgnfind $option" 0 "$PGNFIND" $option games.bcgn
    same "pgnfind $option: three games" out found.pgn
done
