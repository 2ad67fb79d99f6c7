# The example programs of docs/examples do what they say.
. "$(dirname "$0")/lib.sh"
examples=$(dirname "$PGNPACK")/${EXAMPLES:-examples}
if [ ! -x "$examples/pack_file" ]; then
    echo "skip examples: they are not built"
    finish
fi
some_games 40 >games.pgn
status "pack_file" 0 "$examples/pack_file" games.pgn games.bcgn
check "pack_file counts" grep -Eq "^40 games, $(wc -c <games.pgn) bytes of text, [0-9]+ packed$" out
check "pack_file packs" sh -c '"$PGNUNPACK" -c games.bcgn | cmp - games.pgn'
status "pack_file and a full disk" 1 "$examples/pack_file" games.pgn /dev/full
status "pack_file and no folder" 1 "$examples/pack_file" games.pgn none/games.bcgn
says "pack_file and no folder: it is said" "none/"
status "unpack_file" 0 "$examples/unpack_file" games.bcgn unpacked.pgn
check "unpack_file counts" grep -qx "40 games" out
same "unpack_file unpacks" games.pgn unpacked.pgn
status "unpack_file with little work" 1 "$examples/unpack_file" games.bcgn limited.pgn 10
says "unpack_file with little work: it is said" "work"
absent "unpack_file with little work: no file" limited.pgn
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
status "walk_game" 0 "$examples/walk_game" games.bcgn 17
check "walk_game: tags" grep -qx "Round = 17" out
check "walk_game: SAN, UCI, FEN and key" \
    grep -qx "e4       e2e4   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 [0-9a-f]\{16\}" out
check "walk_game: to the end" sh -c 'tail -n 1 out | grep -q "^Rd8#     d1d8   1n1Rkb1r/"'
status "walk_game, none such" 1 "$examples/walk_game" games.bcgn 41
printf '[Event "?"]\n\n1. e4 (1. d4 {more room} d5) 1... e5 *\n' >branched.pgn
"$PGNPACK" -q branched.pgn -o branched.bcgn
status "walk_game and a variation" 0 "$examples/walk_game" branched.bcgn 1
check "walk_game and a variation: indented" grep -q "^    {more room}" out
check "walk_game and a variation: taken back" grep -q "^e5 .*/4p3/4P3/" out
status "tag_table" 0 "$examples/tag_table" games.bcgn Round Missing White
check "tag_table: the values" sh -c 'sed -n 17p out | grep -qx "17		White, Wendy" && [ "$(wc -l <out)" = 40 ]'
status "tag_table of all tags" 0 "$examples/tag_table" games.bcgn
check "tag_table of all tags: names and values" sh -c '[ "$(wc -l <out)" = 41 ] && head -n 1 out | grep -q "Event	Site	Date	Round" &&
    sed -n 18p out | grep -q "Club championship	Upper Hall	2021.03.18	17	White, Wendy"'
