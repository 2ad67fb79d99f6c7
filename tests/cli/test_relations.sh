# pgnfind --attack, --hanging, --balance, --pawns backward and --pattern with a board; and the same words in pgndb --where.
. "$(dirname "$0")/lib.sh"
cat >games.pgn <<'END'
[Event "1: a knight takes on f7, forks queen and rook, and hangs"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 *

[Event "2: a pin, and a bishop that is left where it can be taken"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0

[Event "3: a backward pawn"]

1. e4 c5 2. c4 e5 3. d3 Nc6 4. Nc3 *

[Event "4: a skewer"]
[SetUp "1"]
[FEN "8/8/8/8/q1k5/8/8/B3K2R w - - 0 1"]

1. Rh4+ Kd3 2. Rxa4 *

[Event "5: black does the same as the first"]
[SetUp "1"]
[FEN "4k3/8/8/8/3n4/8/8/R3K3 b - - 0 1"]

1... Nc2+ *

END
"$PGNPACK" -q games.pgn
"$PGNPACK" -q -7 games.pgn -o slow.bcgn

# finds NAME NUMBERS CONDITION...: the games' numbers and plies; by columns and replay, and decoded.
finds() {
    local name=$1 wanted=$2
    shift 2
    for database in games slow; do
        status "$name, $database" 0 "$PGNFIND" --numbers "$@" $database.bcgn
        check "$name, $database: which, and where" test "$(tr '\t\n' ': ' <out)" = "$wanted"
    done
}

finds "a fork" '1:11 ' --attack 'N > q r'
finds "a fork, either's" '1:11 5:1 ' --attack 'N > [qk] r' --either
finds "a fork, behind the knight's move" '1:11 ' --move 'N**' --attack 'N > q r'
finds "a fork, no blanks, squares" '1:11 ' --attack 'Nf7>qd8 rh8'
finds "two of one kind" '1:7 2:9 ' --attack 'N > p:2+'
finds "two attack one" '1:7 2:9 ' --attack '[NB]:2+ > pf7'
finds "a pin" '2:6 ' --attack 'b > N > Q'
finds "a skewer" '4:1 ' --attack 'R > k > q'
finds "none" '4:1 ' --attack '! A > A'
finds "not" '4:1 ' --not --attack 'A > A'
finds "a bishop hangs" '2:9 ' --hanging b
finds "a knight hangs" '1:10 2:9 ' --hanging N
finds "--balance" '2:10 ' --balance ..-5
finds "--balance, for a while" '1:0 2:0 3:0 ' --balance =0 --for 7
finds "--balance, either's" '2:10 4:3 ' --balance 8.. --either
finds "--balance, one" '1:9 2:9 ' --balance =1
finds "a backward pawn" '3:5 ' --pawns backward
finds "a backward pawn, either's, for a while" '3:5 ' --pawns 'backward@d3' --either --mirrored --for 3
finds "a board" '1:7 ' --pattern '8/8/8/6N1/2B5/8/8/8'
finds "a board with blanks" '1:7 ' --pattern '8/8/8/      N /2B5/8/8/8'
finds "a board, turned" '1:7 ' --pattern '8/8/8/2b5/6n1/8/8/8' --either

# The same words elsewhere.
status "--where" 0 "$PGNDB" delete --dry-run games.bcgn --where='attack="N > q r" hanging=N'
says "--where: one" "1 game would be deleted: 4 of 5 games in use"

refuses() { # NAME TEXT OPTION VALUE
    status "$1" 1 "$PGNFIND" -c "$3" "$4" games.bcgn
    check "$1: why" test "$(cat err)" = "pgnfind: $3: $2"
}
refuses "who attacks" '"N k" does not say who attacks: write "N > k"' --attack 'N k'
refuses "no line" '"n" is not understood: a knight attacks along no line' --attack 'n > n > k'
refuses "two that attack" '"B" is not understood: one kind of men attacks, or several in brackets: [BN]' --attack 'N B > k'
refuses "no men" '"x" is not understood: men are K Q R B N P, small for Black, A or a: any, or [BN]' --attack 'N > x'
refuses "a king that hangs" '"k" is not understood: a king never hangs: name other men' --hanging k
refuses "minus or up to" '"-2" could mean two things: write "..-2" or "=-2"' --balance -2
refuses "an unsigned range" '"1-3" is no range: write "1..3"' --balance 1-3
refuses "backwards" '"3..1" ends before it begins' --balance 3..1
refuses "a row too short" '"7" is not understood: a row has eight squares: men, as in a FEN, and digits or blanks for any' --pattern 8/8/8/8/7/8/8/k7
finish
