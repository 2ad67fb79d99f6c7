# Games as rows: --csv, --json, --count, --head; read back by the readers of Python.
. "$(dirname "$0")/lib.sh"
some_games 40 >games.pgn
cat >odd.pgn <<'END'
[Event "comma, \"quote\" and \\backslash\\"]
[White "Émile"]
[Black "=1+1"]
[White "a second White"]
[Result "*"]

1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 *


[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]
[SetUp "1"]
[Result "1-0"]

1. a8=Q+ Kd7 2. -- Ke7 1-0

END
printf '[Event "latin \351"]\n[Result "0-1"]\n\n1. d4 0-1\n\n' >>odd.pgn
"$PGNPACK" games.pgn
"$PGNPACK" -6 odd.pgn

# rows FILE: as Python reads it, a line each.
rows() { python3 -c 'import csv, sys
for row in csv.reader(open(sys.argv[1], newline="", encoding="utf-8", errors="surrogateescape"), strict=True): print(ascii(row))' "$1"; }

status "--csv" 0 "$PGNUNPACK" --csv games.bcgn
check "a head and a row a game" test "$(wc -l <out)" = 41
check "and says nothing of the usual columns" test ! -s err
check "the usual columns" test "$(head -1 out)" = "GameNumber,White,Black,Result,WhiteElo,BlackElo,Date,ECO,Plies"
rows out >got
check "their values" sh -c '[ "$(sed -n 3p got)" = "['"'2', 'White, Wendy', 'Black, Bob', '1-0', '1850', '1795', '2021.03.03', 'C41', '33'"']" ]'
status "--csv of columns" 0 "$PGNUNPACK" --csv=Plies,Event,White,Nothing,White odd.bcgn
says "a column that no game has" "none of these games has a tag Nothing"
check "but not of others" test "$(grep -c 'none of these games has' err)" = 1
rows out >got
cat >want <<'END'
['Plies', 'Event', 'White', 'Nothing', 'White']
['4', 'comma, "quote" and \\backslash\\', '\xc9mile', '', '\xc9mile']
['4', '', '', '', '']
['1', 'latin \udce9', '', '', '']
END
same "quotes, commas and escapes" got want
status "--csv of some games" 0 "$PGNUNPACK" --csv=GameNumber -g 3,2 odd.bcgn -o some.csv
printf 'GameNumber\n3\n2\n' >want
same "in the order asked for" some.csv want
status "--csv of two databases" 0 "$PGNUNPACK" --csv=Event games.bcgn odd.bcgn
check "has one head" test "$(grep -c '^Event$' out)/$(wc -l <out)" = 1/44
for list in , White, ,White; do
    status "--csv=$list" 1 "$PGNUNPACK" --csv="$list" games.bcgn
    says "--csv=$list: what it should be" "is no list of columns such as White,Black,Plies"
done
names=$(seq -s , -f 'Tag%g' 300)
status "--csv with too many columns" 1 "$PGNUNPACK" --csv="$names" games.bcgn

status "--json" 0 "$PGNUNPACK" --json odd.bcgn
check "is an object a line" test "$(wc -l <out)" = 3
python3 -c 'import json
for line in open("out", encoding="utf-8"):
    game = json.loads(line)
    print(game["number"], game["plies"], game["result"], ascii(game["tags"]), game["moves"])' >got
cat >want <<'END'
1 4 * {'Event': 'comma, "quote" and \\backslash\\', 'White': '\xc9mile', 'Black': '=1+1', 'Result': '*'} ['e4', 'e5', 'Nf3', 'Nc6']
2 4 1-0 {'FEN': '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'SetUp': '1', 'Result': '1-0'} ['a8=Q+', 'Kd7', '--', 'Ke7']
3 1 0-1 {'Event': 'latin \ufffd', 'Result': '0-1'} ['d4']
END
same "games, tags, moves of the main line" got want
status "--json --tags-only" 0 "$PGNUNPACK" --json --tags-only -g 1 odd.bcgn
check "has no moves" sh -c '! grep -q moves out && grep -q Event out'
status "--json of a shard" 0 "$PGNUNPACK" --json --shard 1/1 games.bcgn
check "has its games" test "$(wc -l <out)" = 40

# Texts longer than what is escaped at once, with characters and escapes across its ends; names that come again; a line of
# more moves than there is room for at first; more games than lines are read at once; a drop that answers a check.
cat >make.py <<'END'
import json

knights = [["Nf3", "Nh4", "Ng6", "Nf4", "Nh3", "Ng1"], ["Na6", "Nb4", "Nc6", "Nb8"]]


def line(plies):
    return [knights[i % 2][i // 2 % len(knights[i % 2])] for i in range(plies)]


def escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def tags_of(i):
    tags = [("Event", f"Cup {i}"), ("White", f"Player {i % 7}"), ("Black", 'The "Fox" \\'), ("Event", "again")]
    if i == 3:
        odd = '\u00e9\u20ac\U0001f600"\\"\\\\'
        tags += [(f"Long{k}", "x" * (1010 + k) + odd + "y" * 1010 + '"\u00e9' * 3000) for k in range(16)]
    if i == 4:
        tags += [(f"Tag{k % 200}", str(k)) for k in range(250)]
    return tags + [("Result", "*")]


def write(number, tags, moves, text, want):
    for name, value in tags:
        text.write(f'[{name} "{escaped(value)}"]\n')
    words = [(f"{i // 2 + 1}. " if i % 2 == 0 else "") + san for i, san in enumerate(moves)]
    text.write("\n" + " ".join(words + ["*"]) + "\n\n")
    first = dict(reversed(tags))
    game = {"number": number, "plies": len(moves), "result": "*", "tags": {name: first[name] for name in dict(tags)}}
    want.write(json.dumps({**game, "moves": moves}, ensure_ascii=False, separators=(",", ":")) + "\n")


games = [(tags_of(i), line({5: 20000, 6: 0}.get(i, i % 50 + 1))) for i in range(200)]
games.append(([("Variant", "Crazyhouse"), ("Result", "*")], "a4 b5 axb5 e5 f3 a6 g4 Qh4+ P@f2 h6".split()))
with open("many.pgn", "w", encoding="utf-8") as text, open("want", "w", encoding="utf-8") as want:
    for number, (tags, moves) in enumerate(games, 1):
        write(number, tags, moves, text, want)
END
python3 make.py
for level in 1 3 6; do
    "$PGNPACK" "-$level" many.pgn -o "many$level.bcgn"
    status "--json of many games at -$level" 0 "$PGNUNPACK" --json "many$level.bcgn"
    same "byte by byte, at -$level" out want
    { sed -n 200p want && sed -n 3p want && sed -n 65,66p want && sed -n 201p want && sed -n 6p want; } >wanted
    status "--json of a list at -$level" 0 "$PGNUNPACK" --json -g 200,3,65-66,201,6 "many$level.bcgn"
    same "in its order, at -$level" out wanted
done
status "--json --tags-only of many games" 0 "$PGNUNPACK" --json --tags-only many3.bcgn
sed 's/,"moves":\[.*\]}$/}/' want >wanted
same "without moves" out wanted

# A byte in the third block: of tags or of moves. Its games are missing, no others, and what is given is right.
cat games.bcgn games.bcgn games.bcgn games.bcgn >four.bcgn
"$PGNUNPACK" --json -c four.bcgn >want
sed -n '1,80p;121,160p' want >wanted
status "--json of four blocks, one damaged" 0 python3 -c '
import json, os, subprocess
block = json.loads(subprocess.run([os.environ["PGNUNPACK"], "-l", "-v", "--json", "four.bcgn"], stdout=-1).stdout)[0]["block_list"][2]
packed, whole, others = (open(name, "rb").read() for name in ("four.bcgn", "want", "wanted"))
def rows(*options):
    run = subprocess.run([os.environ["PGNUNPACK"], "--json", "--salvage", "-c", *options, "bad.bcgn"], stdout=-1, stderr=-1)
    assert run.returncode in (0, 2), run
    return run.returncode, run.stdout
tags = moves = 0
for offset in range(block["offset"] + 8, block["offset"] + block["packed_size"], 29):
    with open("bad.bcgn", "wb") as bad:
        bad.write(packed[:offset] + bytes([packed[offset] ^ 4]) + packed[offset + 1:])
    status, out = rows()
    assert (status, out) in ((0, whole), (2, others)), offset
    tags += rows("--tags-only")[0] == 2
    moves += status == 2
print(tags, moves)
assert 0 < tags < moves'

status "--count" 0 "$PGNUNPACK" --count games.bcgn
check "prints the number" test "$(cat out)" = 40
"$PGNPACK" --bcgn0 games.pgn -o zero.bcgn
status "--count of several" 0 "$PGNUNPACK" --count games.bcgn odd.bcgn zero.bcgn
printf '40 games.bcgn\n3 odd.bcgn\n40 zero.bcgn\n83 total\n' >want
same "and their sum" out want
status "--head" 0 "$PGNUNPACK" --head 2 games.bcgn
some_games 2 >want
same "the first games" out want
status "--head with --csv" 0 "$PGNUNPACK" --head=5 --csv games.bcgn
check "the first rows" test "$(wc -l <out)" = 6
for pair in "--csv --json" "--csv --tags-only" "--csv -C x" "--count -l" "--head 1 --limit 1"; do
    status "$pair" 1 "$PGNUNPACK" $pair games.bcgn
    says "$pair exclude each other" "exclude each other"
done
status "--csv -t" 1 "$PGNUNPACK" --csv -t games.bcgn
finish
