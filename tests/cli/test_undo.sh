# pgndb undo, log --show, deleted: one change is taken back, and what later ones did stays. change_walk.py has chains of them.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000

some_games 12 >games.pgn
some_games 4 | sed 's/White, Wendy/Grey, Gus/' >more.pgn
"$PGNPACK" -q games.pgn -o first.bcgn
cp first.bcgn full.bcgn
"$PGNDB" add -q full.bcgn more.pgn                 # change 2: games 13 to 16
"$PGNDB" set -q full.bcgn Annotator=me -g 3-4      # change 3: 17 and 18 are new versions
"$PGNDB" delete -q full.bcgn -g 5,6                # change 4
"$PGNDB" undelete -q full.bcgn -g 6                # change 5
cp full.bcgn games.bcgn

# state FILE: its text, and what is deleted, without the change that did it.
state() {
    "$PGNUNPACK" -qc "$1"
    "$PGNDB" deleted "$1" | awk '{ $3 = ""; print }'
}

status "a dry run" 0 "$PGNDB" undo games.bcgn 3 --dry-run
check "... tells what would be" test "$(cat err)" = \
    'pgndb: games.bcgn: change 3 would be taken back: 2 games would be deleted, 2 would be there again'
same "... and does nothing" games.bcgn full.bcgn
status "a change" 0 "$PGNDB" undo games.bcgn 3
check "... tells what it did" test "$(cat err)" = \
    'pgndb: games.bcgn: change 3 is taken back: 2 games deleted, 2 are there again'
check "... old bytes stay" cmp -n "$(stat -c %s full.bcgn)" games.bcgn full.bcgn
check "... no game has the tag" sh -c '! "$PGNUNPACK" -c games.bcgn | grep Annotator'
check "... later changes are as they were" sh -c '"$PGNDB" deleted games.bcgn | grep -q "^ *5 .* by hand"'
id=$("$PGNUNPACK" -c --csv=GameId -g 3 first.bcgn | tail -n 1)
"$PGNUNPACK" -qc -g "$id" games.bcgn >out.pgn
"$PGNUNPACK" -qc -g 3 first.bcgn >wanted.pgn
same "... the id leads to the old version again" out.pgn wanted.pgn
status "... which is once there" 1 "$PGNDB" undo games.bcgn 3
says "... and told the second time" 'change 3 was taken back already, by change 6; pgndb undo 6 would make it again$'
status "... it is made again" 0 "$PGNDB" undo games.bcgn 6
state full.bcgn >wanted
state games.bcgn >got
same "... all is as before" got wanted
check "... the log tells" sh -c '"$PGNDB" log games.bcgn | grep -q "^ *6 .* 0 *2 *2 *pgndb undo games.bcgn 3$"'

# What later changes did stays.
cp full.bcgn games.bcgn
"$PGNDB" delete -q games.bcgn -g 13
"$PGNDB" set -q games.bcgn Annotator=you -g 14
status "in part" 0 "$PGNDB" undo games.bcgn 2
says "... tells it" '^pgndb: games.bcgn: change 2 is taken back: 2 games deleted, 0 are there again$'
says "... and what is left" 'warning: 2 games of change 2 stay as later changes made them; pgndb log --show 2 lists the games$'
"$PGNDB" log --show 2 games.bcgn >out
check "... which are listed" test "$(awk '{ print $1, $3 }' out | paste -sd ' ')" = 'game what 13 added 14 added 15 added 16 added'
check "... the new version stays" sh -c '"$PGNUNPACK" -c games.bcgn | grep -q "Annotator \"you\""'
status "nothing of it" 1 "$PGNDB" undo games.bcgn 2
says "... is told" 'change 2 was taken back already, by change 8'
"$PGNDB" delete -q games.bcgn --all
status "all is deleted by another one" 1 "$PGNDB" undo games.bcgn 3
says "... is told" 'nothing of change 3 can be taken back: later changes made something else of all of its games'

# last, again and again, up to the first.
cp full.bcgn games.bcgn
for change in 5 4 3 2; do
    status "last: $change" 0 "$PGNDB" undo games.bcgn last
    says "... is that one" "^pgndb: games.bcgn: change $change is taken back: "
    [ "$change" != 2 ] || { "$PGNUNPACK" -qc games.bcgn >got; check "... text and all" test "$(cat got)" = "$(cat games.pgn)"; }
done
status "last does not mean what made the database" 1 "$PGNDB" undo games.bcgn last
says "... is told" 'no change is left but the first, which made the database: pgndb undo 1 would delete all of its games$'
status "its number does" 0 "$PGNDB" undo games.bcgn 1
says "... is that one" "^pgndb: games.bcgn: change 1 is taken back: "
check "... no game is left" test "$("$PGNUNPACK" --count games.bcgn)" = 0
status "last of none" 1 "$PGNDB" undo games.bcgn last
says "... is told" 'there is no change that could be taken back$'

# The same through merging and compaction, and what these leave out.
cp full.bcgn games.bcgn
for i in $(seq 70); do
    some_games 1 | sed "s/White, Wendy/Late, L$i/" | "$PGNDB" add -q games.bcgn -
