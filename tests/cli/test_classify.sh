# pgndb classify: ECO, Opening and Variation by the last named position, as a model with rules of its own finds it
# (classify_model.py); tables of three forms, and broken ones; what stays as it is.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000
data=$(cd "$tools/../../data" && pwd)

# found DB: a line a game, as the model has them.
found() { "$PGNUNPACK" -c --json -q "$1" | python3 -c 'import json, sys
for line in sys.stdin:
    tags = json.loads(line)["tags"]
    print("\t".join(tags[name] if name in tags else "" for name in ("ECO", "Opening", "Variation")) if "Opening" in tags else "-")'; }
# game TAGS MOVES: of a PGN file.
game() { printf '[Event "E"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n%s\n%s *\n\n' "$1" "$2"; }
# packed NAME: NAME.pgn as NAME.bcgn.
packed() { "$PGNPACK" -q -f "$1.pgn" -o "$1.bcgn"; }
# tags_of DB NUMBER: ECO, Opening, Variation, SubVariation of a game, with '|' between.
tags_of() { "$PGNUNPACK" -c -q --json -g "$2" "$1" | python3 -c 'import json, sys
tags = json.loads(sys.stdin.readline())["tags"]
print("|".join(tags.get(name, "-") for name in ("ECO", "Opening", "Variation", "SubVariation")))'; }
has() { # NAME WANTED DB NUMBER
    local got
    got=$(tags_of "$3" "$4")
    check "$1: $2" test "$got" = "$2"
}

# ---- The table built in, against the model ----

{ grep -v -e '^\[ECO ' -e '^\[Opening ' "$data/classics.pgn"; echo; grep -v -e '^\[ECO ' -e '^\[Opening ' "$data/annotated.pgn"; echo
  sed '/^\[Event /h;300q' "$data/engine-games.pgn" | grep -v -e '^\[ECO ' -e '^\[Opening '; } >real.pgn
packed real
cp real.bcgn old.bcgn
python3 "$tools/classify_model.py" "$data/openings.txt" real.pgn >wanted
check "the model knows most games, and leaves some" sh -c '[ $(grep -c "^[A-E]" wanted) -ge 60 ] && grep -qx -e - wanted'
status "a dry run" 0 "$PGNDB" classify real.bcgn --all --dry-run
says "... tells how many" "real.bcgn: $(grep -c '^[A-E]' wanted) of $(grep -c . wanted) games would be changed"
same "... and changes nothing" old.bcgn real.bcgn
id=$("$PGNFIND" --ids old.bcgn | head -n 1 | cut -f 1)
status "classify" 0 "$PGNDB" classify real.bcgn --all
says "... as many" "real.bcgn: $(grep -c '^[A-E]' wanted) of $(grep -c . wanted) games changed"
says "... and says what was left" "left as they are: [0-9]+ without such a position, [1-9][0-9]* from another start position, [0-9]+ of a variant"
cp wanted openings.model && cp old.bcgn untagged.bcgn && cp real.bcgn named.bcgn
check "an old id leads to the new version" sh -c '"$PGNUNPACK" -c -q -g "$1" real.bcgn | grep -q "^.Variation "' - "$id"
"$PGNPACK" -q -f real.bcgn -o flat.bcgn
python3 "$tools/classify_model.py" "$data/openings.txt" <("$PGNUNPACK" -c flat.bcgn) >wanted
found flat.bcgn >got
same "what the model finds" wanted got
"$PGNUNPACK" -c real.bcgn | grep -v -e '^\[ECO ' -e '^\[Opening ' -e '^\[Variation ' | tr -s '\n' | LC_ALL=C sort >got
tr -s '\n' <real.pgn | LC_ALL=C sort >wanted
comm -23 wanted got >lost
same_empty "no line of the texts is lost" lost
cp real.bcgn once.bcgn
status "once more" 0 "$PGNDB" classify real.bcgn --all
says "... changes nothing" '0 of [0-9]+ games changed'
same "... and writes nothing" once.bcgn real.bcgn
"$PGNDB" back -q -f real.bcgn 1
same "it is one change, and can be taken back" old.bcgn real.bcgn
check "it is in the log" sh -c '"$PGNDB" log once.bcgn | grep -qF "pgndb classify real.bcgn --all"'

# ---- Transpositions, other starts, variants ----

printf 'eco\tname\tpgn\nC44\tFour Knights: Half\t1. e4 e5 2. Nf3 Nc6\nB10\tCaro\t1. e4 c6\nC02\tFrench: Advance, En Passant\t1. e4 e6 2. e5 d5\nB00\tKing Pawn\t1. e4\n' >small.tsv
{
    game '' '1. Nf3 Nc6 2. e4 e5'
    game '' '1. e4 c6 2. Nf3 h6'
    game '' '1. e3 c6 2. e4 h6'
    game '' '1. e4 e6 2. e5 d5'
    game '' '1. e3 d5 2. e4 e6 3. e5'
    game '' '1. e4 d5 2. e5 e6'
    game '' '1. d4'
    game '[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]' '1. e4'
    game '[Variant "Crazyhouse"]' '1. e4 c6'
    game '[Variant "standard"]' '1. e4 c6'
    game '[Variant "Chess960"]' '1. e4 c6'
    game '[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]' '1. e4 c6'
    game '[SetUp "1"]
[FEN "no position"]' '1. e4'
    game '' '1. e4 (1. d4 d5 2. c4) 1... c6 (1... e5 2. Nf3 Nc6) {e5} 2. a3'
    game '' ''
} >cases.pgn
packed cases
status "cases" 0 "$PGNDB" classify cases.bcgn --all --table=small.tsv
says "... so many" 'cases.bcgn: 7 of 15 games changed'
says "... and so many left" '4 without such a position, 2 from another start position, 2 of a variant'
"$PGNPACK" -q -f cases.bcgn -o flat.bcgn
new() { "$PGNUNPACK" -c -q --json flat.bcgn | python3 -c 'import json, sys
print(sum(json.loads(line)["tags"].get(sys.argv[1]) == sys.argv[2] for line in sys.stdin))' "$1" "$2"; }
check "a transposition has the name" test "$(new Opening 'Four Knights')" = 1
check "... with its variation" test "$(new Variation Half)" = 1
check "the last name counts; with the other side to move it is another position" test "$(new Opening Caro)" = 4
check "where a pawn may take in passing, it is another position" test "$(new Variation 'Advance, En Passant')" = 1

printf '[Event "E"]\n\n1. e4 e6 2. e5 d5 *\n' >ep.pgn
printf '[Event "E"]\n\n1. e4 d5 2. e5 e6 *\n' >noep.pgn
packed ep && packed noep
"$PGNDB" classify -q ep.bcgn --all --table=small.tsv
has "in passing" 'C02|French|Advance, En Passant|-' ep.bcgn 2
"$PGNDB" classify -q noep.bcgn --all --table=small.tsv
has "not in passing" 'B00|King Pawn|-|-' noep.bcgn 2

# ---- pgnfind --names --of=Opening: games without the tag count by their positions ----

# counts COLUMN LINES ARGUMENT...: of these games of the model (with what those lines are) what pgnfind counts.
counts() {
    local name=$1 column=$2 lines=$3
    shift 3
    grep -v -x -e - "$lines" | cut -f "$column" | sort | uniq -c | sed 's/^ *\([0-9]*\) /\1\t/' | sort >counted.model
    status "$name" 0 "$PGNFIND" --names='*' --json "$@"
    python3 -c 'import json, sys
for name in json.load(sys.stdin): print(name["games"], name["name"], sep="\t")' <out | LC_ALL=C sort >counted
    LC_ALL=C sort -o counted.model counted.model
    same "$name: what the model counts" counted.model counted
}
counts "openings" 2 openings.model --of=Opening untagged.bcgn
says "openings: it is told" "pgnfind: $(grep -c . openings.model) games without the tag Opening: $(grep -c '^[A-E]' openings.model) were counted by their positions"
counts "codes" 1 openings.model --of=ECO untagged.bcgn
says "codes: it is told" "without the tag ECO: $(grep -c '^[A-E]' openings.model) were"
counts "openings as tags" 2 openings.model --of=Opening named.bcgn
says "openings as tags: those that could not be named" "games without the tag Opening: 0 were"
cp untagged.bcgn half.bcgn
"$PGNDB" classify -q half.bcgn --where 'result=1-0'
counts "some have the tag" 2 openings.model --of=Opening half.bcgn
"$PGNFIND" --numbers -q --result 0-1 untagged.bcgn | cut -f 1 >numbers
awk 'NR == FNR { want[$1]; next } FNR in want' numbers openings.model >wanted.lost
counts "of those that a search finds" 2 wanted.lost --of=Opening --result 0-1 untagged.bcgn
cp untagged.bcgn less.bcgn
"$PGNDB" delete -q less.bcgn --where 'result=0-1'
awk 'NR == FNR { want[$1]; next } !(FNR in want)' numbers openings.model >wanted.rest
counts "without those deleted" 2 wanted.rest --of=Opening less.bcgn
counts "with those deleted" 2 openings.model --of=Opening --with-deleted less.bcgn
cat openings.model openings.model >wanted.twice
counts "of two databases, several threads" 2 wanted.twice --of=Opening -T 3 untagged.bcgn half.bcgn
"$PGNPACK" -q -f -6 --block-size=20K real.pgn -o small.bcgn
counts "at level 6, in small blocks" 2 openings.model --of=Opening small.bcgn
counts "at level 6, found" 2 wanted.lost --of=Opening --result 0-1 small.bcgn
python3 - <<'END'
import random
data = bytearray(open("small.bcgn", "rb").read())
middle = len(data) // 2
data[middle:middle + 400] = random.Random(1).randbytes(400)
open("torn.bcgn", "wb").write(data)
END
status "of a damaged database" 2 "$PGNFIND" --names='*' --of=Opening --json torn.bcgn
check "... damage is told once" test "$(grep -c 'damage\|corrupt' err)" = 1
python3 -c 'import json, sys
for name in json.load(sys.stdin): print(name["games"], name["name"], sep="\t")' <out >torn
check "... and the rest is counted" sh -c '[ "$(awk "{ n += \$1 } END { print n }" torn)" -ge 30 ]'
grep -i '	sicilian' openings.model >wanted.sicilian
counts "of a name" 2 wanted.sicilian --of=Opening --names=sicilian untagged.bcgn
status "other tags" 0 "$PGNFIND" --names='*' --of=Variation untagged.bcgn
check "other tags: nothing is told of positions" sh -c '! grep -q positions err'
status "-q" 0 "$PGNFIND" --names='*' --of=Opening -q untagged.bcgn
silent "-q: silent"
status "of odd games" 0 "$PGNFIND" --names='*' --of=ECO --csv flat.bcgn
check "of odd games: variants and other positions have none" sh -c '[ "$(sed 1d out | cut -d, -f 2 | paste -sd+ | tr + "\n" | awk "{ n += \$1 } END { print n }")" -le 11 ]'

# ---- Which games, and which tags stay ----

{
    game '[ECO "A00"]
[Opening "Mine"]
[SubVariation "Deep"]' '1. e4 e5 2. Nf3 Nc6'
    game '[ECO "?"]
[Opening ""]' '1. e4 e5 2. Nf3 Nc6'
    game '[ECO "C49"]
[Variation "Own"]' '1. e4 e5 2. Nf3 Nc6'
    game '[ECO "B10"]
[Opening "Caro"]' '1. e4 c6'
    game '[ECO "B12"]
[Opening "Caro"]
[Variation "Old"]' '1. e4 c6'
} >tagged.pgn
packed tagged
cp tagged.bcgn kept.bcgn
cp tagged.bcgn where.bcgn
cp tagged.bcgn list.bcgn
status "without saying which games" 1 "$PGNDB" classify tagged.bcgn --table=small.tsv
says "... it is refused" 'which games\? Give -g, --where, or .--all'
status "codes that are there" 0 "$PGNDB" classify tagged.bcgn --all --table=small.tsv --dry-run
says "... agree or not" 'tagged.bcgn: 1 \(25.0 %\) of 4 ECO codes that games have is as found, 3 \(75.0 %\) in letter and first digit'
says "... one had all of it" '5 of 5 games reach a position with a name; 1 had these tags already'
status "tags are replaced" 0 "$PGNDB" classify tagged.bcgn --all --table=small.tsv
has "all of them, and what belongs to the old name goes" 'C44|Four Knights|Half|-' tagged.bcgn 6
has "? and nothing" 'C44|Four Knights|Half|-' tagged.bcgn 7
has "a variation" 'C44|Four Knights|Half|-' tagged.bcgn 8
has "what was so already" 'B10|Caro|-|-' tagged.bcgn 4
has "a variation that the table has not" 'B10|Caro|-|-' tagged.bcgn 9
status "--keep" 0 "$PGNDB" classify kept.bcgn --all --table=small.tsv --keep
says "--keep changes two" '2 of 5 games changed'
has "--keep: a known name keeps all that belongs to it" 'A00|Mine|-|Deep' kept.bcgn 1
has "--keep: unknown values are set" 'C44|Four Knights|Half|-' kept.bcgn 6
has "--keep: a known code and variation stay" 'C49|Four Knights|Own|-' kept.bcgn 7
has "--keep: what is known" 'B12|Caro|Old|-' kept.bcgn 5
status "--where" 0 "$PGNDB" classify where.bcgn --where 'eco=B12' --table=small.tsv
says "--where takes one" '1 of 5 games changed'
says "... of which alone it tells" '1 of 1 game reaches a position'
has "--where" 'B10|Caro|-|-' where.bcgn 6
"$PGNDB" delete -q list.bcgn -g 2
status "-g" 0 "$PGNDB" classify list.bcgn -g 1-2,5 --table=small.tsv
says "-g takes two" '2 of 4 games changed'
says "... and warns of the deleted one" '1 game of those that were named is deleted, and not changed'
has "-g: another game" 'C49|-|Own|-' list.bcgn 3
status "two databases" 0 "$PGNDB" classify kept.bcgn where.bcgn --all --table=small.tsv
says "... the second, too" 'where.bcgn: 3 of 5 games changed'

# ---- Forms of tables ----

game '' '1. e4 c6 2. d4' >one.pgn
packed one
# by NAME WANTED: a dry run with the table of standard input makes the only game so.
by() {
    cp one.bcgn by.bcgn
    cat >table
    status "$1" 0 "$PGNDB" classify by.bcgn --all --table=table
    has "$1" "$2" by.bcgn 2
}
by "TSV with a head in another order, CR LF and a mark" 'B12|Caro-Kann|Main, Second|-' < <(printf '\357\273\277name\tuci\teco\tepd\r\nCaro-Kann: Main, Second\te2e4 c7c6 d2d4\tB12\tx\r\n')
by "TSV without a head" 'B12|Caro-Kann|-|-' < <(printf 'B12\tCaro-Kann\t1. e4 c6 2. d4\n')
by "several tables, one behind the other" 'B12|Two|-|-' < <(printf 'eco\tname\tpgn\nB10\tOne\t1. e4 c6\neco\tname\tpgn\nB12\tTwo\t1. e4 c6 2. d4\n')
by "UTF-8" 'B12|Grünfeld|Żółć "ё"|-' < <(printf 'B12\tGrünfeld: Żółć "ё"\t1.e4 c6 2.d4 *')
by "SCID" 'B12|Caro-Kann|2.d4|-' < <(printf '# a remark\nA00a "Start position"\n  *\nB10a "Caro-Kann"\n  1.e4 c6 *\nB12b1 "Caro-Kann: 2.d4" 1.e4\n  c6\n2.d4 *\nB13 "x" 1.e4 c6 2.d4 d5*\n')
by "SCID names the first position, too" 'A00|Start position|-|-' < <(printf 'A00a "Start position" *\n')
by "PGN" 'B12|Caro "K"|Main, Second|-' < <(printf '{a table}\n[ECO "B12"]\n[Opening "Caro \\"K\\""]\n[Variation "Main"]\n[SubVariation "Second"]\n\n1. e4 c6 (1... e5) 2. d4 {good} *\n')
by "PGN with codes alone" 'B12|-|-|-' < <(printf '[ECO "B12"]\r\n\r\n1. e4 c6 2. d4 *\r\n')
by "PGN with names alone" '-|Caro|-|-' < <(printf '[Opening "Caro"]\n\n1. e4 c6 2. d4 *\n')
by "of two names the later one counts" 'B12|Later|-|-' < <(printf 'B10\tEarlier: With more\t1. d4 c6 2. e4\nB12\tLater\t1. e4 c6 2. d4\n')
printf 'B10\tEarlier\t1. d4 c6 2. e4\nB12\tLater\t1. e4 c6 2. d4\nB12\tLater\t1. e4 c6 2. d4\n' >twice
status "two names" 0 "$PGNDB" classify one.bcgn --all --table=twice --dry-run -v
says "... are told with -v" 'twice: 1 name of the table was given up'
status "from standard input" 0 sh -c '"$1" classify one.bcgn --all --table=- --dry-run <twice' - "$PGNDB"
says "... it is taken" '1 of 1 game would be changed'

# broken NAME PATTERN: the table of standard input is refused, and nothing is changed.
cp one.bcgn before.bcgn
broken() {
    cat >broken
    status "$1" 1 "$PGNDB" classify one.bcgn --all --table=broken
    says "$1: told" "$2"
    same "$1: nothing is changed" before.bcgn one.bcgn
}
broken "an empty table" 'broken: has no openings' </dev/null
broken "a head alone" 'broken: has no openings' < <(printf 'eco\tname\tpgn\n')
broken "something else" 'broken: is no table of openings: give columns' < <(printf 'Sicilian\n')
broken "a head without moves" 'broken: line 1: the head names no column pgn or uci' < <(printf 'eco\tname\tepd\nB12\tx\ty\n')
broken "a column too few" 'broken: line 3: the line has 2 of the 3 columns' < <(printf 'eco\tname\tpgn\nB10\tCaro\t1. e4 c6\nB12\tCaro\n')
broken "an illegal move" "broken: line 2: half-move 3, 'Ke3': " < <(printf 'eco\tname\tpgn\r\nB12\tCaro\t1. e4 c6 2. Ke3\r\n')
broken "a move that is none, in UCI" "broken: line 2: half-move 1, 'e4'" < <(printf 'eco\tname\tuci\nB12\tCaro\te4\n')
broken "a code that is none" 'broken: line 2: the ECO code is none: they go from A00 to E99' < <(printf 'eco\tname\tpgn\nF12\tCaro\t1. e4\n')
broken "no code" 'broken: line 2: there is no ECO code' < <(printf 'eco\tname\tpgn\n\tCaro\t1. e4\n')
broken "no name" 'broken: line 2: there is no name' < <(printf 'eco\tname\tpgn\nB12\t \t1. e4\n')
broken "a name with control characters" 'broken: line 1: the name has control characters' < <(printf 'B12\tCa\001ro\t1. e4\n')
broken "a name without end" 'broken: line 1: the name has more than 255 bytes' < <(printf 'B12\t%0300d\t1. e4\n' 0)
broken "SCID: an illegal move" "broken: line 3: half-move 2, 'Nf6q'" < <(printf '# SCID\nB12 "x"\n 1.e4 Nf6q *\n')
broken "SCID: no name" 'broken: line 2: the code has no name in .quotes.' < <(printf 'A00 "x" *\nB12 1.e4 *\n')
broken "SCID: no end" 'broken: line 2: the entry before has no end' < <(printf 'B12 "x" 1.e4\nB13 "y" 1.d4 *\n')
broken "SCID: no end at the end" 'broken: line 1: the last entry has no end' < <(printf 'B12 "x" 1.e4\n')
broken "SCID: no quote" 'broken: line 1: the name has no quote at its end' < <(printf 'B12 "x 1.e4 *\n')
broken "SCID: no code" "broken: line 2: 'X99' is no ECO code" < <(printf 'B12 "x" 1.e4 *\nX99 "y" 1.d4 *\n')
broken "PGN: an illegal move" 'broken: line 7: ' < <(printf '[ECO "B12"]\n\n1. e4 *\n\n[ECO "B13"]\n\n1. e4 Ke7 *\n')
broken "PGN: no tags" 'broken: line 5: the game has no tag ECO and no tag Opening' < <(printf '[ECO "B12"]\n\n1. e4 *\n\n[White "x"]\n\n1. e4 *\n')
broken "PGN: another position" 'broken: line 1: the game begins from another position' < <(printf '[ECO "B12"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n')
mkdir folder
status "a folder" 1 "$PGNDB" classify one.bcgn --all --table=folder
says "... is told" 'folder: Is a directory'
status "no such file" 1 "$PGNDB" classify one.bcgn --all --table=absent
says "... is told" 'absent: No such file'
status "--keep elsewhere" 1 "$PGNDB" set one.bcgn ECO=A00 --all --keep
says "... is told" 'goes with classify'

# A game that has more positions than room was made for at first.
{ printf '[Event "E"]\n\n'; python3 -c 'print("1. e4 c6 " + " ".join("Nf3 Nf6 Ng1 Ng8" for _ in range(30000)))'; printf ' *\n'; } >long.pgn
packed long
status "a long game" 0 "$PGNDB" classify long.bcgn --all --table=small.tsv
has "a long game" 'B10|Caro|-|-' long.bcgn 2
finish
