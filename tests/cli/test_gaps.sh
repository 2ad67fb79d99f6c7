# Games that changes put one after the other, and what comes after them, have one empty line between them.
. "$(dirname "$0")/lib.sh"

game() { # number, second move
    printf '[Event "E%s"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 %s 1-0\n' "$1" "$2"
}
games() { # numbers: all are different
    local number
    for number; do
        game "$number" "${replies[number]}"
        echo
    done
}
replies=('' e5 c5 d5 a5 b5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6)
after() { # NAME SUBCOMMAND...: of pgndb, on db.bcgn; what is added behind it is apart. `wanted` are the numbers of games that there are then.
    local name=$1
    shift
    status "$name" 0 "$PGNDB" "$@" -q
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
wanted="1 2 3 4" after "add --dedupe, the last is new" add db.bcgn second.pgn --dedupe
begin 1 2 3
wanted="1 2 3 5" after "add --dedupe, one between is new" add db.bcgn third.pgn --dedupe
begin 1 2 3
wanted="1 2 3 4 5" after "add --dedupe of two files" add db.bcgn second.pgn third.pgn --dedupe
begin 1 2 3
wanted="1 2 3 4 5 3" after "add --where of two files" add db.bcgn second.pgn third.pgn --where 'not event=E1 not event=E2'
games 6 7 >whole.pgn
begin 1 2 3
wanted="1 2 3 4 6 7 5" after "... with one of which all is new" add db.bcgn second.pgn whole.pgn third.pgn --dedupe
begin 1 2 3
wanted="1 3 2" edit='/E2/a [Round "7"]' after "set of one" set db.bcgn Round=7 --where event=E2
begin 1 2 3
wanted="1 2 3" edit='/E[23]"/a [Round "7"]' after "set of two" set db.bcgn Round=7 --where 'not event=E1'
begin 1 2 3
wanted="1 2 3" edit='/E[1-3]"/a [Round "7"]' after "set of all" set db.bcgn Round=7 --all
begin 1 2 3
echo 'A = C' >names
wanted="1 2 3" edit='/E16/,$!s/"A"/"C"/' after "rename" rename db.bcgn names
(games 1 2 && games 3 2 1 | sed '/Result/a [ECO "A00"]') >first.pgn
"$PGNPACK" -q -f first.pgn -o db.bcgn
wanted="3 1 2" edit='/E[1-3]"/,/Result/s/.*Result.*/&\n[ECO "A00"]/' after "dedupe --merge-tags" dedupe db.bcgn --prefer=first --merge-tags

# A text that ends without a line end, or with more of them.
for end in 'printf %s "$(cat last)"' 'cat last' 'cat last; echo' 'cat last; echo; echo'; do
    games 1 2 >first.pgn
    game 3 d5 >last
    sh -c "$end" >>first.pgn
    "$PGNPACK" -q -f first.pgn -o db.bcgn
    blanks=$(sh -c "$end" | tail -c 3 | tr -cd '\n' | wc -c)
    change='/E2/a [Round "7"]'
    [ "$blanks" -le 2 ] || change+=$'\n''/E2/i\\'
    wanted="1 3 2" edit=$change after "behind $blanks line ends" set db.bcgn Round=7 --where event=E2
done

# Texts that end without a line end, or with more of them, one behind the other: by every change that adds some. `cat`, one input, and
# several that are packed stay as they are.
ended() { # number, end: a game with that behind it, in end.pgn and end.bcgn
    { game "$1" "${replies[$1]}" | head -c -1 && printf "$2"; } >end.pgn
    "$PGNPACK" -q -f end.pgn -o end.bcgn
}
for end in '' '\n' '\n\n' '\n\n\n\n' '\r\n' '\r' '\r\n\r\n'; do
    case $end in '' | '\n') lines='\n\n' ;; '\r\n') lines='\r\n\r\n' ;; '\r') lines='\r\r' ;; *) lines=$end ;; esac
    ended 1 "$lines" && cp end.pgn 1-apart.pgn
    ended 2 '' && cp end.pgn 2.pgn && cp end.bcgn 2.bcgn
    cat 1-apart.pgn 2.pgn >wanted.pgn
    ended 1 "$end" && cp end.pgn 1.pgn && cp end.bcgn 1.bcgn
    apart() { # NAME FILE [PATTERN-OF-TEXT]: its text is that of both, apart
        "$PGNUNPACK" -q -c "$2" >out.pgn
        same "'$end', $1" out.pgn wanted.pgn
        check "'$end', $1: it is whole" "$PGNUNPACK" -q -t "$2"
    }
    cp 1.bcgn db.bcgn
    status "'$end', --append" 0 "$PGNPACK" -q --append=db.bcgn 2.pgn
    apart "--append" db.bcgn
    cp 1.bcgn db.bcgn
    status "'$end', --append of a packed file" 0 "$PGNPACK" -q --append=db.bcgn 2.bcgn
    apart "--append of a packed file" db.bcgn
    cp 1.bcgn db.bcgn
    status "'$end', add of the same again" 0 "$PGNDB" add -q db.bcgn 1.pgn 2.pgn --dedupe
    apart "add --dedupe" db.bcgn
    rm -f new.bcgn
    status "'$end', --append of both" 0 "$PGNPACK" -q --append=new.bcgn 1.pgn 2.pgn
    apart "--append of both" new.bcgn
    status "'$end', merge" 0 "$PGNDB" merge -q -f 1.bcgn 2.bcgn -o merged.bcgn
    apart "merge" merged.bcgn
    "$PGNDB" merge -q -f 1.bcgn 1.bcgn 2.bcgn -o again.bcgn 2>err
    apart "merge, where one comes twice" again.bcgn
    "$PGNDB" merge -q -f merged.bcgn again.bcgn -o both.bcgn 2>err
    apart "merge of merged ones" both.bcgn
    rm -rf parts
    "$PGNUNPACK" -q merged.bcgn -C parts
    same "'$end', merge: a file of its own" parts/merged-2.pgn 2.pgn
    for name in db merged new; do
        cp $name.bcgn compact.bcgn
        status "'$end', compact of $name" 0 "$PGNDB" compact -q compact.bcgn --forget -2
        apart "compact of $name" compact.bcgn
        cp $name.bcgn deleted.bcgn
        "$PGNPACK" -q --append=deleted.bcgn 1.pgn
        "$PGNDB" delete -q deleted.bcgn -g 2
        "$PGNUNPACK" -q -c deleted.bcgn >out.pgn
        check "'$end', one between is deleted of $name" test "$(tr '\r' '\n' <out.pgn | grep -c '^\[Event')" = 2
    done
    cat 1.bcgn 2.bcgn >cat.bcgn
    "$PGNPACK" -q -f 1.pgn 2.pgn -o packed.bcgn
    cat 1.pgn 2.pgn >exact.pgn
    for name in cat packed; do
        "$PGNUNPACK" -q -c $name.bcgn >out.pgn
        same "'$end', $name: exact" out.pgn exact.pgn
    done
