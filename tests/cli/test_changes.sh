# Databases that change: pgnpack --append and --wait, pgndb add, delete, undelete, log and back.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1000000000
some_games 20 >a.pgn
some_games 20 21 >b.pgn
some_games 20 41 >c.pgn
"$PGNPACK" a.pgn -o first.bcgn

# begins NAME FILE WITH: what was there is there, byte for byte.
begins() { check "$1" cmp -n "$(wc -c <"$3")" "$2" "$3"; }

# Appending.
cp first.bcgn d.bcgn
status "appending" 0 "$PGNPACK" --append=d.bcgn b.pgn
says "appending: how many" "d.bcgn: 20 games added: 40 now"
begins "appending: old bytes stay" d.bcgn first.bcgn
cat a.pgn b.pgn >ab.pgn
check "appending: the texts, one after the other" sh -c '"$PGNUNPACK" -c d.bcgn | cmp - ab.pgn'
cp d.bcgn second.bcgn
status "appending at another level, several files" 0 "$PGNPACK" -9 -v --append=d.bcgn c.pgn a.pgn
says "appending: how many" "d.bcgn: 40 games added: 80 now"
begins "appending again: old bytes stay" d.bcgn second.bcgn
cat ab.pgn c.pgn a.pgn >abca.pgn
check "appending again: the texts" sh -c '"$PGNUNPACK" -c d.bcgn | cmp - abca.pgn'
status "appending a packed file" 0 "$PGNPACK" --append=d.bcgn first.bcgn
check "appending a packed file: its text" sh -c 'cat abca.pgn a.pgn >all.pgn && "$PGNUNPACK" -c d.bcgn | cmp - all.pgn'
check "appending from a pipe" sh -c 'cat b.pgn | "$PGNPACK" -q --append=d.bcgn && [ "$("$PGNUNPACK" --count d.bcgn)" = 120 ]'
status "appending twice, at one time" 0 sh -c 'for i in 1 2; do cp first.bcgn t$i.bcgn && "$PGNPACK" -T $i -B 4K --append=t$i.bcgn all.pgn; done'
# The record tells the command, and so the threads; it is in the last bytes.
check "appending: the same blocks by any number of threads" cmp -n $(($(wc -c <t1.bcgn) - 700)) t1.bcgn t2.bcgn
absent "no database yet" new.bcgn
status "appending to no file makes one" 0 "$PGNPACK" --append=new.bcgn a.pgn
check "appending to no file: its text" sh -c '"$PGNUNPACK" -c new.bcgn | cmp - a.pgn'
status "appending nothing that there is" 1 "$PGNPACK" --append=none.bcgn nothing.pgn
absent "appending nothing: no file is made" none.bcgn
cp d.bcgn before.bcgn
status "appending what cannot be read" 1 "$PGNPACK" --append=d.bcgn b.pgn nothing.pgn
same "appending what cannot be read: nothing is changed" d.bcgn before.bcgn
status "appending where" 0 "$PGNDB" add d.bcgn a.pgn --where 'date=2021.03.05'
says "appending where: the others are told" "[0-9]+ of 20 games do not match --where"
check "appending where: those are there" sh -c '[ "$("$PGNUNPACK" --count d.bcgn)" = $((120 + $("$PGNFIND" -c --date=2021.03.05 first.bcgn))) ]'
cp d.bcgn before.bcgn
status "appending where nothing is so" 0 "$PGNDB" add -q d.bcgn a.pgn --where 'player=Nobody'
same "appending where nothing is so: nothing is changed" d.bcgn before.bcgn
status "appending where nonsense" 1 "$PGNDB" add d.bcgn a.pgn --where 'nothing=1'
says "appending where nonsense: the cause" "no condition named .nothing."
status "appending what is there" 0 "$PGNDB" add d.bcgn a.pgn --dedupe
same "appending what is there: nothing is changed" d.bcgn before.bcgn
status "appending to a text" 2 "$PGNPACK" --append=a.pgn b.pgn
says "appending to a text: the cause" "a.pgn: .*not a BCGN file"
mkdir folder
status "appending to a folder" 1 "$PGNPACK" --append=folder b.pgn
for option in --output=x.bcgn --stdout --rm; do
    status "appending and $option" 1 "$PGNPACK" --append=d.bcgn $option b.pgn
    says "appending and $option: the cause" "the options '--append' and '${option%=*}' exclude each other"
done
check "appending and --rm: the input stays" test -s b.pgn
same "after all that, nothing is changed" d.bcgn before.bcgn

