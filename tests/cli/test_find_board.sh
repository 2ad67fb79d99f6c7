# pgnfind's conditions on the board from the command line: values with blanks, stars and brackets; files of positions.
. "$(dirname "$0")/lib.sh"
cat >four.pgn <<'END'
[Event "a"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3) 3... a6 1-0

[Event "b"]

1. f3 e5 2. g4 (2. e4 d5 3. exd5) 2... Qh4# 0-1

[Event "c"]

1. d4 d5 2. Nc3 Nf6 3. Nb1 Ng8 4. Nd2 *

[Event "d"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 1/2-1/2

END
"$PGNPACK" -q four.pgn

# finds NAME NUMBERS CONDITION...: the games' numbers and plies.
finds() {
    local name=$1 wanted=$2
    shift 2
    status "$name" 0 "$PGNFIND" --numbers "$@" four.bcgn
    check "$name: which, and where" test "$(tr '\t\n' ': ' <out)" = "$wanted"
}

finds "--material" '4:3 ' --material 'P8 p7'
finds "--pawns" '4:3 ' --pawns '- e* / - d*'
finds "--pattern" '1:4 ' --pattern 'N[e-g]3 n[a-c]6 ![Aa]f[45]'
finds "--move" '3:7 ' --move 'Nb1-c3-b1-d2'
finds "--move, --either" '3:7 ' --either --move 'black Nb8-c6-b8-d7'
finds "--mirrored" '3:7 ' --mirrored --move 'Ng1-f3-g1-e2'
finds "--mate" '2:4 ' --mate
finds "--for" '1:5 ' --pattern Bb5 --for 2
finds "--then" '4:2 ' --pawns '/ d5' --then --pawns '/ - d*'
finds "--variations" '1:5 ' --move Bc4 --variations
finds "--side, --ply" '1:3 3:3 4:3 ' --side black --ply 3 --not --check --not --pattern Pg4

# Repertoires.
cat >repertoire.pgn <<'END'
1. e4 e5 (1... d5 2. exd5) 2. Nf3 *

1. d4 *
END
finds "--pgn" '1:1 3:1 4:1 ' --pgn repertoire.pgn
finds "--pgn, from a ply on" '1:2 4:2 ' --pgn repertoire.pgn --ply 2-
finds "--pgn-final" '1:3 3:1 4:3 ' --pgn-final=repertoire.pgn
echo '1. Nf3 e5 2. e4 *' >other.pgn
finds "two files: in both" '1:3 ' --pgn repertoire.pgn --pgn other.pgn
status "no such file" 1 "$PGNFIND" -c --pgn missing.pgn four.bcgn
says "no such file: said" "missing.pgn"
: >empty.pgn
status "no game" 1 "$PGNFIND" -c --pgn empty.pgn four.bcgn
says "no game: said" "no game"
printf '1. e4 *\n\n1. e4 e5 2. Ke3 *\n' >wrong.pgn
status "a game that is not understood" 1 "$PGNFIND" -c --pgn wrong.pgn four.bcgn
says "a game that is not understood: which" "wrong.pgn: game 2"
status "a wrong value" 1 "$PGNFIND" -c --material R four.bcgn
says "a wrong value: why" "how many"
# What docs/QUERIES.md shows is understood.
queries=$(cd "$tools/../../docs" && pwd)/QUERIES.md
grep '^    pgnfind ' "$queries" | sed 's/games\.bcgn.*/four.bcgn/; s/^ *pgnfind/"$PGNFIND" -q/' >examples
check "docs/QUERIES.md has examples" test "$(wc -l <examples)" -ge 8
while IFS= read -r example; do
    check "docs/QUERIES.md: $example" sh -c "$example"
done <examples
finish
