# pgndb replace and edit: games get new texts, in one change or none; what is not touched stays byte for byte.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000
export TMPDIR=$PWD/temporary
mkdir "$TMPDIR"

some_games 12 >games.pgn
"$PGNPACK" -q games.pgn -o full.bcgn
cp full.bcgn games.bcgn
# games_of FILE NUMBER...: their texts.
games_of() { "$PGNUNPACK" -qc -g "$2" "$1"; }

# ---- replace ----

games_of full.bcgn 5 >five.pgn
sed 's/^\[Round .*/[Round "99"]/; s/ {[^}]*}//' five.pgn | sed '/^1/ s/ / {better} /' >new.pgn
status "a dry run" 0 "$PGNDB" replace games.bcgn -g 5 new.pgn --dry-run
says "... tells" '^pgndb: games.bcgn: 1 of 12 games would be changed$'
check "... shows what would be" grep -qx '+\[Round "99"\]' out
same "... and does nothing" games.bcgn full.bcgn
status "a text" 0 "$PGNDB" replace games.bcgn -g 5 new.pgn
check "... says so, once" test "$(cat err)" = 'pgndb: games.bcgn: 1 of 12 games changed'
same_empty "... and shows nothing" out
check "... old bytes stay" cmp -n "$(stat -c %s full.bcgn)" games.bcgn full.bcgn
id=$("$PGNUNPACK" -c --csv=GameId -g 5 full.bcgn | tail -n 1)
games_of games.bcgn "$id" >got.pgn
check "... the id has it, byte for byte" test "$(cat got.pgn)" = "$(cat new.pgn)"
"$PGNUNPACK" -qc games.bcgn >got
{ games_of full.bcgn 1-4; echo; games_of full.bcgn 6-12; echo; cat new.pgn; } >wanted
check "... all others are as they were" test "$(cat -s got)" = "$(cat -s wanted)"
status "the same again" 0 "$PGNDB" replace games.bcgn -g "$id" new.pgn
says "... is no change" '0 of 12 games changed'
status "an old version" 1 "$PGNDB" replace games.bcgn -g 5 five.pgn
says "... leads to the new one" 'games.bcgn: game 5: is the old version of game 13; give that number, or the id'
status "it is taken back" 0 "$PGNDB" undo games.bcgn last
games_of games.bcgn "$id" >got.pgn
same "... the old text is there" got.pgn five.pgn

# Several, in the order of the list, by a pipe.
cp full.bcgn games.bcgn
{
    games_of full.bcgn 9 | sed 's/^\[Event .*/[Event "Ninth"]/'
    games_of full.bcgn 2 | sed 's/^\[Event .*/[Event "Second"]/'
} >two.pgn
status "several" 0 sh -c '"$PGNDB" replace games.bcgn -g 9,2 - <two.pgn'
says "... in one change" '2 of 12 games changed'
check "... each its own" sh -c '
    for n in 9 2; do
        id=$("$PGNUNPACK" -c --csv=GameId -g $n full.bcgn | tail -n 1)
        "$PGNUNPACK" -qc -g "$id" games.bcgn | head -n 1
    done | paste -sd " " | grep -qx "\[Event \"Ninth\"\] \[Event \"Second\"\]"'
check "the log has two of each" sh -c '"$PGNDB" log games.bcgn | grep -q " 2 *2 *0 *pgndb replace games.bcgn -g 9,2 -$"'
cp full.bcgn games.bcgn
status "those that are found" 0 "$PGNDB" replace games.bcgn --where 'round=5' new.pgn
says "... are changed" '1 of 12 games changed'