# Deleting, and back.
cp second.bcgn e.bcgn
status "deleting" 0 "$PGNDB" delete -v e.bcgn -g 2,5-7,39-
says "deleting: how many" "6 games deleted: 34 of 40 games in use"
begins "deleting: old bytes stay" e.bcgn second.bcgn
check "deleting: the count" sh -c '[ "$("$PGNUNPACK" --count e.bcgn)" = 34 ]'
cp e.bcgn before.bcgn
status "deleting what is deleted" 0 "$PGNDB" delete e.bcgn -g 5,6
same "deleting what is deleted: nothing is changed" e.bcgn before.bcgn
printf '3\n4-5\n' >list
status "deleting a list" 0 "$PGNDB" delete e.bcgn -g @list
check "deleting a list: the count" sh -c '[ "$("$PGNUNPACK" --count e.bcgn)" = 32 ]'
status "bringing some back" 0 "$PGNDB" undelete -v e.bcgn -g 5-6
says "bringing some back: how many" "2 games brought back: 34 of 40 games in use"
status "bringing all back" 0 "$PGNDB" undelete e.bcgn --all
check "bringing all back: the text" sh -c '"$PGNUNPACK" -c e.bcgn | cmp - ab.pgn'
status "deleting where" 0 "$PGNDB" delete e.bcgn --where 'date=2021.03.05'
check "deleting where: none is left" sh -c '[ "$("$PGNFIND" -c --date=2021.03.05 e.bcgn)" = 0 ] && [ "$("$PGNUNPACK" --count e.bcgn)" -lt 40 ]'
cp e.bcgn before.bcgn
status "deleting games that there are not" 1 "$PGNDB" delete e.bcgn -g 1,41
says "deleting games that there are not: the cause" "no game 41: there are 40"
status "deleting nonsense" 1 "$PGNDB" delete e.bcgn -g x
same "after both, nothing is changed" e.bcgn before.bcgn

# The log, and back.
cp second.bcgn l.bcgn
"$PGNDB" delete -q l.bcgn -g 1
status "the log" 0 "$PGNDB" log l.bcgn
check "the log: a line a state" sh -c '[ "$(wc -l <out)" = 4 ]'
check "the log: numbers, times, games, commands" sh -c 'sed -n 3p out | grep -Eq "^ +2  2001-09-09T01:46:40Z  [0-9a-z]{7} +[0-9]+ +20 +0 +0  pgnpack --append=d.bcgn b.pgn$"'
check "the log: a segment that no change made" sh -c 'sed -n 2p out | grep -Eq "^ +1  - +[0-9a-z]{7} +[0-9]+ +20 +0 +0  $"'
check "the log: a change without games has no id, but deletes one" sh -c 'sed -n 4p out | grep -Eq "^ +3  [-0-9TZ:]+  - +[0-9]+ +0 +1 +0  pgndb delete -q l.bcgn -g 1$"'
cp first.bcgn t.bcgn
check "a time that is none is not taken" sh -c 'SOURCE_DATE_EPOCH=12x "$PGNDB" delete -q t.bcgn -g 1 && "$PGNDB" log t.bcgn | tail -n 1 | grep -Eq " 2 +20[2-9][0-9]-"'
status "going back" 0 "$PGNDB" back -f l.bcgn 2
same "going back: the file of then" l.bcgn second.bcgn
status "going back further" 0 "$PGNDB" back -f l.bcgn 1
same "going back further: the file of then" l.bcgn first.bcgn
status "going to a state that there is not" 1 "$PGNDB" back -f l.bcgn 2
says "going to a state that there is not: the cause" "no state 2: the last one is 1"
same "going to a state that there is not: nothing is changed" l.bcgn first.bcgn

# What a broken-off change leaves.
for size in 1 10 31 33 200; do
    cp second.bcgn torn.bcgn
    being_made torn.bcgn "$(wc -c <first.bcgn)"
    truncate -s $(($(wc -c <first.bcgn) + size)) torn.bcgn
    status "torn after $size bytes: unpacking" 0 sh -c '"$PGNUNPACK" -c torn.bcgn >text'
    says "torn after $size bytes: a note" "torn.bcgn: its last $size bytes? (is|are) of a change that was broken off"
    same "torn after $size bytes: the text of before" text a.pgn
    status "torn after $size bytes: the log" 0 "$PGNDB" log torn.bcgn
    says "torn after $size bytes: the log has a note" "its last $size bytes? (is|are) of a change that was broken off"
    status "torn after $size bytes: a copy" 0 "$PGNDB" merge -f torn.bcgn -o copy.bcgn
    says "torn after $size bytes: the copy has a note" "$size bytes? at its end, of a change that was broken off, (is|are) left out"
    same "torn after $size bytes: the copy is what was there" copy.bcgn first.bcgn
    status "torn after $size bytes: changing" 0 "$PGNPACK" --append=torn.bcgn b.pgn
    says "torn after $size bytes: what was removed" "$size bytes? of a change that was broken off (was|were) removed"
    check "torn after $size bytes: the text" sh -c '"$PGNUNPACK" -c torn.bcgn 2>&1 | cmp - ab.pgn'
