# -M: fewer threads, then smaller blocks, then failure; and never another text.
. "$(dirname "$0")/lib.sh"
some_games 7000 >games.pgn
"$PGNPACK" -q games.pgn -o plain.bcgn
blocks_of() { "$PGNUNPACK" -l --json "$1" | sed -n 's/.*"blocks": \([0-9]*\).*/\1/p'; }

status "a limit that has room for all threads" 0 "$PGNPACK" -v -f -T 4 -M 1G games.pgn -o got.bcgn
same "changes nothing" got.bcgn plain.bcgn
check "and says nothing of it" sh -c '! grep -qE "threads|blocks of" err'
status "a limit for fewer threads" 0 "$PGNPACK" -v -f -T 8 -M 48M games.pgn -o got.bcgn
same "the same bytes" got.bcgn plain.bcgn
says "-v tells how many" "got.bcgn: threads that the memory limit allows: [124]$"
status "the same without -v" 0 "$PGNPACK" -f -T 8 -M 48M games.pgn -o got.bcgn
silent "says nothing"
status "any number of threads" 0 "$PGNPACK" -f -T 0 -M 48M games.pgn -o got.bcgn
same "the same bytes, too" got.bcgn plain.bcgn

previous=$(blocks_of plain.bcgn)
for limit in 16M 8M 4M; do
    status "-M $limit" 0 "$PGNPACK" -f -T 2 -M $limit games.pgn -o got.bcgn
    says "-M $limit: one line says that blocks are smaller" "got.bcgn: warning: is packed in blocks of [0-9]+ KiB"
    check "-M $limit: and nothing else" test "$(wc -l <err)" -eq 1
    check "-M $limit: there are more blocks" test "$(blocks_of got.bcgn)" -gt "$previous"
    previous=$(blocks_of got.bcgn)
    check "-M $limit: the text comes back" sh -c '"$PGNUNPACK" -c got.bcgn | cmp - games.pgn'
    status "-M $limit, one thread" 0 "$PGNPACK" -q -f -T 1 -M $limit games.pgn -o one.bcgn
    same "-M $limit: the same bytes from one thread" got.bcgn one.bcgn
    status "-M $limit, to a stream" 0 sh -c '"$PGNPACK" -q -T 3 -M '$limit' -c games.pgn >stream.bcgn'
    same "-M $limit: the same stream" stream.bcgn got.bcgn
    status "-M $limit, from a file as standard input" 0 sh -c '"$PGNPACK" -q -T 3 -M '$limit' <games.pgn >stream.bcgn'
    same "-M $limit: the same from there" stream.bcgn got.bcgn
done
# Databases take what fits, too: all of it, or that part which is not there yet.
for dedupe in '' --dedupe; do
    rm -f db.bcgn wanted.bcgn
    printf '[Event "First"]\n\n1. e4 *\n\n' | "$PGNDB" add -q db.bcgn -
    cp db.bcgn wanted.bcgn
    # shellcheck disable=SC2086 # there may be none
    "$PGNDB" add -q wanted.bcgn games.pgn $dedupe
    "$PGNUNPACK" -c wanted.bcgn >wanted.pgn
    # shellcheck disable=SC2086
    status "pgndb add $dedupe -M 8M" 0 "$PGNDB" add db.bcgn games.pgn -T 2 -M 8M $dedupe
    says "pgndb add $dedupe -M 8M: blocks are smaller" "db.bcgn: warning: is packed in blocks of [0-9]+ KiB"
    status "pgndb add $dedupe -M 8M: unpacked" 0 "$PGNUNPACK" -c db.bcgn
    same "pgndb add $dedupe -M 8M: the games are there, once" out wanted.pgn
    check "pgndb add $dedupe -M 8M: all is well" "$PGNDB" check -q db.bcgn
done
cp db.bcgn before.bcgn
status "pgndb add: a limit without room for anything" 4 "$PGNDB" add db.bcgn games.pgn -M 700K
check "pgndb add: a limit without room: nothing is changed" cmp db.bcgn before.bcgn
status "-M with -B: smaller than asked" 0 "$PGNPACK" -f -B 1M -M 8M games.pgn -o got.bcgn
says "is said, too" "blocks of 256 KiB|blocks of 512 KiB"
status "a limit without room for anything" 4 "$PGNPACK" -f -M 100K games.pgn -o got2.bcgn
says "is named, once" "the memory limit is too low, also for one thread and the smallest blocks; allow more with -M"
check "once" test "$(wc -l <err)" -eq 1
absent "and leaves nothing" got2.bcgn
no_leftovers "no unfinished file of any attempt"
status "a pipe cannot be read again" 4 sh -c 'cat games.pgn | "$PGNPACK" -M 8M >piped.bcgn'
says "and says what to do" "too low; allow more with -M, or take fewer threads or smaller blocks"
status "which helps" 0 sh -c 'cat games.pgn | "$PGNPACK" -M 8M -T 1 -B 256K >piped.bcgn'

