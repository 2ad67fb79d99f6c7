# Games that changes put one after the other, and what comes after them, have one empty line between them.
. "$(dirname "$0")/lib.sh"

game() { # number, second move
    printf '[Event "E%s"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 %s 1-0\n' "$1" "$2"
}
games() { # numbers: all are different
    local number
    for number; do
        game "$number" "$(sed -n "${number}p" moves)"
        echo
    done
}
printf '%s\n' e5 c5 d5 a5 b5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 >moves
after() { # NAME COMMAND...: on db.bcgn; what is added behind it is apart. `wanted` are the numbers of games that there are then.
    local name=$1
    shift
    status "$name" 0 "$PGNPACK" -q "$@"
    games 16 >behind.pgn
    "$PGNPACK" -q --append=db.bcgn behind.pgn
    games $wanted 16 | sed "${edit:-}" >wanted.pgn
    "$PGNUNPACK" -q -c db.bcgn | sed '/./,$!d' >out.pgn # an empty line may be left of games that were deleted before the first
    same "$name: one empty line between games" out.pgn wanted.pgn
}
begin() { # numbers: a database of them
    games "$@" >first.pgn
    "$PGNPACK" -q -f first.pgn -o db.bcgn
}

games 2 4 >second.pgn
games 1 5 3 >third.pgn
begin 1 2 3
wanted="1 2 3 4" after "--append --dedupe, the last is new" --append=db.bcgn --dedupe second.pgn
begin 1 2 3
wanted="1 2 3 5" after "--append --dedupe, one between is new" --append=db.bcgn --dedupe third.pgn
begin 1 2 3
wanted="1 2 3 4 5" after "--append --dedupe of two files" --append=db.bcgn --dedupe second.pgn third.pgn
begin 1 2 3
wanted="1 2 3 4 5 3" after "--append --where of two files" --append=db.bcgn --where='not event=E1 not event=E2' second.pgn third.pgn
games 6 7 >whole.pgn
begin 1 2 3
wanted="1 2 3 4 6 7 5" after "... with one of which all is new" --append=db.bcgn --dedupe second.pgn whole.pgn third.pgn
begin 1 2 3
wanted="1 3 2" edit='/E2/a [Round "7"]' after "--set of one" --set Round=7 --where event=E2 db.bcgn
begin 1 2 3
wanted="1 2 3" edit='/E[23]"/a [Round "7"]' after "--set of two" --set Round=7 --where 'not event=E1' db.bcgn
begin 1 2 3
wanted="1 2 3" edit='/E[1-3]"/a [Round "7"]' after "--set of all" --set Round=7 --all db.bcgn
begin 1 2 3
echo 'A = C' >names
wanted="1 2 3" edit='/E16/,$!s/"A"/"C"/' after "--rename" --rename=names db.bcgn
(games 1 2 && games 3 2 1 | sed '/Result/a [ECO "A00"]') >first.pgn
"$PGNPACK" -q -f first.pgn -o db.bcgn
wanted="3 1 2" edit='/E[1-3]"/,/Result/s/.*Result.*/&\n[ECO "A00"]/' after "--merge-tags" --dedupe --prefer=first --merge-tags db.bcgn

# A text that ends without a line end, or with more of them.
for end in 'printf %s "$(cat last)"' 'cat last' 'cat last; echo' 'cat last; echo; echo'; do
    games 1 2 >first.pgn
    game 3 d5 >last
    sh -c "$end" >>first.pgn
    "$PGNPACK" -q -f first.pgn -o db.bcgn
    blanks=$(sh -c "$end" | tail -c 3 | tr -cd '\n' | wc -c)
    change='/E2/a [Round "7"]'
    [ "$blanks" -le 2 ] || change+=$'\n''/E2/i\\'
    wanted="1 3 2" edit=$change after "behind $blanks line ends" --set Round=7 --where event=E2 db.bcgn
done

# Copies.
begin 3 1 2
for key in date eco; do
    begin 3 1 2
    status "--sort=$key" 0 "$PGNPACK" -q -f --sort=$key db.bcgn -o sorted.bcgn
    mv sorted.bcgn db.bcgn
    wanted="3 1 2" after "adding to it" --delete-where=event=none db.bcgn
done
begin 3 1 2
status "--split=eco" 0 "$PGNPACK" -q --split=eco db.bcgn
mv db-unknown.bcgn db.bcgn
wanted="3 1 2" after "adding to a part" --delete-where=event=none db.bcgn
finish
