# What was deleted, why, and what was done: kinds of deletion are told apart, the log survives merging and compaction.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1000000000

game() { # number, white
    printf '[Event "E%s"]\n[White "%s"]\n[Black "B%s"]\n[Date "2001.01.%02d"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 %s. Bb5 1-0\n\n' "$1" "$2" "$1" "$1" 3
}
count() { "$PGNUNPACK" --count "$1"; }
changes() { "$PGNDB" log "$1" | awk 'NR > 1 { printf "%s:%s,%s,%s ", $1, $5, $6, $7 }'; }
# All that `log --deleted` says, without ids: game, change, why and other game.
deleted() { "$PGNDB" log "$1" --deleted | sed -E '1d; s/^ *([0-9]+)  [^ ]+ +([0-9]+)  (by hand|duplicate|replaced) *([0-9]*).*/\1 \2 \3 \4/; s/ $//' | tr '\n' ';'; }

for i in $(seq 1 20); do game "$i" "W$((i % 4))"; done >all.pgn
"$PGNPACK" -q all.pgn -o base.bcgn

# Trap 4: what was replaced came back, beside its new version.
cp base.bcgn db.bcgn
"$PGNDB" set -q db.bcgn Annotator=me --where white=W1
"$PGNDB" rename -q db.bcgn /dev/stdin <<'TABLE'
W2 = W9
TABLE
status "trap 4: undelete after set and rename" 0 "$PGNDB" undelete db.bcgn --all
says "trap 4: ... brings nothing back" "db.bcgn: 0 games brought back: 20 of 30 games in use"
says "trap 4: ... and says what stays" "10 games stay deleted, as duplicates \(pgndb undelete --duplicates\), older versions or games that were taken back \(pgndb undo\); pgndb log --deleted lists them"
check "trap 4: no game is there twice" test "$(count db.bcgn)" = 20
check "trap 4: why they are deleted" test "$(deleted db.bcgn)" = "1 2 replaced 21;2 3 replaced 26;5 2 replaced 22;6 3 replaced 27;9 2 replaced 23;10 3 replaced 28;13 2 replaced 24;14 3 replaced 29;17 2 replaced 25;18 3 replaced 30;"
status "trap 4: one by number" 0 "$PGNDB" undelete db.bcgn -g 1
says "trap 4: ... stays, too" "1 game stays deleted"
status "trap 4: as duplicates" 0 "$PGNDB" undelete db.bcgn --duplicates
says "trap 4: ... they are none" "10 games stay deleted, not as duplicates"
"$PGNDB" back -q -f db.bcgn 2
check "trap 4: going back brings them back" test "$(deleted db.bcgn)" = "1 2 replaced 21;5 2 replaced 22;9 2 replaced 23;13 2 replaced 24;17 2 replaced 25;"

# All kinds at once.
cp base.bcgn db.bcgn
"$PGNPACK" -q --append=db.bcgn all.pgn
"$PGNDB" delete -q db.bcgn -g 3,19
"$PGNDB" dedupe -q db.bcgn
"$PGNDB" set -q db.bcgn Annotator=me --where 'event=E7'
"$PGNDB" delete -q db.bcgn -g 2-4
check "kinds: 3 was deleted already, and stays what it is" sh -c 'case $1 in "2 6 by hand;3 3 by hand;4 6 by hand;7 5 replaced 41;19 3 by hand;21 4 duplicate 1;22 4 duplicate 2;24 4 duplicate 4;"*) ;; *) echo "$1"; false ;; esac' sh "$(deleted db.bcgn)"
status "kinds: a dry run" 0 "$PGNDB" undelete db.bcgn --all --dry-run
says "kinds: a dry run counts those by hand" "4 games would be brought back: 22 of 41 games in use"
status "kinds: a dry run of duplicates" 0 "$PGNDB" undelete db.bcgn --duplicates -g 21-30 --dry-run
says "kinds: a dry run of duplicates counts those" "9 games would be brought back"
status "kinds: by hand" 0 "$PGNDB" undelete db.bcgn --all
says "kinds: by hand, 4 of them" "4 games brought back: 22 of 41 games in use"
status "kinds: some duplicates" 0 "$PGNDB" undelete db.bcgn --duplicates -g 21,22
says "kinds: some duplicates, 2 of them" "2 games brought back: 24 of 41"
status "kinds: all duplicates" 0 "$PGNDB" undelete db.bcgn --duplicates
says "kinds: all duplicates, 16 of them" "16 games brought back: 40 of 41"
check "kinds: the older version stays" test "$(deleted db.bcgn)" = "7 5 replaced 41;"
status "kinds: a word that is none" 1 "$PGNDB" undelete db.bcgn -g duplicate
check "kinds: the log" test "$(changes db.bcgn)" = "1:20,0,0 2:20,0,0 3:0,2,0 4:0,18,0 5:1,1,0 6:0,2,0 7:0,0,4 8:0,0,2 9:0,0,16 "

