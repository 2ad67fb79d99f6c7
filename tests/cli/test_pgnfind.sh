# pgnfind: what it writes, in every form, for any number of threads; orders; new databases.
. "$(dirname "$0")/lib.sh"
data=$(cd "$tools/../../data" && pwd)
cat >odd.pgn <<'END'
[Event "odd"]
[Date "1901.02.03"]
[White "Émile"]
[Black "Zeta"]
[Result "*"]
[WhiteElo "2100"]
[BlackElo "2300"]

{first} 1.e4$1 {here} (1.d4 d5 2.c4) e5!? $5 2. Nf3 (2. Bc4 Nc6) Nc6 *

[Event "from a position"]
[UTCDate "1899.??.??"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]
[SetUp "1"]
[Result "1-0"]

1. a8=Q+ Kd7 2. -- Ke7 1-0

[Event "no moves"]
[Date "1902.??.??"]
[Result "0-1"]

0-1

[Event "broken off"]
[Date "????.??.??"]
[Black "alpha"]
[Result "1/2-1/2"]
[WhiteElo "2200"]

1. e4 e5 2. Nf3 Nc6 3. Kxh8 garbage e5 1/2-1/2


1. e4 e5 2. Nf3 1-0

END
{ cat "$data/classics.pgn"; some_games 200; cat odd.pgn; some_games 60 300; } >games.pgn
"$PGNPACK" -B 3K games.pgn
"$PGNPACK" -q odd.pgn
games=$("$PGNUNPACK" --count games.bcgn)
check "there are blocks enough" sh -c '[ "$("$PGNUNPACK" -l --json games.bcgn | grep -Eo "\"blocks\": [0-9]+" | grep -Eo "[0-9]+")" -gt 20 ]'
e4=(--moves 'e4 e5 Nf3')

# Which games there are, by a view of all.
"$PGNUNPACK" --json games.bcgn >all.json
python3 -c 'import json
for line in open("all.json"):
    game = json.loads(line)
    if game["moves"][:3] == ["e4", "e5", "Nf3"] and "FEN" not in game["tags"]:
        print(game["number"])' >numbers
check "the question is a good one" sh -c '[ "$(wc -l <numbers)" -gt 200 ] && [ "$(wc -l <numbers)" -lt $1 ]' - "$games"
list=$(paste -sd, numbers)

status "the games" 0 "$PGNFIND" "${e4[@]}" games.bcgn
silent "the games: nothing else is said"
"$PGNUNPACK" -g "$list" games.bcgn >want
same "the games: their own bytes" out want
status "all games" 0 "$PGNFIND" games.bcgn
"$PGNUNPACK" -g 1- games.bcgn >want.all
same "all games, in their order" out want.all
status "-c" 0 "$PGNFIND" -c "${e4[@]}" games.bcgn
check "-c: how many" test "$(cat out)" = "$(wc -l <numbers)"
status "--numbers" 0 "$PGNFIND" --numbers "${e4[@]}" games.bcgn
sed 's/$/\t3/' numbers >want.numbers
same "--numbers: numbers and plies" out want.numbers
status "conditions that follow each other" 0 "$PGNFIND" -c --not "${e4[@]}" --then "${e4[@]}" games.bcgn
check "in their order" test "$(cat out)" = "$(wc -l <numbers)"
status "--then" 0 "$PGNFIND" --csv=GameNumber,Ply,LastPly,Plies "${e4[@]}" --then --moves='e4 e5 Nf3 Nc6' odd.bcgn
printf 'GameNumber,Ply,LastPly,Plies\n1,3,4,4\n4,3,4,4\n' >want.then
same "--then: both plies" out want.then
status "nothing is found" 0 "$PGNFIND" --moves 'a3 a6 h3 h6 a4' games.bcgn
same_empty "nothing is found: nothing is written" out
silent "nothing is found: nothing is said"
status "-c of nothing" 0 "$PGNFIND" -c --moves 'a3 a6 h3 h6 a4' games.bcgn
check "-c of nothing: 0" test "$(cat out)" = 0
status "-v" 0 "$PGNFIND" -v -c "${e4[@]}" games.bcgn
says "-v: a summary" "^pgnfind: $(wc -l <numbers) games of $games; "