done
# Where an end mark alone is missing, the change is there; but not where something follows.
head -c $(($(wc -c <second.bcgn) - 48)) second.bcgn >zeros.bcgn
head -c 48 /dev/zero >>zeros.bcgn
status "zeros in place of the end mark" 0 "$PGNUNPACK" -t zeros.bcgn
says "zeros in place of the end mark: a note" "its end mark is not whole; nothing else is missing"
check "zeros in place of the end mark: the text" sh -c '"$PGNUNPACK" -qc zeros.bcgn | cmp - ab.pgn'
echo "more" >>zeros.bcgn
status "zeros and more in place of the end mark" 2 "$PGNPACK" --append=zeros.bcgn b.pgn
cp second.bcgn damaged.bcgn
printf x | dd of=damaged.bcgn bs=1 seek=$(($(wc -c <second.bcgn) - 20)) conv=notrunc status=none
cp damaged.bcgn before.bcgn
status "a damaged end" 2 "$PGNPACK" --append=damaged.bcgn c.pgn
says "a damaged end: the remedy" "nothing was changed; .*--salvage"
same "a damaged end: nothing is changed" damaged.bcgn before.bcgn

# One at a time.
if command -v flock >/dev/null; then
    cp first.bcgn busy.bcgn
    flock busy.bcgn sh -c 'touch held; while [ ! -e go ]; do sleep 0.02; done' &
    while [ ! -e held ]; do sleep 0.02; done
    status "a database that is being changed" 1 "$PGNPACK" --append=busy.bcgn b.pgn
    says "a database that is being changed: the cause" "busy.bcgn: another program is changing it"
    same "a database that is being changed: it is as it was" busy.bcgn first.bcgn
    check "reading goes on" sh -c '"$PGNUNPACK" -c busy.bcgn | cmp - a.pgn'
    "$PGNPACK" --wait=100 --append=busy.bcgn b.pgn &
    waiting=$!
    touch go
    check "waiting for it" wait $waiting
    check "waiting for it: the text" sh -c '"$PGNUNPACK" -c busy.bcgn | cmp - ab.pgn'
fi
status "waiting for nonsense" 1 "$PGNDB" delete first.bcgn -g 1 --wait=x
no_leftovers "nothing else is left"
# ---- Levels ----

# What comes to a database, or is changed in it, is packed as most of it is; the codec tells.
codecs() { "$PGNUNPACK" -l -v "$1" | awk '$1 ~ /^[0-9]+$/ && NF >= 10 { for (i = 1; i <= NF; i++) if ($i ~ /^(index|bits|table|model|best)$/) print $i }' | paste -sd ' '; }
some_games 30 >levels.pgn
for pair in 1:index 3:index 4:table 5:model 6:model 7:best 9:best; do
    level=${pair%:*} codec=${pair#*:}
    "$PGNPACK" -q -f "-$level" levels.pgn -o levels.bcgn
    "$PGNDB" add -q levels.bcgn levels.pgn
    check "added at level $level" test "$(codecs levels.bcgn)" = "$codec $codec"
    "$PGNDB" set -q levels.bcgn Round=9 -g 1-3
    check "... changed at level $level" test "$(codecs levels.bcgn)" = "$codec $codec $codec"
    "$PGNDB" add -q levels.bcgn levels.pgn -4
    check "... added at another" test "$(codecs levels.bcgn)" = "$codec $codec $codec table"
done
"$PGNPACK" -q -f -3 levels.pgn -o levels.bcgn
cat levels.pgn levels.pgn levels.pgn | "$PGNDB" add -q levels.bcgn - -6
"$PGNDB" add -q levels.bcgn levels.pgn
check "most of the text counts" test "$(codecs levels.bcgn)" = "index model model"
rm -f made.bcgn
"$PGNDB" add -q made.bcgn levels.pgn
check "without any it is 3" test "$(codecs made.bcgn)" = index
finish
