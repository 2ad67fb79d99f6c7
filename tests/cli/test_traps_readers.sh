# A reader has the state that it opened, whatever is changed while it reads.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000

# Comments that are random letters: more text, and more bytes, than pipes and windows take up.
python3 - >games.pgn <<'E_OF_PYTHON'
import random
dice = random.Random(9)
for i in range(900):
    words = ' '.join('%08x' % dice.randrange(1 << 32) for _ in range(60))
    print(f'[Event "e{i}"]\n[White "W{i % 97}"]\n[Black "B"]\n[Date "20{i % 24:02}.01.01"]\n[Result "*"]\n\n1. e4 {{{words}}} e5 *\n')
E_OF_PYTHON
head -c 3000 games.pgn | sed '/^1\./{x;s/^/x/;/x\{3\}/{x;q};x}' >more.pgn
"$PGNPACK" -q -B 16K -T1 games.pgn -o whole.bcgn
"$PGNPACK" -q --append=whole.bcgn more.pgn
"$PGNDB" delete -q whole.bcgn -g 3-5,901
cp whole.bcgn db.bcgn

# while_reading COMMAND CHANGE: reads a part of the command's output, makes the change, reads the rest. All have to succeed.
while_reading() {
    local status=0
    cp whole.bcgn db.bcgn
    rm -f pipe && mkfifo pipe
    sh -c "$1" >pipe 2>told &
    exec 8<pipe
    head -c 1000 <&8 >got # then it has opened the database, and waits until more is read
    sh -c "set -e; $2" || status=99
    cat <&8 >>got
    exec 8<&-
    wait $! || status=$?
    return $status
}

set_all='"$PGNDB" set -q db.bcgn Zug=1 --all'
append='"$PGNPACK" -q --append=db.bcgn more.pgn; "$PGNPACK" -q --append=db.bcgn games.pgn'
compact='"$PGNDB" delete -q db.bcgn -g 9; "$PGNDB" compact -q db.bcgn --forget'
while read -r command; do
    cp whole.bcgn db.bcgn
    sh -c "$command" >wanted 2>err
    check "trap 9: $command: there is enough to read" test "$(wc -c <wanted)" -gt 200000
    for change in "$set_all" "$append" "$compact"; do
        status "trap 9: $command, and meanwhile ${change%% db.*}" 0 while_reading "$command" "$change"
        same "trap 9: ... has the state of before" wanted got
    done
done <<'END'
"$PGNUNPACK" -T1 -c db.bcgn
"$PGNUNPACK" -T1 --with-deleted -c db.bcgn
"$PGNUNPACK" -T1 --salvage -c db.bcgn
"$PGNUNPACK" -T1 -g 2- db.bcgn
"$PGNUNPACK" -T1 --skip=1 db.bcgn
"$PGNPACK" -T1 -1 -B 16K -c db.bcgn
"$PGNDB" merge -T1 db.bcgn -o -
"$PGNDB" compact -T1 db.bcgn --forget -o -
"$PGNDB" sort -T1 db.bcgn player -o -
"$PGNFIND" -T1 db.bcgn
"$PGNFIND" -T1 --plies=1- --sort=white db.bcgn
END
finish
