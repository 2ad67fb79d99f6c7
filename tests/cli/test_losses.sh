# What BCGN 0 cannot hold: refused without --lossy, reported with it.
. "$(dirname "$0")/lib.sh"
some_games 2 >good.pgn

# loses NAME TEXT PLACE WHAT: the text is a third game; without --lossy it stops the run there.
loses() {
    { cat good.pgn; printf "$2"; } >loss.pgn
    rm -f loss.bcgn
    status "$1" 4 "$PGNPACK" --bcgn0 loss.pgn -o loss.bcgn
    says "$1: the place and the remedy" "^pgnpack: loss.pgn: game 3, line $3, offset [0-9]+: .*; --lossy"
    absent "$1: no output" loss.bcgn
    status "$1 --lossy" 0 "$PGNPACK" --bcgn0 --lossy loss.pgn -o loss.bcgn
    says "$1 --lossy: reported" "^pgnpack: loss.pgn: game 3, line $3, offset [0-9]+: warning: .*$4"
    says "$1 --lossy: summed up" "^pgnpack: loss.bcgn: warning: [23] games written; left out: "
}
first=$(($(wc -l <good.pgn) + 1))
loses "a comment" '[Event "x"]\n\n1. e4 {best by test} e5 1-0\n\n' $first "left out of this game: 1 comment$"
loses "a variation" '[Event "x"]\n\n1. e4 (1. d4 d5) 1... e5 1-0\n\n' $first "left out of this game: 1 variation$"
loses "NAGs" '[Event "x"]\n\n1. e4 $1 e5! 1-0\n\n' $first "left out of this game: 2 NAGs$"
loses "an illegal move" '[Event "x"]\n\n1. e4 e5\n2. Ke3 1-0\n\n' $((first + 3)) "game left out: .*no legal move"
loses "an ambiguous move" '[Event "x"]\n\n1. Nf3 a6 2. d3 a5\n3. Nd2 1-0\n\n' $((first + 3)) "game left out: "
loses "no move at all" '[Event "x"]\n\n1. e4 xyzzy 1-0\n\n' $((first + 2)) "game left out: "
loses "another variant" '[Event "x"]\n[Variant "Atomic"]\n\n1. e4 e5 1-0\n\n' '[0-9]+' "game left out: .*Variant"
loses "a bad FEN" '[Event "x"]\n[FEN "8/8"]\n\n1. e4 e5 1-0\n\n' '[0-9]+' "game left out: .*FEN"
loses "a long tag" "[Event \"$(printf '%0300d' 0)\"]\n\n1. e4 e5 1-0\n\n" $first "1 tag|game left out"

for n in 1 2 3; do printf '1. e4 {x} e5 *\n\n'; done >three.pgn
status "three comments" 0 "$PGNPACK" --bcgn0 --lossy three.pgn -o three.bcgn
says "are summed up" "three.bcgn: warning: 3 games written; left out: 3 comments"
for ((n = 0; n < 30; n++)); do printf '1. e4 {x} e5 *\n\n'; done >many.pgn
status "30 warnings" 0 "$PGNPACK" --bcgn0 --lossy many.pgn -o many.bcgn
check "20 are shown" test "$(grep -c 'left out of this game' err)" -eq 20
says "the others are counted" "^pgnpack: 10 more warnings .*-v"
status "30 warnings with -v" 0 "$PGNPACK" --bcgn0 -v --lossy many.pgn -o many.bcgn -f
check "all are shown" test "$(grep -c 'left out of this game' err)" -eq 30
status "games that are left out" 0 "$PGNPACK" --bcgn0 -q --lossy loss.pgn -o few.bcgn
status "the others" 0 "$PGNUNPACK" few.bcgn -o few.pgn
check "are whole" sh -c 'head -c "$(wc -c <good.pgn)" few.pgn | cmp - good.pgn'

printf '[Event "x"]\n[Result "0-1"]\n\n1. e4 e5 1-0\n' >odd.pgn
status "a result that differs" 0 "$PGNPACK" --bcgn0 odd.pgn -o odd.bcgn
says "is a warning" "^pgnpack: odd.pgn: game 1, line 1, offset 0: warning: .*[Rr]esult"
printf '\n\n\n[Event "x"]\n\n1. e4 e5\n' >open.pgn
status "no result" 0 "$PGNPACK" --bcgn0 open.pgn -o open.bcgn
says "is a warning at the game's first line" "open.pgn: game 1, line 4, offset 3: warning: .*without a result"

# More than 16 MiB of text in one game.
{ printf '[Event "long"]\n\n1. e4 {'; head -c 17000000 /dev/zero | tr '\0' x; printf '} 1-0\n\n'; cat good.pgn; } >long.pgn
status "a game of 17 MB" 4 "$PGNPACK" --bcgn0 long.pgn -o long.bcgn
says "is refused" "game 1, line 1, offset 0: .*16 MiB"
status "a game of 17 MB --lossy" 0 "$PGNPACK" --bcgn0 --lossy long.pgn -o long.bcgn
says "is left out" "2 games written; left out: 1 game$"
"$PGNPACK" --bcgn0 good.pgn -o good.bcgn
same "and the others are there" long.bcgn good.bcgn
finish