# Blocks that take more memory than those before them: what a stream has is not written again, nor anything else behind it.
data=$(cd "$tools/../../data" && pwd)
{
    for ((i = 0; i < 3000; i++)); do printf '[Event "e"]\n[Result "*"]\n\n*\n\n'; done
    cat "$data/annotated.pgn" "$data/clocked.pgn" "$data/clocked.pgn"
} >mixed.pgn
"$PGNPACK" -B 64K mixed.pgn -o mixed.bcgn
for limit in 7M 8M 9M 10M 11M 12M; do
    status "a stream that was begun, -M $limit" 0 sh -c '"$PGNPACK" -q -B 64K -T 4 -M '$limit' -c mixed.pgn >stream.bcgn'
    same "-M $limit: goes on where it was" stream.bcgn mixed.bcgn
done

mkfifo named
status "a named pipe" 0 sh -c 'cat games.pgn >named & "$PGNPACK" -M 1G -c named >piped.bcgn; wait'
same "is opened once" piped.bcgn plain.bcgn
status "a named pipe as output" 0 sh -c 'rm -f out.bcgn; mkfifo out.bcgn; cat out.bcgn >piped.bcgn & "$PGNPACK" -q -T 3 -M 8M games.pgn -o out.bcgn && wait'
check "is opened once, too" sh -c '"$PGNPACK" -q -f -M 8M games.pgn -o got.bcgn && cmp got.bcgn piped.bcgn'

# Standard input that was read from before: it goes on from there, in every attempt.
{
    echo "a line before"
    cat games.pgn
} >both.pgn
status "standard input from its middle" 0 sh -c '{ read -r line; "$PGNPACK" -q -M 8M; } <both.pgn >middle.bcgn'
check "is packed from there" sh -c '"$PGNUNPACK" -c middle.bcgn | cmp - games.pgn'

# Several inputs, and a warning that comes before the limit is met: it is shown once.
cp games.pgn 2023.pgn
some_games 5 | gzip >2023.pgn.gz
status "several inputs" 0 "$PGNPACK" -f -M 8M 2023.pgn.gz 2023.pgn -o several.bcgn
check "a warning comes once" test "$(grep -c "another file has the name" err)" -eq 1
status "they are laid out with little memory" 0 "$PGNUNPACK" -T 8 -M 6M several.bcgn -C laid
check "as they were" cmp games.pgn laid/2023-2.pgn
status "several outputs" 0 "$PGNPACK" -q -f -M 8M games.pgn 2023.pgn
same "each as by itself" games.bcgn 2023.bcgn

# Unpacking: fewer threads only.
status "unpacking" 0 "$PGNUNPACK" -v -f -T 16 -M 40M plain.bcgn -o got.pgn
same "gives the text" got.pgn games.pgn
says "-v tells of threads" "threads that the memory limit allows: [1248]$"
status "unpacking to a stream" 0 sh -c '"$PGNUNPACK" -T 16 -M 40M -c plain.bcgn >got.pgn'
same "gives the text once" got.pgn games.pgn
status "testing" 0 "$PGNUNPACK" -v -t -T 16 -M 40M plain.bcgn
says "counts each game once" "7000 games, $(wc -c <games.pgn) bytes of text: all is well"
"$PGNPACK" -q -f -B 64K -M 1G games.pgn -o small.bcgn
cat small.bcgn plain.bcgn >joined.bcgn
cat games.pgn games.pgn >twice.pgn
status "a limit that is met after some of the text" 0 sh -c '"$PGNUNPACK" -T 16 -M 40M -c joined.bcgn >got.pgn'
same "gives each part once" got.pgn twice.pgn
printf 'XXXXXXXX' | dd of=joined.bcgn bs=1 seek=2000 conv=notrunc 2>dd.err
status "the same with damage before" 2 sh -c '"$PGNUNPACK" --salvage -T 16 -M 40M -c joined.bcgn >got.pgn'
check "which is told once" test "$(grep -c "joined.bcgn" err)" -eq 1
check "and what is whole comes once" test "$(grep -c '^\[Event ' got.pgn)" -lt 14000 -a "$(grep -c '^\[Event ' got.pgn)" -gt 13000
status "too little for unpacking" 4 "$PGNUNPACK" -M 1M plain.bcgn -o got2.pgn
says "is named" "the memory limit is too low, also for one thread; allow more with -M"
absent "and leaves no output" got2.pgn
finish
