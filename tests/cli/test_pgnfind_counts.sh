# pgnfind --tree, --names, --stats: what they count is what Python counts in the games, for any number of threads and files.
. "$(dirname "$0")/lib.sh"
data=$(cd "$tools/../../data" && pwd)
cp "$data/classics.pgn" classics.pgn
{ cat classics.pgn; some_games 30; } >games.pgn
"$PGNPACK" -B 1K games.pgn
"$PGNPACK" classics.pgn
cat >check.py <<'END'
import collections, csv, json, os, subprocess, sys

def games_of(*files):
    for file in files:
        out = subprocess.run([os.environ["PGNUNPACK"], "--json", file], stdout=-1, check=True).stdout
        yield from (json.loads(line) for line in out.splitlines())

def find(*arguments):
    return subprocess.run([os.environ["PGNFIND"], *arguments], stdout=-1, check=True).stdout.decode()

def results(games):
    return [sum(game["result"] == result for game in games) for result in ("1-0", "1/2-1/2", "0-1", "*")]

def year(game):
    text = game["tags"].get("Date", "")[:4]
    return int(text) if text.isdigit() else 0

def is_known(game): # of the position after `line`
    return "FEN" not in game["tags"]

def check_tree(line, games, *arguments):
    games = [game for game in games if game["moves"][:len(line)] == line]
    want = collections.defaultdict(list)
    for game in games:
        want[game["moves"][len(line)] if len(game["moves"]) > len(line) else None].append(game)
    tree = json.loads(find("--tree=" + " ".join(line), "--json", *arguments))
    assert tree["games"] == len(games), (line, tree["games"], len(games))
    got = {move["san"]: [move["games"], move["white"], move["draws"], move["black"], move["unknown"]] for move in tree["moves"]}
    assert got == {move: [len(list)] + results(list) for move, list in want.items()}, (line, got)
    assert [move["games"] for move in tree["moves"] if move["san"]] == sorted(
        (len(list) for move, list in want.items() if move), reverse=True)
    for move in tree["moves"]:
        assert (move["last_year"] or 0) == max(map(year, want[move["san"]])), move
END
status "--tree" 0 python3 - <<'END'
from check import *
games = list(games_of("games.bcgn"))
for line in ([], ["e4"], ["e4", "e5"], ["d4", "d5", "c4"], ["e4", "e5", "Nf3", "d6", "d4"]):
    for threads in "1", "3":
        check_tree(line, games, "-T", threads, "games.bcgn")
    check_tree(line, games + list(games_of("classics.bcgn")), "games.bcgn", "classics.bcgn")
    check_tree(line, [game for game in games if game["result"] == "1-0"], "--result", "1-0", "games.bcgn")
    check_tree(line, [game for game in games if 1 <= year(game) <= 1950], "--date", "-1950", "games.bcgn")
END
for limit in 0 2; do
    status "--tree -n $limit" 0 "$PGNFIND" --tree='e4 e5' --csv -n $limit games.bcgn
    check "... that many moves, and the sum" sh -c '"$PGNFIND" --tree="e4 e5" --csv games.bcgn | head -n $((2 + $0)) | cmp - out' $limit
done
status "--tree --depth -n" 0 "$PGNFIND" --tree --depth 3 -n 1 --csv games.bcgn
check "... a move each" test "$(cut -d , -f 1 out | tr '\n' ' ')" = 'Level 0 1 2 3 '
for words in '--fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR' '--moves=e4'; do
    status "--tree $words" 0 "$PGNFIND" --tree "$words" games.bcgn
    says "... says what it is" "^pgnfind: --tree is from the first move on, of games with the position of ${words%%=*}; --tree='${words#*=}' is what was played there$"
    status "--tree=e4 $words" 0 "$PGNFIND" --tree=e4 "$words" games.bcgn
    silent "... says nothing"
done
status "--tree --variations of a condition" 0 "$PGNFIND" --tree --variations --mate games.bcgn
status "--tree, a table" 0 "$PGNFIND" --tree='1.e4 e5 2.Nf3' games.bcgn
check "--tree, a table: moves and the sum" sh -c 'head -n 1 out | grep -q "^move  *games " && grep -q "^2...d6 " out && tail -n 1 out | grep -q "^total "'
status "--tree of a FEN" 0 "$PGNFIND" --tree='rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2' games.bcgn
"$PGNFIND" --tree='e4 e5 Nf3' games.bcgn >want
same "--tree of a FEN: the same" out want
status "--depth" 0 "$PGNFIND" --tree --depth 3 games.bcgn
check "--depth: three levels" grep -q '^    2.Nf3 ' out
status "--tree --csv" 0 "$PGNFIND" --tree --csv games.bcgn
check "--tree --csv: a head and rows" sh -c 'head -n 1 out | grep -q "^Level,Line,Move," && grep -q "^1,e4,e4,e2e4," out'
status "--tree --html" 0 "$PGNFIND" --tree --html games.bcgn -o tree.html
check "--tree --html: a page of its own" sh -c 'grep -qi "<!doctype html>" tree.html && ! grep -qi "<script\|http" tree.html'
status "--tree of nothing" 0 "$PGNFIND" --tree='a3 h6 a4' games.bcgn
check "--tree of nothing: no games" sh -c 'tail -n 1 out | grep -q "^total  *0 "'

status "--names" 0 python3 - <<'END'
from check import *
def check_names(games, *arguments):
    want = collections.Counter()
    for game in games:
        want.update(game["tags"].get(tag) for tag in ("White", "Black"))
    got = {name["name"]: name["games"] for name in json.loads(find("--names", "*", "--json", *arguments))}
    assert got == {name: count for name, count in want.items() if name is not None}, (got, want)