# What is refused, with cause and place: nothing is changed, of several games none.
refuses() { # NAME PATTERN WORDS...
    local name=$1 pattern=$2
    shift 2
    cp full.bcgn games.bcgn
    status "$name" 1 "$PGNDB" "$@"
    says "$name: why" "^pgndb: .*$pattern"
    same "$name: the database stays" games.bcgn full.bcgn
}
sed '/^1/ s/^1\. *[^ ]*/1. Ke5/' five.pgn >illegal.pgn
{ cat two.pgn; echo; cat illegal.pgn; } >three.pgn
line=$(($(grep -c '' two.pgn) + 1 + $(grep -n '^1' illegal.pgn | head -n 1 | cut -d : -f 1)))
printf '[Event "x]\n[White "A"]\n\n1. e4 *\n' >tag.pgn
printf '[White "A"]\n\n1. e4 {never closed *\n' >open.pgn
printf '[White "A"]\n\n1. e4 (1. d4 *\n' >variation.pgn
echo 'These are words.' >words.pgn
: >empty.pgn
refuses "an illegal move" "illegal.pgn: line [0-9]+: 'Ke5': " replace games.bcgn -g 5 illegal.pgn
refuses "... the last of several" "three.pgn: line $line: 'Ke5': " replace games.bcgn -g 9,2,5 three.pgn
refuses "... tried" "illegal.pgn: line [0-9]+: 'Ke5': " replace games.bcgn -g 5 illegal.pgn --dry-run
refuses "a tag that is none" "tag.pgn: line 1: " replace games.bcgn -g 5 tag.pgn
refuses "a comment without its end" 'open.pgn: line 1: ' replace games.bcgn -g 5 open.pgn
refuses "a variation without its end" 'variation.pgn: line 1: ' replace games.bcgn -g 5 variation.pgn
refuses "words" 'words.pgn: ' replace games.bcgn -g 5 words.pgn
refuses "nothing" 'empty.pgn: has 0 games for 1: each game gets one text' replace games.bcgn -g 5 empty.pgn
refuses "two texts for one" 'two.pgn: has 2 games for 1: ' replace games.bcgn -g 5 two.pgn
refuses "one text for two" 'new.pgn: has 1 game for 2: ' replace games.bcgn -g 5-6 new.pgn
refuses "one game twice" 'games.bcgn: game 5: is named twice' replace games.bcgn -g 5,5 two.pgn
refuses "a game that there is not" 'games.bcgn: has no game 13: ' replace games.bcgn -g 13 new.pgn
refuses "an id that there is not" 'zzzzzzz' replace games.bcgn -g zzzzzzz:1 new.pgn
refuses "no game is found" 'games.bcgn: no game is chosen' replace games.bcgn --where player=Nobody new.pgn
refuses "no choice" 'which games\? Give -g or .--where.' replace games.bcgn new.pgn
refuses "all" "'--all' goes with " replace games.bcgn new.pgn --all
refuses "no file" 'missing argument' replace games.bcgn -g 5
refuses "a file that there is not" 'none.pgn' replace games.bcgn -g 5 none.pgn
"$PGNDB" delete -q full.bcgn -g 4
refuses "a deleted game" 'games.bcgn: game 4: is deleted; pgndb undelete' replace games.bcgn -g 4 new.pgn

# What was broken before may stay so, but no more.
{ sed '/^1/ s/^1\. *[^ ]*/1. Ke5/' five.pgn; } >broken.pgn
"$PGNPACK" -q broken.pgn -o broken.bcgn
sed 's/^\[Round .*/[Round "77"]/' broken.pgn >still.pgn
status "a broken game, corrected elsewhere" 0 "$PGNDB" replace broken.bcgn -g 1 still.pgn
sed 's/^\[Round .*/[Round "77]/' still.pgn >worse.pgn
status "... made worse" 1 "$PGNDB" replace broken.bcgn --where round=77 worse.pgn
status "... mended" 0 "$PGNDB" replace broken.bcgn --where round=77 five.pgn

# CR LF, a byte order mark, Latin-1: the bytes are those of the file.
cp full.bcgn games.bcgn
sed 's/$/\r/; s/Wendy/Wend\xe9/' five.pgn >crlf.pgn
{ printf '\357\273\277\r\n'; cat crlf.pgn; } >marked.pgn
status "other bytes" 0 "$PGNDB" replace games.bcgn -g 5 marked.pgn
games_of games.bcgn "$id" >got.pgn
check "... come back" sh -c 'cmp <(sed "s/\r$//" got.pgn) <(sed "s/\r$//" crlf.pgn) && [ "$(grep -c "$(printf "\r")" got.pgn)" -ge "$(($(grep -c "" crlf.pgn) - 1))" ]'