# Tables and JSON are those of pgnunpack, with the place.
status "--csv" 0 "$PGNFIND" --csv "${e4[@]}" games.bcgn
"$PGNUNPACK" --csv -g "$list" games.bcgn >table
sed '1s/^GameNumber,/&Ply,/; 2,$s/^[0-9]*,/&3,/' table >want.csv
same "--csv: the table and the ply" out want.csv
status "--csv of columns" 0 "$PGNFIND" --csv=White,File,LastPly "${e4[@]}" -n 1 odd.bcgn
printf 'White,File,LastPly\nÉmile,odd.bcgn,3\n' >want
same "--csv of columns: File and LastPly" out want
status "--json" 0 "$PGNFIND" --json "${e4[@]}" games.bcgn
sed -n 's/^/{"file":"games.bcgn","ply":3,"last_ply":3,/p' <("$PGNUNPACK" --json -g "$list" games.bcgn | cut -c 2-) >want.json
sed 's/"colour":"White","fen":"[^"]*","move":"[^"]*",//' out >rest.json
same "--json: the objects and the place" rest.json want.json
check "--json: the board" test "$(grep -c '"move":"' out)" = "$(wc -l <want.json)"

# Threads make no difference.
for threads in 1 2 3 16; do
    for form in --numbers --csv --json --export --mark '--sort=white --reverse' '-n 7 --numbers' '-n 1'; do
        "$PGNFIND" -T 1 $form "${e4[@]}" games.bcgn odd.bcgn >one
        status "-T $threads $form" 0 "$PGNFIND" -T $threads $form "${e4[@]}" games.bcgn odd.bcgn
        same "-T $threads $form: the same" out one
    done
done

# Several files: names are told.
status "-c of two" 0 "$PGNFIND" -c "${e4[@]}" games.bcgn odd.bcgn
n=$(wc -l <numbers)
printf '%s games.bcgn\n3 odd.bcgn\n%s total\n' "$n" $((n + 3)) >want
same "-c of two: each and the sum" out want
status "--numbers of two" 0 "$PGNFIND" --numbers "${e4[@]}" -n $((n + 1)) games.bcgn odd.bcgn
sed 's/^/games.bcgn\t/' want.numbers >want
printf 'odd.bcgn\t1\t3\n' >>want
same "--numbers of two, the first N" out want
status "--csv of two" 0 "$PGNFIND" --csv "${e4[@]}" odd.bcgn odd.bcgn
check "--csv of two: the file first" sh -c '[ "$(grep -c "^odd.bcgn,1,3,Émile," out)" = 2 ] && [ "$(head -n 1 out | cut -d, -f1-3)" = File,GameNumber,Ply ]'
status "PGN of two" 0 "$PGNFIND" "${e4[@]}" odd.bcgn games.bcgn
"$PGNFIND" "${e4[@]}" odd.bcgn >want
"$PGNFIND" "${e4[@]}" games.bcgn >>want
same "PGN of two: one after the other" out want
head -n 7 want.numbers >want
for threads in 1 3; do
    status "-n 7 -T $threads" 0 "$PGNFIND" -T $threads -n 7 --numbers "${e4[@]}" games.bcgn
    same "-n 7 -T $threads: the first seven" out want
done
cp odd.bcgn 'a\\b",c.bcgn'
status "--csv of a name" 0 "$PGNFIND" --csv=File -n 1 'a\\b",c.bcgn'
printf 'File\n"a\\\\b"",c.bcgn"\n' >want
same "--csv of a name: as it is" out want
cp odd.bcgn 'a\\b.bcgn'
status "--csv of a name with backslashes" 0 "$PGNFIND" --csv=File -n 1 'a\\b.bcgn'
printf 'File\na\\\\b.bcgn\n' >want
same "--csv of a name with backslashes: without quotes" out want
status "--json of a name" 0 "$PGNFIND" --json -n 1 'a\\b",c.bcgn'
check "--json of a name: as it is" python3 -c 'import json; assert json.load(open("out"))["file"] == "a\\\\b\",c.bcgn"'
mkdir -p folder/inner
cp odd.bcgn folder/inner/
cp games.pgn folder/other.pgn
status "-r" 0 "$PGNFIND" -r -c "${e4[@]}" folder
check "-r: the databases in a folder" test "$(cat out)" = 3
printf 'odd.bcgn\ngames.bcgn\n' >names
status "--filelist" 0 "$PGNFIND" --filelist names -c "${e4[@]}"
check "--filelist: those in it" test "$(tail -n 1 out)" = "$((n + 3)) total"
status "standard input" 0 sh -c '"$PGNFIND" -c --moves "e4 e5 Nf3" <odd.bcgn'
check "standard input, a file" test "$(cat out)" = 3

