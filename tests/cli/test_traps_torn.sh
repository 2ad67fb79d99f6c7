# Traps about the end of a file: what is cut is damage for every command, what is being made is not; no change beside a damaged record.
. "$(dirname "$0")/lib.sh"
for name in a b c; do
    for i in $(seq 40); do
        printf '[Event "%s%d"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 {%d} *\n\n' $name "$i" $((i * i))
    done >$name.pgn
done
"$PGNPACK" -q a.pgn -o one.bcgn
cp one.bcgn two.bcgn
"$PGNPACK" -q -B 1K --append=two.bcgn b.pgn
first=$(wc -c <one.bcgn) all=$(wc -c <two.bcgn)

for cut in 49 100 $((all - first - 9)) $((all - first - 32)); do
    head -c $((all - cut)) two.bcgn >cut.bcgn
    cp cut.bcgn before.bcgn
    for command in '"$PGNUNPACK" -qt' '"$PGNUNPACK" -qc' '"$PGNUNPACK" -ql' '"$PGNUNPACK" -q --count' '"$PGNFIND" -qc' '"$PGNDB" log -q' '"$PGNDB" log -q --deleted' \
        '"$PGNUNPACK" -q --rm -f -o out.pgn' '"$PGNPACK" -q --append=cut.bcgn c.pgn' '"$PGNDB" delete -q -g 1' '"$PGNDB" compact -q --forget' \
        '"$PGNDB" delete -q -g 1 --dry-run' '"$PGNDB" back -q cut.bcgn 1' '"$PGNPACK" -q -f -o new.bcgn' '"$PGNDB" merge -q -f -o new.bcgn'; do
        case $command in *cut.bcgn*) file='' ;; *) file=cut.bcgn ;; esac
        status "trap 1: cut by $cut: $command" 2 sh -c "$command $file"
    done
    status "trap 1: cut by $cut, of a stream" 2 sh -c 'cat cut.bcgn | "$PGNUNPACK" -qt'
    same "trap 1: cut by $cut: it is as it was" cut.bcgn before.bcgn
    status "trap 1: cut by $cut: salvage" 2 "$PGNUNPACK" -q -f --salvage cut.bcgn -o salvaged.pgn
    rm -f cut.bcgn.torn
    status "trap 1: cut by $cut: --force" 0 "$PGNPACK" -q --force --append=cut.bcgn c.pgn
    check "trap 1: cut by $cut: nothing is thrown away" sh -c "tail -c +$((first + 1)) before.bcgn | cmp - cut.bcgn.torn"
    cp before.bcgn cut.bcgn
    cp cut.bcgn.torn kept.torn
    status "trap 1: cut by $cut: once more" 1 "$PGNPACK" -q --force --append=cut.bcgn c.pgn
    says "trap 1: cut by $cut: what was saved is not written over" "cut.bcgn.torn: move it away first"
    same "trap 1: cut by $cut: ... and is as it was" kept.torn cut.bcgn.torn
    same "trap 1: cut by $cut: ... so is the database" before.bcgn cut.bcgn
    rm cut.bcgn.torn
    "$PGNPACK" -q --force --append=cut.bcgn c.pgn
    check "trap 1: cut by $cut: the change is made" sh -c 'cat a.pgn c.pgn | cmp - <("$PGNUNPACK" -qc cut.bcgn)' 2>/dev/null
done
head -c $((all - 100)) two.bcgn >cut.bcgn
"$PGNUNPACK" -q -f --salvage cut.bcgn -o salvaged.pgn 2>/dev/null
check "trap 1: salvage gives the blocks of both segments" test "$(grep -c Event salvaged.pgn)" -gt 60

cp two.bcgn made.bcgn
being_made made.bcgn "$first"
head -c $((all - 40)) made.bcgn >x && mv x made.bcgn
status "trap 1: being made" 0 "$PGNUNPACK" -t made.bcgn
status "trap 1: being made, --rm" 1 "$PGNUNPACK" -q --rm -f made.bcgn -o out.pgn
check "trap 1: being made, --rm: it stays" test -e made.bcgn
status "trap 1: being made: the next change is one command" 0 "$PGNPACK" -q --append=made.bcgn -B 1K b.pgn

cp two.bcgn damaged.bcgn
"$PGNDB" delete -q damaged.bcgn -g 1-3
"$PGNDB" delete -q damaged.bcgn -g 9
printf '\377' | dd of=damaged.bcgn bs=1 seek=$((all + 32 + 64 + 32 + 8)) conv=notrunc status=none
cp damaged.bcgn before.bcgn
for way in 'dedupe damaged.bcgn' 'delete damaged.bcgn -g 5' 'undelete damaged.bcgn --all' 'set damaged.bcgn A=b --all' 'delete damaged.bcgn --where white=x' \
    'compact damaged.bcgn --forget'; do
    status "trap 10: $way beside a damaged record" 2 "$PGNDB" $way
    same "trap 10: $way changes nothing" damaged.bcgn before.bcgn
done
status "trap 10: appending" 2 "$PGNPACK" --append=damaged.bcgn c.pgn
status "trap 10: a way back" 0 "$PGNDB" back -q -f damaged.bcgn 2
same "trap 10: leads to the state before" damaged.bcgn two.bcgn
finish