# ---- edit ----

# An editor is a command: here one that does to the file what the test says.
cat >editor <<'END'
#!/bin/bash
file=${*: -1}
echo "$file" >>"$SCRATCH/edited"
cat "$file" >>"$SCRATCH/seen"
eval "$EDITING"
END
chmod +x editor
export EDITING SCRATCH
export EDITOR=$PWD/editor
unset VISUAL PGNDB_EDITOR
# edits NAME STATUS SCRIPT WORDS...
edits() {
    local name=$1 wanted=$2
    EDITING=$3
    shift 3
    rm -f edited seen
    cp full.bcgn games.bcgn
    status "$name" "$wanted" "$PGNDB" edit games.bcgn "$@"
}
nothing_left() { check "$1: no file is left" sh -c '[ -z "$(ls -A "$TMPDIR")" ]'; }

edits "edit" 0 'sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"' -g 5
says "... says so" '^pgndb: games.bcgn: 1 of 11 games changed$'
check "... shows the change" sh -c 'grep -qx "\-\[Round \"5\"\]" out && grep -qx "+\[Round \"55\"\]" out'
check "... gave the game's text" test "$(cat seen)" = "$(cat five.pgn)"
check "... opened once" test "$(grep -c '' edited)" = 1
games_of games.bcgn "$id" >got.pgn
check "... which is there" test "$(cat got.pgn)" = "$(sed 's/^\[Round .*/[Round "55"]/' five.pgn)"
nothing_left "edit"
edits "edit of several" 0 'sed -i "s/^\[Event .*/[Event \"E\"]/" "$file"' -g 5,7
says "... says how many" '2 of 11 games changed'
edits "edit of one of several" 0 'sed -i "0,/^\[Event/ s/^\[Event .*/[Event \"E\"]/" "$file"' -g 5,7
says "... says how many" '1 of 11 games changed'
edits "edit: nothing" 0 true -g 5
says "... says so" 'games.bcgn: nothing is changed$'
same "... the database stays" games.bcgn full.bcgn
nothing_left "edit: nothing"
edits "edit: emptied" 0 ': >"$file"' -g 5
says "... says so" 'the text is empty: nothing is changed'
same "... the database stays" games.bcgn full.bcgn
nothing_left "edit: emptied"
edits "edit: quiet" 0 'sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"' -g 5 -q
silent "edit: quiet"
same_empty "edit: quiet, shows nothing" out

# What is refused comes again, with the cause, until it is mended or given up.
edits "edit: mended" 0 'if grep -q "% pgndb" "$file"; then sed -i "s/Ke5/e4/" "$file"; else sed -i "/^1/ s/^1\. *[^ ]*/1. Ke5/; s/^\[Round .*/[Round \"55\"]/" "$file"; fi' -g 5
check "... in two turns" test "$(grep -c '' edited)" = 2
check "... with the cause, and where it is" sh -c 'n=$(sed -n "s/^% pgndb: line \([0-9]*\): .Ke5.: .*/\1/p" seen)
    [ -n "$n" ] && tail -n +"$(grep -n "^% pgndb: line" seen | cut -d : -f 1)" seen | sed -n "${n}p" | grep -q "Ke5"'