# Export format, and marks.
status "--export" 0 "$PGNFIND" --export --plies 33 games.bcgn
"$PGNFIND" --plies 33 games.bcgn >own
same "--export: games that are in export format" out own
status "--export of odd games" 0 "$PGNFIND" --export odd.bcgn
check "--export of odd games: moves are laid out" grep -Fqx '{first} 1. e4 $1 {here} (1. d4 d5 2. c4) 1... e5!? $5 2. Nf3 (2. Bc4 Nc6) 2...' out
check "--export of odd games: all of them" test "$(grep -c '^\[Result ' out)" = 4
marked() { # NAME LINE CONDITION...: the movetext has that line
    local name=$1 line=$2
    shift 2
    status "--mark, $name" 0 "$PGNFIND" --mark "$@" odd.bcgn
    check "--mark, $name: where" grep -Fqx -e "$line" out
    sed 's/ {pgnfind}//; s/ {pgnfind}//; s/{pgnfind} //' out >unmarked
    "$PGNFIND" "$@" odd.bcgn >want
    same "--mark, $name: nothing else is changed" unmarked want
}
marked 'behind a move' '1. a8=Q+ {pgnfind} Kd7 2. -- Ke7 1-0' --fen 'Q3k3/8/8/8/8/8/8/4K3 b - -'
marked 'behind its glyphs' '{first} 1.e4$1 {here} (1.d4 d5 2.c4) e5!? $5 {pgnfind} 2. Nf3 (2. Bc4 Nc6) Nc6 *' --moves 'e4 e5' --event odd
marked 'behind a null move' '1. a8=Q+ Kd7 2. -- {pgnfind} Ke7 1-0' --fen 'Q7/3k4/8/8/8/8/8/4K3 b - -'
marked 'two of them' '1. e4 {pgnfind} e5 2. Nf3 Nc6 {pgnfind} 3. Kxh8 garbage e5 1/2-1/2' --moves e4 --then --moves 'e4 e5 Nf3 Nc6'
marked 'at the beginning' '{pgnfind} 1. a8=Q+ Kd7 2. -- Ke7 1-0' --fen '4k3/P7/8/8/8/8/8/4K3 w - -'
marked 'without moves' '{pgnfind} 0-1' --event 'no moves'
marked 'without tags' '1. e4 {pgnfind} e5 2. Nf3 1-0' --moves e4
marked 'in a variation' '{first} 1.e4$1 {here} (1.d4 d5 {pgnfind} 2.c4) e5!? $5 2. Nf3 (2. Bc4 Nc6) Nc6 *' --variations --moves 'd4 d5'
# Position columns are about main lines; null moves make no difference.
printf '[Event "x"]\n\n1. e4 e5 (1... a6) 2. Nf3 -- 3. Nc3 *\n\n' >branched.pgn
"$PGNPACK" -q branched.pgn -o branched.bcgn
status "an index" 0 "$PGNFIND" --index branched.bcgn
status "a variation in a game with a null move, with an index" 0 "$PGNFIND" -c --variations --moves 'e4 a6' branched.bcgn
check "a variation in a game with a null move, with an index: found" grep -qx 1 out
status "--mark=TEXT" 0 "$PGNFIND" --mark='look here' --moves e4 -n 1 odd.bcgn
check "--mark=TEXT: the text" grep -Fq '1.e4$1 {look here} {here}' out
status "--mark --export" 0 "$PGNFIND" --mark --export --moves 'e4 e5' -n 1 odd.bcgn
check "--mark --export: both" grep -Fq '1... e5!? $5 {pgnfind} 2. Nf3' out
"$PGNFIND" --mark "${e4[@]}" games.bcgn >all.marked
check "--mark marks each game" test "$(grep -c '{pgnfind}' all.marked)" = "$n"

