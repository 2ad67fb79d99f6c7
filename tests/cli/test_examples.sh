# The example programs of docs/examples do what they say.
. "$(dirname "$0")/lib.sh"
examples=$(dirname "$PGNPACK")/examples
if [ ! -x "$examples/pack_file" ]; then
    echo "skip examples: they are not built"
    finish
fi
some_games 40 >games.pgn
status "pack_file" 0 "$examples/pack_file" games.pgn games.bcgn
check "pack_file counts" grep -Eq "^40 games, $(wc -c <games.pgn) bytes of text, [0-9]+ packed$" out
check "pack_file packs" sh -c '"$PGNUNPACK" -c games.bcgn | cmp - games.pgn'
status "pack_file and a full disk" 1 "$examples/pack_file" games.pgn /dev/full
status "game_number" 0 "$examples/game_number" games.bcgn 17
check "game_number gives that game" sh -c 'grep -q "Round \"17\"" out && [ "$(grep -c "^\[Event " out)" = 1 ]'
status "game_number, none such" 1 "$examples/game_number" games.bcgn 41
says "game_number, none such: it is said" "no game 41 of 40"
status "scan_tags" 0 "$examples/scan_tags" games.bcgn Date 2021.03.05
check "scan_tags finds the games" sh -c 'printf "4\n32\n" | cmp - out'
says "scan_tags reads a part" "2 of 40 games, [0-9]+ bytes read"
for threads in 1 2 7; do
    status "count_plies with $threads threads" 0 "$examples/count_plies" games.bcgn $threads
    check "count_plies with $threads threads: right" grep -qx "40 games, 1320 plies" out
done
status "count_games" 0 "$examples/count_games" games.pgn
check "count_games: right" grep -q "40 games, 1320 plies, 1-0 40" out
check "convert there and back" sh -c '"$0" pack <games.pgn >zero.bcgn && "$0" unpack <zero.bcgn | cmp - games.pgn' \
    "$examples/convert"
check "walk_game" sh -c '"$0" <games.pgn | grep -q "Rd8#"' "$examples/walk_game"
check "game_value gives the game back" sh -c '"$0" <games.pgn >values && grep -q "Rd8#" values' "$examples/game_value"
check "game_value: few bytes" grep -Eq '^[0-9a-f]+ \([0-9]{1,2} bytes\)$' values
status "legal_moves" 0 "$examples/legal_moves"
check "legal_moves: twenty of them, and keys" sh -c '[ "$(grep -c " 20$" out)" = 20 ] &&
    grep -q "Polyglot 463b96181691fc9c, material 39 : 39" out'
status "legal_moves behind moves" 0 "$examples/legal_moves" "4k3/P7/4K3/8/8/8/8/8 w - - 0 1" a8=Q
check "legal_moves: mate" grep -qx checkmate out
status "legal_moves, no such move" 1 "$examples/legal_moves" "4k3/P7/4K3/8/8/8/8/8 w - - 0 1" a8
says "legal_moves, no such move: it is said" "'a8'.*(not a move's|no legal move)"
status "legal_moves, no position" 1 "$examples/legal_moves" "4k3/P7/8/8/8/8/8/8 w - - 0 1"
says "legal_moves, no position: it is said" "not one king a side"
status "column_scan" 0 "$examples/column_scan" games.bcgn
check "column_scan counts" test "$(awk '{games += $2; plies += $(NF - 1)} END {print games, plies}' out)" = "40 1320"
status "column_scan of strong games" 0 "$examples/column_scan" games.bcgn 4000
check "column_scan of strong games: none" sh -c '! test -s out'
status "make_games" 0 "$examples/make_games" made.bcgn e4 e7e5 Nf3
"$PGNUNPACK" -c made.bcgn >got
cat >want <<'END'
[Event "Casual game"]
[White "Doe, \"J\""]

1. e4 e5 2. Nf3 1/2-1/2

[Event "Casual game"]
[White "Roe, Richard"]

1. e4 e5 2. Nf3 (2. -- {passing}) 1/2-1/2

END
same "make_games: the games" got want
status "make_games and no move" 1 "$examples/make_games" made.bcgn e4 e4
says "make_games and no move: it is said" "no legal move fits this text"
for program in pack_file game_number scan_tags column_scan count_plies count_games make_games; do
    status "$program without arguments" 1 "$examples/$program"
    says "$program without arguments: usage" "usage: $program"
done
printf garbage >garbage
for program in game_number scan_tags column_scan count_plies; do
    status "$program and garbage" 1 "$examples/$program" garbage 1 x
    check "$program and garbage: it is said" test -s err
done
finish