done
check "small segments are merged" test "$("$PGNDB" log games.bcgn | grep -c ' gone ')" -gt 5
status "a change of a merged segment" 0 "$PGNDB" undo games.bcgn 3
says "... is taken back" 'change 3 is taken back: 2 games deleted, 2 are there again$'
"$PGNDB" undo -q games.bcgn last # the last addition
check "... the last one, too" test "$("$PGNFIND" -c --player Late games.bcgn)" = 69
cp full.bcgn games.bcgn
"$PGNDB" log --deleted games.bcgn >wanted
status "compaction keeps what is deleted" 0 "$PGNDB" compact games.bcgn
says "... in fewer segments" '5 segments became 1,'
says "... and says so" 'of these (is|are) deleted, and can be brought back; --forget leaves them out$'
"$PGNDB" log --deleted games.bcgn >got
same "... and why it was" wanted got
cp games.bcgn before.bcgn
status "... again" 0 "$PGNDB" compact games.bcgn
same "... changes nothing" before.bcgn games.bcgn
status "... anew" 0 "$PGNDB" compact -q -4 games.bcgn
status "... and to another file" 0 "$PGNDB" compact -q full.bcgn -o other.bcgn
"$PGNDB" log --deleted other.bcgn >got
same "... the same" wanted got
for change in 5 4 3 2 1; do
    status "a change before compaction: $change" 0 "$PGNDB" undo games.bcgn "$([ $change = 1 ] && echo 1 || echo last)"
    says "... is taken back" "^pgndb: games.bcgn: change $change is taken back: "
done
status "ids are kept with them" 1 "$PGNDB" compact games.bcgn --drop-ids
says "... and go with --forget" "drop-ids' goes with --forget: deleted games are kept by their ids;"
cp full.bcgn games.bcgn
"$PGNDB" compact -q --forget games.bcgn
cp games.bcgn before.bcgn
for how in '' --dry-run; do
    # shellcheck disable=SC2086 # none or one
    status "new versions of games that compaction left out stay ($how)" 1 "$PGNDB" undo $how games.bcgn 3
    says "... and it is told" 'nothing of change 3 can be taken back: compaction left out what its games were before, and they stay what they are$'
    same "... nothing is done" before.bcgn games.bcgn
done
status "... nor by 'last'" 1 "$PGNDB" undo games.bcgn last
same "... nothing is lost" before.bcgn games.bcgn
cp full.bcgn games.bcgn
"$PGNDB" delete -q games.bcgn -g 13
"$PGNDB" compact -q --forget games.bcgn
for how in --dry-run ''; do
    # shellcheck disable=SC2086
    status "games that were added, behind compaction ($how)" 0 "$PGNDB" undo $how games.bcgn 2
    says "... what is gone is told" 'warning: 1 game of change 2 is gone: compaction left it out$'
    says "... and the others go" 'change 2 (is|would be) taken back: 3 games'
done
status "... all of a change" 1 "$PGNDB" undo games.bcgn 4
says "... is told" 'change 4 has no games left that could be taken back$'

# JSON, and the same list by two names.
cp full.bcgn games.bcgn
"$PGNDB" log --show 3 --json games.bcgn >out
check "JSON" python3 -c 'import json, sys
rows = [json.loads(line) for line in open("out")]
assert [(row["game"], row["what"], row.get("other")) for row in rows] == [
    (17, "added", None), (18, "added", None), (3, "replaced", 17), (4, "replaced", 18)], rows
assert rows[0]["id"] == rows[2]["id"] == rows[2]["other_id"]'
"$PGNDB" log --deleted games.bcgn >wanted
"$PGNDB" deleted games.bcgn >got
same "deleted is log --deleted" got wanted
"$PGNDB" log --deleted --json games.bcgn >wanted
"$PGNDB" deleted --json games.bcgn >got
same "... as JSON" got wanted

# A game whose new version was taken back, and which is a duplicate now: its id leads to the game that was kept.
cp first.bcgn games.bcgn
id=$("$PGNUNPACK" -c --csv=GameId -g 3 first.bcgn | tail -n 1)
"$PGNDB" set -q games.bcgn Annotator=me -g 3                 # change 2: 13
"$PGNDB" undo -q games.bcgn 2
"$PGNUNPACK" -qc -g 3 games.bcgn | sed 's/^1\. e4/1. e4 {a better text}/' >better.pgn
"$PGNDB" add -q games.bcgn better.pgn                        # 14
"$PGNDB" dedupe -q --prefer=text games.bcgn
"$PGNUNPACK" -qc -g 14 games.bcgn >wanted.pgn
status "the id of a duplicate that had a new version" 0 "$PGNUNPACK" -qc -g "$id" games.bcgn
check "... leads to the game that was kept" sh -c 'grep -q "a better text" out && [ "$(cat out)" = "$(cat wanted.pgn)" ]'
"$PGNDB" compact -q games.bcgn
status "... behind compaction, too" 0 "$PGNUNPACK" -qc -g "$id" games.bcgn
check "... the same" sh -c '[ "$(cat -s out)" = "$(cat -s wanted.pgn)" ]'

# Mistakes.
cp full.bcgn games.bcgn
for words in 'undo games.bcgn 6' 'undo games.bcgn 6 --dry-run' 'log games.bcgn --show 6'; do
    # shellcheck disable=SC2086 # words
    status "no such change: $words" 1 "$PGNDB" $words
    says "... is told" 'there is no change 6: the last one is 5; pgndb log lists them$'
done
for word in 0 -1 x 5x ''; do
    status "change '$word'" 1 "$PGNDB" undo games.bcgn "$word"
done
status "--show of a word" 1 "$PGNDB" log games.bcgn --show last
status "no change" 1 "$PGNDB" undo games.bcgn
same "the database stays" games.bcgn full.bcgn
status "a file that is none" 2 "$PGNDB" undo games.pgn last
chmod a-w games.bcgn
[ -w games.bcgn ] || status "read-only" 1 "$PGNDB" undo games.bcgn last
chmod u+w games.bcgn
finish
