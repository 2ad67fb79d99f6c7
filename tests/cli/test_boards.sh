# Boards of the places that are found: columns of --csv, --json, --diagram, --svg.
. "$(dirname "$0")/lib.sh"
printf '[Event "Open \\"A\\""]\n[White "A"]\n[Black "B\033[31m"]\n[Date "2020.01.02"]\n\n1. f3 e5 (1... e6 2. g4 Qh4#) 2. g4 Qh4# 0-1\n\n[White "C"]\n[FEN "8/8/8/8/8/4k3/7r/4K3 b - - 10 60"]\n[SetUp "1"]\n\n60... Rh1# 0-1\n\n[White "D"]\n[FEN "what"]\n[SetUp "1"]\n\n1. e4 *\n\n[White "E"]\n\n*\n' >games.pgn
"$PGNPACK" -q games.pgn -o games.bcgn
row() { sed -n "$1p" out | tr -d '\r'; }

status "columns" 0 "$PGNFIND" --csv=GameNumber,Ply,Move,FEN,Colour --mate --either games.bcgn
check "columns: a mate" test "$(row 2)" = '1,4,Qh4#,rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3,White'
check "columns: from another first position" test "$(row 3)" = '2,1,Rh1#,8/8/8/8/8/4k3/8/4K2r w - - 11 61,White'
status "columns, of Black" 0 "$PGNFIND" --csv=GameNumber,Colour,Move --us B games.bcgn
check "columns, of Black: the last position where nothing is asked of the board" test "$(row 2)" = '1,Black,Qh4#'

# A player's positions are those that he had, with either colour; reversed ones are asked for by --either.
printf '[White "Us"]\n[Black "B"]\n\n1. e4 c5 2. Nf3 1-0\n\n[White "C"]\n[Black "Us"]\n\n1. e4 c5 2. Nf3 0-1\n\n[White "D"]\n[Black "Us"]\n\n1. e4 c5 2. Nf3 1-0\n\n[White "E"]\n[Black "Us"]\n\n1. e3 c5 2. d3 e5 0-1\n\n[White "F"]\n[Black "G"]\n\n1. e4 c5 2. Nf3 1-0\n' |
    "$PGNPACK" -q -o us.bcgn
sicilian='rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
printf '1. e4 c5 *\n' >line.pgn
for position in "--fen=$sicilian" "--fen=${sicilian%% *}" '--moves=e4 c5' --pgn=line.pgn; do
    status "our games with $position" 0 "$PGNFIND" --csv=GameNumber,Colour --us Us "$position" us.bcgn
    check "... with either colour" test "$(tr -d '\r' <out | paste -sd ' ')" = "GameNumber,Colour 1,White 2,Black 3,Black"
    status "... won" 0 "$PGNFIND" --csv=GameNumber --us Us --result won "$position" us.bcgn
    check "... by us" test "$(tr -d '\r' <out | paste -sd ' ')" = 'GameNumber 1 2'
done
reversed=rnbqkbnr/ppp2ppp/3pp3/8/2P1P3/8/PP1P1PPP/RNBQKBNR
status "... not reversed" 0 "$PGNFIND" -c --us Us --fen=$reversed us.bcgn
check "... where only --us is given" test "$(cat out)" = 0
status "... by --either" 0 "$PGNFIND" --csv=GameNumber,Colour --us Us --either --fen=$reversed us.bcgn
check "... of that colour" test "$(tr -d '\r' <out | paste -sd ' ')" = 'GameNumber,Colour 4,Black'
status "... men still turn" 0 "$PGNFIND" --csv=GameNumber,Colour --us Us --pawns 'c4 e4' us.bcgn
check "... with our colour" test "$(tr -d '\r' <out | paste -sd ' ')" = 'GameNumber,Colour 4,Black'

status "in a variation" 0 "$PGNFIND" --csv=GameNumber,Move,FEN --variations --pattern 'pe6 qh4' games.bcgn
check "in a variation: its board" test "$(row 2)" = '1,Qh4#,rnb1kbnr/pppp1ppp/4p3/8/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'
status "before the first move" 0 "$PGNFIND" --csv=GameNumber,Move,FEN --ply 0 games.bcgn
check "before the first move: no move" test "$(row 2)" = '1,,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
status "a FEN that is none" 0 "$PGNFIND" -q --csv=GameNumber,Move,FEN --white D games.bcgn
check "a FEN that is none: the start, and no move" test "$(row 2)" = '3,,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
status "JSON" 0 "$PGNFIND" --json --mate games.bcgn
check "JSON: board, move and colour" grep -q '"colour":"White","fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3","move":"Qh4#"' out
status "JSON without a board" 0 "$PGNFIND" --json --white C games.bcgn
check "JSON without a board: nothing is said of one" sh -c '! grep -q "\"fen\"" out'

cat >wanted <<'W'
1. A - B?[31m, 0-1, Open "A", 2020.01.02
8  ♜ ♞ ♝ · ♚ ♝ ♞ ♜
7  ♟ ♟ ♟ ♟ · ♟ ♟ ♟
6  · · · · · · · ·
5  · · · · ♟ · · ·
4  · · · · · · ♙ ♛
3  · · · · · ♙ · ·
2  ♙ ♙ ♙ ♙ ♙ · · ♙
1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
   a b c d e f g h
2... Qh4#

W
status "a diagram" 0 "$PGNFIND" --diagram --mate -n 1 games.bcgn
check "a diagram" cmp out wanted
status "a diagram without a move" 0 "$PGNFIND" --diagram --white E games.bcgn
check "a diagram without a move: who is to move" grep -q "^White to move$" out
status "several databases" 0 "$PGNFIND" --diagram --white E games.bcgn games.bcgn
check "several databases: their names" test "$(grep -c "^games.bcgn 4\. E, \*$" out)" = 2

status "pictures" 0 "$PGNFIND" --svg=pictures --mate games.bcgn
check "pictures: a file each" test "$(ls pictures | tr '\n' ' ')" = "games-1.svg games-2.svg "
check "pictures: whole, and well-formed" python3 -c 'import xml.dom.minidom, sys
for name in sys.argv[1:]: assert len(xml.dom.minidom.parse(name).getElementsByTagName("use")) in (32, 3)' pictures/games-1.svg pictures/games-2.svg
status "pictures that exist" 1 "$PGNFIND" --svg=pictures --mate games.bcgn
says "pictures that exist: they are named" "games-1.svg: exists"
status "pictures that exist, replaced" 0 "$PGNFIND" -f --svg=pictures --mate games.bcgn
: >file
status "a folder that is a file" 1 "$PGNFIND" --svg=file --mate games.bcgn
says "a folder that is a file: it is named" "file"

refuses() {
    status "$1" 1 "$PGNFIND" "${@:3}" games.bcgn
    says "$1: it says so" "$2"
}
refuses "two forms" "exclude each other" --diagram --csv
refuses "pictures and an output" "has nothing to do" --svg=x -o y
refuses "a diagram of a table" "about games that are found" --diagram --table=Year
refuses "pictures of statistics" "about games that are found" --svg=x --stats
refuses "no folder" "empty" --svg=
finish