games, classics = list(games_of("games.bcgn")), list(games_of("classics.bcgn"))
check_names(games, "games.bcgn")
check_names(games + classics, "games.bcgn", "classics.bcgn")
check_names([game for game in games if game["result"] == "0-1"], "--result", "0-1", "-T", "3", "games.bcgn")
events = collections.Counter(game["tags"]["Event"] for game in games)
rows = list(csv.DictReader(find("--names", "*", "--of", "Event", "--csv", "games.bcgn").splitlines()))
assert {row["Name"]: int(row["Games"]) for row in rows} == events, rows
END
status "--names=NAME" 0 "$PGNFIND" --names=fischer --csv games.bcgn
check "--names=NAME: those" sh -c '[ "$(wc -l <out)" = 2 ] && grep -q "^\"Fischer, Robert James\",6," out'
status "--names NAME" 0 "$PGNFIND" --names fischer --csv games.bcgn
check "--names NAME: those" sh -c '[ "$(wc -l <out)" = 2 ] && grep -q "^\"Fischer, Robert James\",6," out'
status "--names without a name" 1 "$PGNFIND" games.bcgn --names
says "--names without a name: it says so" "'--names' needs an argument"
status "--names -n" 0 "$PGNFIND" --names '*' -n 2 --csv games.bcgn
check "--names -n: so many" test "$(wc -l <out)" = 3

status "--stats" 0 python3 - <<'END'
from check import *
def check_stats(games, *arguments):
    stats = json.loads(find("--stats", "--json", *arguments))
    assert stats["games"] == len(games), stats["games"]
    assert [stats["results"][result] for result in ("1-0", "1/2-1/2", "0-1", "*")] == results(games), stats["results"]
    years = collections.Counter(year(game) for game in games)
    unknown = years.pop(0, 0)
    assert stats["no_year"] == unknown and {item["year"]: item["count"] for item in stats["years"]} == years, stats["years"]
games, classics = list(games_of("games.bcgn")), list(games_of("classics.bcgn"))
check_stats(games, "games.bcgn")
check_stats(games + classics, "games.bcgn", "classics.bcgn")
check_stats([game for game in games if game["result"] == "0-1"], "--result", "0-1", "games.bcgn")
END
status "--stats, a table" 0 "$PGNFIND" --stats games.bcgn -o stats.txt
check "--stats, a table: in the file" grep -q '^95 games' stats.txt

# Mistakes, full disks, damage.
refuses() { # NAME PATTERN COMMAND...
    local name=$1 pattern=$2
    shift 2
    status "$name" 1 "$@"
    says "$name: why" "^pgnfind: .*$pattern"
}
refuses "two of them" "exclude each other" "$PGNFIND" --tree --stats games.bcgn
refuses "a tree of nonsense" "--tree: 'e4 e9' is no position" "$PGNFIND" --tree='e4 e9' games.bcgn
refuses "a tree of a wrong FEN" "--tree: '8/8' is no position" "$PGNFIND" --tree=8/8 games.bcgn
refuses "--tree --variations" "'--variations' goes with conditions that are looked for there; --tree counts main lines" "$PGNFIND" --tree --variations games.bcgn
refuses "--depth 0" "'0' is no number of levels" "$PGNFIND" --tree --depth 0 games.bcgn
refuses "--depth alone" "'--depth' goes with --tree" "$PGNFIND" --depth 2 games.bcgn
refuses "--html --stats" "'--html' makes a page of games that are found, of --tree or of --table" "$PGNFIND" --html --stats games.bcgn
refuses "--html --json" "'--html' makes a page of games" "$PGNFIND" --tree --html --json games.bcgn
refuses "--of alone" "'--of' goes with --names" "$PGNFIND" --of Event games.bcgn
for task in --tree --names=* --stats; do
    for option in -c --numbers --csv=White '--sort date' --mark --export '-o x.bcgn'; do
        refuses "$task $option" "about games that are found" "$PGNFIND" $task $option games.bcgn
    done
    for form in '' --csv --json; do
        status "$task $form, a full disk" 1 sh -c '"$PGNFIND" $1 $2 games.bcgn >/dev/full' - $task "$form"
        says "$task $form, a full disk: it says so" "^pgnfind: standard output: writing failed: No space"
    done
    status "$task of a missing file" 1 "$PGNFIND" $task nix.bcgn games.bcgn -o x.txt
    absent "$task of a missing file: no output" x.txt
done
"$PGNUNPACK" -l -v --json games.bcgn >list
python3 -c 'import json
block = json.load(open("list"))[0]["block_list"][3]
packed = bytearray(open("games.bcgn", "rb").read())
packed[block["offset"] + 12] ^= 4
open("bad.bcgn", "wb").write(packed)
open("left", "w").write(str(95 - block["games"]))'
status "--stats of a damaged file" 2 "$PGNFIND" --stats bad.bcgn
says "--stats of a damaged file: it is told" "bad.bcgn: games? .* damaged"
check "--stats of a damaged file: all other games" grep -q "^$(cat left) games" out
status "--names of a damaged file" 2 "$PGNFIND" --names='*' --json bad.bcgn
says "--names of a damaged file: it is told" "bad.bcgn: games? .* damaged"
check "--names of a damaged file: all other games" python3 -c 'import json
assert sum(name["games"] for name in json.load(open("out"))) == 2 * int(open("left").read())'
status "--tree of a damaged file" 2 "$PGNFIND" --tree --moves e4 bad.bcgn
says "--tree of a damaged file: it is told" "bad.bcgn: games? .* damaged"
same_empty "--tree of a damaged file: no wrong tree" out
finish