# Orders.
sorted() { # NAME KEY... : of games.bcgn odd.bcgn, by Python
    local key=$1
    shift
    status "--sort $key $*" 0 "$PGNFIND" --sort "$key" "$@" --csv=File,GameNumber games.bcgn odd.bcgn
    check "--sort $key $*: the order" python3 - "$key" "$*" <<'END'
import csv, json, os, re, subprocess, sys, unicodedata
key, reverse = sys.argv[1], "--reverse" in sys.argv[2]
games = []
for file in ("games.bcgn", "odd.bcgn"):
    lines = subprocess.run([os.environ["PGNUNPACK"], "--json", file], stdout=-1, check=True).stdout.splitlines()
    games += [(file, json.loads(line)) for line in lines]
def number(text): return int(text) if text.isdigit() else 0
def date(tags):
    for tag in ("Date", "UTCDate"):
        parts = tags.get(tag, "").split(".")
        if parts[0].isdigit():
            return number(parts[0]) * 10000 + number(parts[1]) * 100 + number(parts[2])
    return 0
def fold(text): return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()
def ordered(text): # numbers, those with dots part by part, before texts
    if re.fullmatch(r"[0-9]+([.][0-9]+)*", text): return (0, [int(part) for part in text.split(".")])
    return None if text in ("", "?", "-") else (1, fold(text).encode())
def value(game, key):
    tags = game["tags"]
    names = {"white": "White", "black": "Black", "eco": "ECO", "result": "Result", "event": "Event", "round": "Round"}
    if key in ("date", "Date"): return date(tags if key == "date" else {"Date": tags.get("Date", "")}) or None
    if key == "elo": return number(tags.get("WhiteElo", "")) + number(tags.get("BlackElo", "")) or None
    if key == "plies": return game["plies"]
    return ordered(tags.get(names.get(key, key), ""))
order = games
for word in reversed(key.split(",")): # from the last key to the first, each in the order of the one before
    name, down = word.lstrip("-"), (word[0] == "-") != reverse
    known = [item for item in order if value(item[1], name) is not None]
    order = sorted(known, key=lambda item: value(item[1], name), reverse=down) + [item for item in order if value(item[1], name) is None]
want = [[file, str(game["number"])] for file, game in order]
got = list(csv.reader(open("out")))[1:]
assert got == want, (got[:9], want[:9])
END
}
for key in date elo plies white black eco result event Round Annotator event,round -date,White,-plies Event,Date,-Round; do
    sorted $key
    sorted $key --reverse
done
status "--sort of PGN" 0 "$PGNFIND" --sort plies --reverse -n 3 games.bcgn
"$PGNFIND" --sort plies --reverse -n 3 --numbers games.bcgn | cut -f1 >three
"$PGNUNPACK" -g @three games.bcgn >want
same "--sort of PGN: the first three" out want
for key in Date,white_ ,Date Date, date_ 1 --date "$(printf 'A,%.0s' {1..16})A"; do
    status "--sort '$key'" 1 "$PGNFIND" --sort "$key" games.bcgn
    says "--sort '$key': what it should be" "is no key: they are date, elo, plies"
done

# Outputs.
status "-o" 0 "$PGNFIND" "${e4[@]}" games.bcgn -o found.pgn
"$PGNFIND" "${e4[@]}" games.bcgn >want.pgn
same "-o: the games" found.pgn want.pgn
status "-o of a file that exists" 1 "$PGNFIND" "${e4[@]}" games.bcgn -o found.pgn
says "it says so" "found.pgn: exists; give another name, or -f"
status "-f" 0 "$PGNFIND" -f --moves 'd4' games.bcgn -o found.pgn
check "-f: replaced" sh -c '! cmp -s found.pgn want.pgn'
for level in '' -1 -6 --level=9; do
    status "-o .bcgn $level" 0 "$PGNFIND" $level "${e4[@]}" games.bcgn -f -o found.bcgn
    "$PGNUNPACK" -c found.bcgn >got
    same "-o .bcgn $level: it has the games" got want.pgn
    "$PGNPACK" $level want.pgn -f -o packed.bcgn
    same "-o .bcgn $level: as pgnpack packs them" found.bcgn packed.bcgn
done
status "-o .BCGN --mark" 0 "$PGNFIND" --mark "${e4[@]}" games.bcgn -o marked.BCGN
"$PGNUNPACK" -c marked.BCGN >got
same "-o .BCGN --mark: marked" got all.marked
status "-o of an input" 1 "$PGNFIND" -f games.bcgn -o games.bcgn
says "-o of an input: refused" "is an input too"
status "-o of a table" 0 "$PGNFIND" --csv "${e4[@]}" games.bcgn -o found.csv
same "-o of a table: in the file" found.csv want.csv
status "-o .bcgn of nothing" 0 "$PGNFIND" --moves 'a3 a6 h3 h6 a4' games.bcgn -o empty.bcgn
check "-o .bcgn of nothing: a database without games" test "$("$PGNUNPACK" --count empty.bcgn)" = 0
for form in '' --csv --json -c --numbers; do
    status "a full disk, $form" 1 sh -c '"$PGNFIND" $1 games.bcgn >/dev/full' - "$form"
    says "a full disk, $form: it says so" "^pgnfind: standard output: writing failed: No space"
done
status "a full device" 1 "$PGNFIND" games.bcgn -o /dev/full
status "a closed pipe" 0 env sh -c '"$PGNFIND" games.bcgn | head -n 1'
no_leftovers "nothing unfinished is left"

# Memory is shared.
status "-M" 0 "$PGNFIND" -M 300M -T 8 "${e4[@]}" games.bcgn
same "-M: the same games" out want.pgn
status "-M of too little" 4 "$PGNFIND" -M 20K "${e4[@]}" games.bcgn
says "-M of too little: why" "the memory limit is too low"
finish
