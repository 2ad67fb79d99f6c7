# pgnfind --scoutfish: queries for Scoutfish, in JSON.
. "$(dirname "$0")/lib.sh"
data=$(cd "$tools/../../data" && pwd)
cat "$data"/*.pgn >games.pgn
"$PGNPACK" -q games.pgn -o games.bcgn
# Both find the same games at the same places; `some`, or none where the fourth argument is 0.
agree() {
    printf '%s' "$2" >query
    status "$1" 0 "$PGNFIND" -q --numbers --scoutfish=query games.bcgn
    mv out got
    "$PGNFIND" -q --numbers "${@:3}" games.bcgn >want
    same "$1: as by options" got want
    check "$1: there are games" test -s want
}
agree "a board" '{ "sub-fen": "8/8/8/8/8/2N2N2/8/8" }' --pattern 'Nc3 Nf3'
agree "a FEN" '{"sub-fen":"8/8/8/8/4P3/8/8/8 w KQkq - 0 1"}' --pattern Pe4
agree "escapes" '{"sub-fen":"8\/8\/8\/8\/4P3\/8\/8\/8"}' --pattern Pe4
agree "boards" '{"sub-fen":["8/8/8/8/4P3/8/8/8", "8/8/8/8/3P4/8/8/8"]}' --pattern 'Pe4 | Pd4'
agree "material" '{"material":["KPK","KKP","KRKR"]}' --material 'KPk | Kkp | KRkr'
agree "an imbalance without pawns" '{"imbalance":"BvN"}' --material 'BvN P=p'
agree "imbalances" '{"imbalance":["PPv", "vPP"]}' --material 'PPv | vPP'
agree "a move" '{"white-move":"e8=Q"}' --move 'white e8=Q'
agree "moves" '{"black-move":["O-O-O", "O-O"], "result":["1-0", "0-1"]}' --move 'black O-O|O-O-O' --result 1-0,0-1
agree "who moved whom" '{"moved":"KP","captured":"QR"}' --move '[KP]x[QR]'
agree "kings that castle" '{"moved":"k"}' --move 'K-**|O-O|O-O-O'
agree "nobody is taken" '{"stm":"BLACK","captured":""}' --side black --not --move 'Ax**' --ply 1-
agree "mates" '{"result-type":"mate","result":"1-0"}' --mate --result 1-0
agree "any position" ' { "pass" : "" } ' --ply 0-
agree "a sequence" '{"sequence":[{"white-move":"Nf3"},{"result":"1-0","stm":"black"},{"black-move":"O-O"}]}' \
    --result 1-0 --move 'white Nf3' --then --side black --then --move 'black O-O'
agree "a streak" '{"streak":[{"white-move":"Nf3"},{"pass":""},{"white-move":"d4"}]}' \
    --move 'white Nf3' --next --ply 0- --next --move 'white d4'
agree "a streak of games alone" '{"streak":[{"result":"1-0"},{"white-move":"d4"}]}' --result 1-0 --ply 0- --next --move 'white d4'
agree "a streak in a sequence" '{"sequence":[{"white-move":"e4"},{"streak":[{"black-move":"Nc6"},{"captured":""}]},{"captured":"P"}]}' \
    --move 'white e4' --then --move 'black Nc6' --next --not --move 'Ax**' --ply 1- --then --move 'AxP'
printf '{"white-move":"Nf3"}' >query
status "with other conditions" 0 "$PGNFIND" -q --numbers --scoutfish=query --result 1-0 games.bcgn
mv out got
"$PGNFIND" -q --numbers --move 'white Nf3' --result 1-0 games.bcgn >want
same "with other conditions" got want
status "standard input" 0 sh -c '"$1" -q -c --scoutfish=- games.bcgn <query' sh "$PGNFIND"
check "standard input" test "$(cat out)" = "$("$PGNFIND" -q -c --scoutfish=query games.bcgn)"

refuses() {
    printf '%b' "$3" >wrong
    status "$1" 1 "$PGNFIND" --scoutfish=wrong games.bcgn
    says "$1: it says so" "wrong.*$2"
    check "$1: no games" test ! -s out
}
refuses "a rule that is none" "line 2: the rule 'sub-fem'.*sub-fen" '{"pass":"",\n"sub-fem":"8/8/8/8/8/8/8/8"}'
refuses "a limit" "line 1: .*--limit" '{"limit":3, "pass":""}'
refuses "a side that is none" "white.*black" '{"stm":"balck"}'
refuses "men that are none" "men are" '{"captured":"X"}'
refuses "nobody moves" "who moved" '{"moved":""}'
refuses "an imbalance of one side" "'v'" '{"imbalance":"PP"}'
refuses "moves of both sides" "one side" '{"white-move":"e4","black-move":"e5"}'
refuses "several words" "one word" '{"white-move":"e4 e5"}'
refuses "an empty list" "in quotes" '{"white-move":[]}'
refuses "a list that stays open" "']'" '{"white-move":["e4"'
refuses "a text that stays open" "second quote" '{"white-move":"e4}'
refuses "an escape" "escape" '{"white-move":"\\u0065"}'
refuses "a query that stays open" "'}'" '{"white-move":"e4"'
refuses "no colon" "':'" '{"white-move" "e4"}'
refuses "no query" "a condition in" '[]'
refuses "a number" "in quotes" '{"white-move":4}'
refuses "two queries" "ended here" '{"pass":""}{"pass":""}'
refuses "a sequence in a streak" "whole query" '{"streak":[{"sequence":[{"pass":""}]}]}'
refuses "a streak that is no list" "'\['" '{"streak":{"pass":""}}'
refuses "a value that the library refuses" "pattern: " '{"sub-fen":"8/8"}'
refuses "nothing" "a condition in" ' '
: >wrong
status "an empty file" 1 "$PGNFIND" --scoutfish=wrong games.bcgn
says "an empty file" "wrong"
status "no such file" 1 "$PGNFIND" --scoutfish=missing games.bcgn
says "no such file" missing
{
    printf '{"sequence":[{"pass":""}'
    yes ',{"pass":""}' | head -600 | tr -d '\n'
    printf ']}'
} >wrong
status "too many steps" 1 "$PGNFIND" --scoutfish=wrong games.bcgn
says "too many steps" "1,000 things"
{
    printf '{"material":["KK"'
    yes ',"KPK"' | head -40 | tr -d '\n'
    printf ']}'
} >wrong
status "too many alternatives" 1 "$PGNFIND" --scoutfish=wrong games.bcgn
says "too many alternatives" "32"
finish