"$examples/pack_file" games.pgn changed.bcgn >/dev/null
status "change_database" 0 "$examples/change_database" changed.bcgn -3 -40 games.pgn
check "change_database: its states" sh -c 'printf "state 1: 40 games, 2 of them deleted by now\nstate 2: 40 games, 0 of them deleted by now\n" | cmp - out'
check "change_database: its games" sh -c '[ "$("$PGNUNPACK" --count changed.bcgn)" = 78 ]'
status "change_database, no such game" 1 "$examples/change_database" changed.bcgn games.pgn -81
says "change_database, no such game: it is said" "the database has 80"
check "change_database, no such game: nothing was changed" sh -c '[ "$("$PGNUNPACK" --count changed.bcgn)" = 78 ]'
status "find_games" 0 "$examples/find_games" games.bcgn elo 1795- date 2021.03.27- white 'White*'
check "find_games: those of the date" sh -c 'printf "26\n27\n" | cmp - out'
status "find_games of other ratings" 0 "$examples/find_games" games.bcgn elo 1796-
same_empty "find_games of other ratings: none" out
status "find_games of other players" 0 "$examples/find_games" games.bcgn white 'Whitman*'
same_empty "find_games of other players: none" out
printf '%s\n' '[Event "?"]' '' '1. e4 {[%eval 0.25] [%clk 0:10:00]} e5 {[%clk 0:09:58.5]} 2. Nf3 {[%eval #3]} *' >clocked.pgn
"$PGNPACK" -q clocked.pgn -o clocked.bcgn
status "main_lines" 0 "$examples/main_lines" clocked.bcgn
check "main_lines: SAN, move, clock, eval" grep -qx "e4 e5 Nf3 to 21 clock 598500 eval 1999997" out
status "main_lines of many games" 0 "$examples/main_lines" games.bcgn
check "main_lines of many games: all" test "$(grep -c '^e4 e5 Nf3 d6 .* Rd8# to 59$' out)" = 40
cat games.bcgn branched.bcgn >joined.bcgn
for time in first second; do
    status "remote_game, the $time time" 0 "$examples/remote_game" joined.bcgn index 17
    check "remote_game, the $time time: that game" grep -qx "Round = 17" out
    says "remote_game, the $time time: the next block is announced" "soon: [0-9]+ bytes at [0-9]+"
    sed -n 's/ requests//p' err >requests.$time
done
check "remote_game: a saved index takes fewer requests" test "$(cat requests.second)" -lt "$(cat requests.first)"
status "remote_game and the index of another file" 0 "$examples/remote_game" branched.bcgn index 1
check "remote_game and the index of another file: refused" grep -qx "Event = ?" out
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
status "find_games of a condition that is none" 1 "$examples/find_games" games.bcgn elos 1
says "find_games of a condition that is none: it is said" "elos"
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
cat made.bcgn >>games.bcgn
status "ask_database" 0 "$examples/ask_database" games.bcgn "moves=e4 e5 Nf3" date=2021.03.27-
check "ask_database: a game and its half-move" grep -qx "game 26, after 3 half-moves" out
check "ask_database: the tree of these games" grep -Eqx "e4 +[0-9]+ games, \+[0-9]+ =[0-9]+ -[0-9]+" out
check "ask_database: as many in the tree" test "$(sed -En 's/^e4 +([0-9]+) games.*/\1/p' out)" = "$(grep -c '^game ' out)"
status "ask_database: a mistake" 1 "$examples/ask_database" games.bcgn nonsense
says "ask_database: a mistake: it is said" "nonsense"
status "make_games: joined to a database" 0 "$examples/count_plies" games.bcgn
check "make_games: joined, all games are there" grep -q "^42 games" out
status "make_games and no move" 1 "$examples/make_games" unmade.bcgn e4 e4
says "make_games and no move: it is said" "no legal move fits this text"
absent "make_games and no move: no file" unmade.bcgn
for program in pack_file unpack_file game_number scan_tags column_scan tag_table find_games main_lines walk_game remote_game \
    count_plies count_games make_games ask_database; do
    status "$program without arguments" 1 "$examples/$program"
    says "$program without arguments: usage" "usage: $program"
done
printf garbage >garbage
for program in unpack_file game_number scan_tags column_scan tag_table find_games main_lines walk_game remote_game count_plies \
    ask_database; do
    case $program in
    unpack_file | game_number | walk_game) set -- garbage 1 ;;
    main_lines | column_scan) set -- garbage ;;
    *) set -- garbage 1 2 ;;
    esac
    status "$program and garbage" 1 "$examples/$program" "$@"
    says "$program and garbage: it is said" "BCGN"
done
for source in "$tools"/../../docs/examples/*.c; do
    program=$(basename "$source" .c)
    check "$program is run here" grep -q "examples/$program\"" "$tools/test_examples.sh"
done
finish
