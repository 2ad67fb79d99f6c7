# pgnfind --query: conditions in files.
. "$(dirname "$0")/lib.sh"
data=$(cd "$tools/../../data" && pwd)
cat "$data"/classics.pgn "$data"/annotated.pgn >games.pgn
"$PGNPACK" -q games.pgn -o games.bcgn
# Both find the same games.
agree() {
    status "$1" 0 "$PGNFIND" -q --numbers --query="$2" games.bcgn
    mv out got
    "$PGNFIND" -q --numbers "${@:3}" games.bcgn >want
    same "$1: as by options" got want
    check "$1: there are games" test -s want
}
printf '# Najdorfs and others\r\n\r\nmoves e4 c5\r\n  --result= 1-0,0-1  \r\n\tplies=20-\r\n' >plain
agree "conditions" plain --moves 'e4 c5' --result 1-0,0-1 --plies 20-
printf "pattern 'Nf3 ![bn]g4'\nfor 3\neither\nthen\nmove \"x**\"" >quoted
printf "balance =0\nply 20\n" >equal
agree "a value that begins with a sign" equal --balance =0 --ply 20
agree "values in quotes, no line end" quoted --pattern 'Nf3 ![bn]g4' --for 3 --either --then --move 'x**'
printf '[Mates]\nmate\n\n[ Short games ]\n# by half-moves\nplies -60\n[None]\nply 0\nmate\n' >several
agree "one of several" 'several#Mates' --mate
agree "one with blanks" 'several#Short games' --plies -60
status "with other conditions" 0 "$PGNFIND" -q --numbers --query=plain --result 1-0 games.bcgn
mv out got
"$PGNFIND" -q --numbers --moves 'e4 c5' --result 1-0,0-1 --plies 20- --result 1-0 games.bcgn >want
same "with other conditions" got want
cp plain 'name#with sign'
agree "a file with a sign in its name" 'name#with sign' --moves 'e4 c5' --result 1-0,0-1 --plies 20-
status "standard input" 0 sh -c '"$1" -q -c --query=- games.bcgn <plain' sh "$PGNFIND"
check "standard input" test "$(cat out)" = "$("$PGNFIND" -q -c --query=plain games.bcgn)"

refuses() {
    status "$1" 1 "$PGNFIND" --query="$3" games.bcgn
    says "$1: it says so" "$2"
    check "$1: no games" test ! -s out
}
refuses "no such file" "missing" missing
refuses "several, and none is said" "several: line 4: the file has several queries" several
refuses "no such query" "no query of that name" 'several#Mate'
printf 'pawns iqp\n\npawn iqp\n' >wrong
refuses "no such condition" "wrong: line 3: the condition 'pawn'.*pawns" wrong
printf 'pawns iqp\nfor 0\n' >wrong
refuses "a value that is none" "wrong: line 2: for: " wrong
printf 'mate now\n' >wrong
refuses "a value too many" "wrong: line 1: .*has no value" wrong
printf 'pawns\n' >wrong
refuses "no value" "wrong: line 1: .*lacks its value" wrong
printf '# nothing\n' >wrong
refuses "nothing in it" "all games would be found" wrong
printf '[open\nmate\n' >wrong
refuses "a bracket" "wrong: line 1: .*']'" wrong
printf 'mate\0\n' >wrong
refuses "bytes" "zero byte" wrong
: >wrong
refuses "an empty file" "no condition" wrong
yes '#' | head -20000 >wrong
refuses "too many lines" "more lines" wrong
finish