check "... which is not in the game" sh -c '! "$PGNUNPACK" -c games.bcgn | grep "% pgndb"'
says "... then says so" '1 of 11 games changed'
nothing_left "edit: mended"
edits "edit: given up" 0 'if grep -q "% pgndb" "$file"; then : >"$file"; else sed -i "/^1/ s/^1\. *[^ ]*/1. Ke5/" "$file"; fi' -g 5
same "... the database stays" games.bcgn full.bcgn
nothing_left "edit: given up"
edits "edit: a script that repeats itself" 1 'sed -i "/^1/ s/^1\. *[^ ]*/1. Ke5/" "$file"' -g 5
check "... is asked twice" test "$(grep -c '' edited)" = 2
says "... what it did is kept" 'what was edited is in '
check "... in that file" grep -q Ke5 "$(sed -n 's/.*what was edited is in //p' err)"
same "... the database stays" games.bcgn full.bcgn
rm -f "$TMPDIR"/*
edits "edit: a game goes" 1 'sed -i "/^$/,\$ d" "$file"; printf "\n" >>"$file"' -g 5,7
says "... is told" 'has 1 game for 2: each game gets one text'
rm -f "$TMPDIR"/*

# The editor fails, or somebody else was quicker.
edits "edit: the editor fails" 1 'exit 3' -g 5
says "... is told" "the editor '.*editor' failed \(status 3\): nothing was changed"
nothing_left "edit: the editor fails"
edits "edit: it fails behind its work" 1 'sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"; exit 1' -g 5
check "... which is kept" grep -q 'Round "55"' "$(sed -n 's/.*what was edited is in //p' err)"
rm -f "$TMPDIR"/*
cp full.bcgn games.bcgn
EDITOR=/nowhere/editor status "edit: no such editor" 1 "$PGNDB" edit games.bcgn -g 5
says "... is told" "the editor '/nowhere/editor' failed"
edits "edit: somebody changes another game" 0 '"$PGNDB" set -q games.bcgn ECO=A00 -g 6; sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"' -g 5
says "... is taken" '1 of 11 games changed'
edits "edit: somebody changes the game" 1 '"$PGNDB" set -q games.bcgn ECO=A00 -g 5; sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"' -g "$id"
says "... is told" 'another program changed the game while it was edited'
check "... the edit is kept" grep -q 'Round "55"' "$(sed -n 's/.*what was edited is in //p' err)"
check "... theirs is there" sh -c '"$PGNUNPACK" -c games.bcgn | grep -q A00 && ! "$PGNUNPACK" -c games.bcgn | grep "Round \"55\""'
rm -f "$TMPDIR"/*
edits "edit: somebody deletes the game" 1 '"$PGNDB" delete -q games.bcgn -g 5; sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"' -g 5
check "... the edit is kept" grep -q 'Round "55"' "$(sed -n 's/.*what was edited is in //p' err)"
rm -f "$TMPDIR"/*
edits "edit: the database goes" 1 'rm games.bcgn; sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"' -g 5
check "... the edit is kept" grep -q 'Round "55"' "$(sed -n 's/.*what was edited is in //p' err)"
rm -f "$TMPDIR"/*

# Which editor, and names with odd signs.
edits "VISUAL" 0 true -g 5
VISUAL="$PWD/editor --wait" EDITOR=false status "VISUAL comes first, with words" 0 "$PGNDB" edit games.bcgn -g 5
EDITOR='' status "no editor, and no terminal" 1 "$PGNDB" edit games.bcgn -g 5 </dev/null
says "... is told" 'there is no terminal, and no editor in VISUAL or EDITOR; pgndb replace'
nothing_left "no editor"
mkdir "it's a \$folder"
TMPDIR="$PWD/it's a \$folder" EDITING='sed -i "s/^\[Round .*/[Round \"55\"]/" "$file"' \
    status "a folder with odd signs" 0 "$PGNDB" edit games.bcgn -g 5
says "... is taken" '1 of 11 games changed'
refuses "edit of all" "'--all' goes with " edit games.bcgn --all
refuses "edit of what" 'which games' edit games.bcgn
refuses "edit: a deleted game" 'game 4: is deleted' edit games.bcgn -g 4
if [ "$(id -u)" != 0 ]; then
    cp full.bcgn games.bcgn
    chmod a-w games.bcgn
    status "edit: read-only" 1 "$PGNDB" edit games.bcgn -g 5
    chmod u+w games.bcgn
fi
finish