# Trap 7: an addition that merges small segments wiped the log, and could not be undone.
cp base.bcgn db.bcgn
"$PGNDB" delete -q db.bcgn -g 4,5
"$PGNDB" set -q db.bcgn Annotator=me --where 'event=E7'
merges=0 undone=0
for i in $(seq 1 30); do
    game 1 "N$i" | "$PGNPACK" -v --append=db.bcgn >/dev/null 2>told
    if grep -q 'small segments became one' told; then
        merges=$((merges + 1))
        cp db.bcgn back.bcgn
        "$PGNDB" back -q -f back.bcgn $((i + 2)) && [ "$(count back.bcgn)" = $((18 + i - 1)) ] && undone=$((undone + 1))
    fi
done
check "trap 7: small segments became one, again and again" test $merges -ge 3
check "trap 7: the addition before which they did can be taken back" test $undone = $merges
without_merges() { changes "$1" | sed 's/-:0,0,0 //g'; }
wanted="1:20,0,0 2:0,2,0 3:1,1,0 $(for i in $(seq 4 33); do printf '%s:1,0,0 ' "$i"; done)"
check "trap 7: all changes are in the log, with numbers and games" test "$(without_merges db.bcgn)" = "$wanted"
check "trap 7: with their commands" sh -c '[ "$("$PGNDB" log db.bcgn | grep -c " pgnpack -v --append=db.bcgn$")" = 30 ]'
check "trap 7: and times" sh -c '[ "$("$PGNDB" log db.bcgn | grep -v "(small segments" | grep -c "2001-09-09T01:46:40Z")" = 32 ]'
check "trap 7: what is deleted, and why" test "$(deleted db.bcgn)" = "4 2 by hand;5 2 by hand;7 3 replaced 21;"
earliest=$("$PGNDB" log db.bcgn | awk 'NR > 1 && $1 != "-" && $4 != "gone" { print $1; exit }')
cp db.bcgn before.bcgn
status "trap 7: back to a state between" 1 "$PGNDB" back -f db.bcgn 10
says "trap 7: ... is refused, with a word" "state 10 is gone: it was merged with later ones; pgndb log lists the states, the earliest is $earliest"
mv err told
status "trap 7: ... and by --dry-run" 1 "$PGNDB" back -f db.bcgn 10 --dry-run
same "trap 7: ... in the same words" err told
check "trap 7: the log marks the states that are gone" test "$("$PGNDB" log db.bcgn | grep -c '  gone  ')" = $((earliest - 1))
same "trap 7: ... nothing is changed" db.bcgn before.bcgn
status "trap 7: to the last state" 0 "$PGNDB" back -f db.bcgn 33
same "trap 7: ... which it is at" db.bcgn before.bcgn
cp db.bcgn back.bcgn
status "trap 7: to the earliest one" 0 "$PGNDB" back -f back.bcgn "$earliest"
check "trap 7: ... whose games are there" test "$(count back.bcgn)" = $((18 + earliest - 3))
"$PGNDB" undelete -q db.bcgn -g 4
check "trap 7: numbers go on, and so does undelete" test "$(without_merges db.bcgn)" = "${wanted}34:0,0,1 "
"$PGNDB" compact -q db.bcgn --forget
check "trap 7: compaction keeps the log" sh -c 'case $1 in *"2:0,2,0 3:1,1,0 4:1,0,0 "*"33:1,0,0 34:0,0,1 ")  ;; *) echo "$1"; false ;; esac' sh "$(without_merges db.bcgn)"
check "trap 7: ... without deleted games" test "$(deleted db.bcgn)" = ""
"$PGNDB" delete -q db.bcgn -g 1
"$PGNDB" compact -q db.bcgn --forget
check "trap 7: ... and so does the next one" sh -c 'case $1 in *"2:0,2,0 3:1,1,0 4:1,0,0 "*"34:0,0,1 35:0,1,0 ") ;; *) echo "$1"; false ;; esac' sh "$(without_merges db.bcgn)"
"$PGNDB" compact -q db.bcgn --forget --drop-ids
"$PGNDB" compact -q db.bcgn --forget -3 --drop-ids
check "trap 7: --drop-ids makes it as if packed at once" test "$(changes db.bcgn)" = "1:48,0,0 "

# Files one behind the other: numbers go on.
cp base.bcgn a.bcgn
"$PGNDB" delete -q a.bcgn -g 1
cat a.bcgn a.bcgn >twice.bcgn
check "joined: the log" test "$(changes twice.bcgn)" = "1:20,0,0 2:0,1,0 3:20,0,0 4:0,1,0 "
check "joined: what is deleted" test "$(deleted twice.bcgn)" = "1 2 by hand;21 4 by hand;"
"$PGNDB" undelete -q twice.bcgn -g 1
check "joined: the first of two like segments" test "$(deleted twice.bcgn)" = "21 4 by hand;"
finish
