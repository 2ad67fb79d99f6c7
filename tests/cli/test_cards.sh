# pgnfind --html: a page of cards. Its boards are those of the games by rules of our own in Python, and what strangers wrote is no markup.
. "$(dirname "$0")/lib.sh"
data=$(cd "$tools/../../data" && pwd)
hostile='</pre></script><script>alert(1)</script>&lt;"'
{ cat "$data/annotated.pgn"; echo; cat "$data/classics.pgn"; echo
  printf '[Event "%s"]\n[Site "a\tb"]\n[White "%s"]\n[Black "B\\"q\\""]\n[FEN "4k3/P6p/8/8/5pP1/8/8/R3K2R b KQ g3 0 30"]\n[SetUp "1"]\n\n30... fxg3 31. O-O-O (31. O-O) 31... h5 32. a8=N -- 33. Nb6 1-0\n\n' "$hostile" "$hostile"
  printf '[Event "none"]\n[Result "*"]\n\n*\n'; } >games.pgn
"$PGNPACK" -q games.pgn -o games.bcgn
games=$("$PGNFIND" -c games.bcgn)
status "a page" 0 "$PGNFIND" --html games.bcgn -o page.html
silent "a page: nothing is said"
check "it stands alone, and is one page" sh -c '[ "$(grep -c "<script>" page.html)" = 1 ] && [ "$(grep -c "</html>" page.html)" = 1 ]'
check "... without a network" sh -c '! sed "/<pre id/,/<\/pre>/d; s|http://www.w3.org/2000/svg||" page.html | grep -q "https*:\|src=\|import(\|@import"'
check "a line a game" test "$(sed -n '/<pre id="games"/,/<\/pre>/p' page.html | grep -c '^[0-9]')" = "$games"
check "what strangers wrote is escaped" sh -c '! grep -q "alert(1)</script>" page.html && grep -q "&lt;script&gt;alert(1)&lt;/script&gt;" page.html'
status "an output that exists" 1 "$PGNFIND" --html games.bcgn -o page.html
status "of none" 0 "$PGNFIND" --html --player 'nobody at all' -q games.bcgn
check "of none: a page all the same" sh -c 'grep -q "</html>" out && ! grep -q "^[0-9]" out'
refuses() {
    status "$1" 1 "$PGNFIND" --html "${@:2}" games.bcgn
    says "$1: it says so" "the option '--html' makes a page of games that are found, of --tree or of --table|exclude|goes with"
}
refuses "with --csv" --csv
refuses "with -c" -c
refuses "with --export" --export
refuses "with --mark" --mark
refuses "with --names" --names='*'
refuses "with --stats" --stats
refuses "for a database" -o x.bcgn
status "two databases" 0 "$PGNFIND" --html games.bcgn games.bcgn -n 100
check "two databases: each game tells its file" test "$(cut -f 2 out | grep -c '^games.bcgn$')" = "$((2 * games < 100 ? 2 * games : 100))"
if command -v node >/dev/null; then
    "$PGNUNPACK" -q -c --json games.bcgn >games.json
    "$PGNFIND" --html -q --move 'O-O-O' --variations games.bcgn -o found.html
    "$PGNFIND" --csv=GameNumber,Ply -q --move 'O-O-O' --variations games.bcgn >found.csv
    "$PGNFIND" --html -q -f games.bcgn -o all.html
    "$PGNFIND" --html -q --white alert --move O-O --variations games.bcgn -o branch.html
    node "$tools/cards_page.mjs" branch.html >branch.cards
    node "$tools/cards_page.mjs" all.html >all.cards
    node "$tools/cards_page.mjs" found.html >found.cards
    status "boards, moves and texts" 0 python3 - "$tools" <<'END'
import json, re, sys
sys.path.insert(0, sys.argv[1])
from classify_model import START, play, chess

def board(position):
    rows = ["".join(position.board[8 * rank:8 * rank + 8]) for rank in range(7, -1, -1)]
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)

def fens(game):
    position = chess.position_of_fen(game["tags"].get("FEN", START).encode())
    result = [board(position)]
    for move in game["moves"]:
        if move == "--":
            result.append(result[-1])
            position.white = not position.white
        else:
            position = play(position, move)
            result.append(board(position))
    return result

games = {game["number"]: game for game in map(json.loads, open("games.json"))}
head, *cards = map(json.loads, open("all.cards"))
assert head["heading"] == f"{len(games)} games found" and head["cards"] == min(50, len(games)), head
assert [card["number"] for card in cards] == sorted(games)
for card in cards:
    game = games[card["number"]]
    assert card["san"] == game["moves"] and card["fens"] == fens(game), card["number"]
    assert card["white"] == game["tags"].get("White", "") and card["result"] == game["result"], card
    assert "shown" not in card or card["shown"].split(" ")[-1] == (game["moves"] or ["start"])[-1], card
    assert card["pgn"].rstrip().endswith(game["result"])
hostile = next(card for card in cards if "alert" in card["white"])
assert hostile["black"] == 'B"q"' and "\t" not in hostile["fens"][0], hostile
assert '[Black "B\\"q\\""]' in hostile["pgn"] and "30... fxg3 31. O-O-O h5 32. a8=N -- 33. Nb6 1-0" in hostile["pgn"], hostile["pgn"]
wanted = [tuple(map(int, line.split(","))) for line in open("found.csv").read().split()[1:]]
head, *cards = map(json.loads, open("found.cards"))
assert len(cards) == len(wanted) >= 3 and [card["number"] for card in cards] == [number for number, _ in wanted]
for card, (number, ply) in zip(cards, wanted):
    if not card["isVariation"]:
        assert card["shown"].endswith(games[number]["moves"][ply - 1]) and "O-O-O" in card["shown"], card
    else:
        assert card["shown"] == "start"
head, card = map(json.loads, open("branch.cards"))
assert card["title"].startswith('</pre></script><script>alert(1)</script>&lt;"'), card
assert card["isVariation"] and card["shown"] == "start" and head["heading"] == "1 game found", card
END
else
    echo "skip cards: no node"
fi
finish