done

# Games that go to the end of what is there take the line ends with them when they are deleted: others stand apart all the same.
n=0
for moves in '1. e4 e5 1-0' '1. e4 Zz9 1-0' '1. e4 {open' '1. e4' '' '(1. e4'; do
    for end in '' '\n' '\n\n'; do
        n=$((n + 1))
        printf '[Event "a"]\n\n1. d4 1-0' >a.pgn
        printf '[Event "b"]\n\n%s'"$end" "$moves" >b.pgn
        printf '[Event "c"]\n\n1. c4 1-0' >c.pgn
        for name in a b c; do "$PGNPACK" -q -f $name.pgn -o $name.bcgn; done
        cp a.bcgn $n.bcgn
        "$PGNPACK" -q --append=$n.bcgn b.pgn
        "$PGNPACK" -q --append=$n.bcgn c.pgn
        "$PGNDB" merge -q -f a.bcgn b.bcgn c.bcgn -o $n-merged.bcgn
        "$PGNDB" compact -q $n.bcgn --forget -2 -o $n-compact.bcgn
        "$PGNDB" compact -q $n-merged.bcgn --forget -2 -o $n-both.bcgn
        for name in $n $n-merged $n-compact $n-both; do
            status "deleted between others, $name" 0 "$PGNDB" delete -q $name.bcgn -g 2
            "$PGNUNPACK" -q -c $name.bcgn | grep '[[E1]' >out.pgn
            grep -h '[[E1]' <(sed '$a\' a.pgn) c.pgn >wanted.pgn
            comes_to "... each line is its own" out.pgn wanted.pgn
            "$PGNDB" compact -q $name.bcgn --forget -2
            "$PGNUNPACK" -q -c $name.bcgn | grep '[[E1]' >out.pgn
            comes_to "... also when it is compacted" out.pgn wanted.pgn
        done
    done
done

# Copies.
begin 3 1 2
for key in date eco; do
    begin 3 1 2
    status "sort by $key" 0 "$PGNDB" sort -q -f db.bcgn $key -o sorted.bcgn
    mv sorted.bcgn db.bcgn
    wanted="3 1 2" after "adding to it" delete db.bcgn --where event=none
done
begin 3 1 2
status "split by eco" 0 "$PGNDB" split -q db.bcgn eco
mv db-unknown.bcgn db.bcgn
wanted="3 1 2" after "adding to a part" delete db.bcgn --where event=none
finish
