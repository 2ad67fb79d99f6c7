# pgnfind's conditions on what was written and measured, and how often: boundaries, who moves, what is not known, notices, errors.
. "$(dirname "$0")/lib.sh"
cat >written.pgn <<'PGN'
[Event "clocks and evaluations"]
[TimeControl "60+2"]

1. e4 {[%eval 0.00] [%clk 0:01:00]} e5 {[%eval 0.30] [%clk 0:01:00]} 2. f3?? {[%eval -1.69] [%clk 0:00:10.9]} Nc6? {[%eval 5.00] [%clk 0:01:03]}
3. g3 {[%eval 2.50] [%clk 0:00:09.9]} d6 {[%eval 5.00] [%clk 0:00:58]} 4. h3 {[%eval 2.47] [%clk 0:00:08]} a6 {[%eval #5] [%clk 0:00:50]} 1-0

[Event "words"]
[TimeControl "40/7200:3600"]

{A miniature} 1. f3 $4 {careless} (1. e4 {[%clk 0:00:05] better}) {[%emt 0:00:40] really} 1... e5! 2. g4 (2. e3 $14 a6) Qh4# {us or them} 0-1

[Event "nothing"]

1. e4 e5 1/2-1/2

PGN
"$PGNPACK" -q -3 written.pgn
"$PGNPACK" -q -6 -f written.pgn -o small.bcgn

# finds NAME NUMBERS CONDITION...: the games' numbers and plies, in a database with columns of numbers and in one with models.
finds() {
    local name=$1 wanted=$2 database
    shift 2
    for database in written.bcgn small.bcgn; do
        status "$name, $database" 0 "$PGNFIND" -q --numbers "$@" "$database"
        check "$name, $database: which, and where" test "$(tr '\t\n' ': ' <out)" = "$wanted"
    done
}
none() { finds "$1" '' "${@:2}"; }

finds "--eval" '1:4 ' --eval 3..
finds "--eval, a boundary" '1:3 ' --eval ..-1.69
none "--eval, beyond it" --eval ..-1.70
finds "--eval, a mate" '1:8 ' --eval '#5..'
none "--eval, a mate in more" --eval '#4..'
finds "--eval, a mate is more than pawns" '1:8 ' --eval 100..
finds "--eval of Black" '1:3 ' --eval 1.5..1.7 --either
finds "--eval, one" '1:2 ' --eval =0.3
finds "--swing in pawns" '1:3 ' --swing ..-1.99
none "--swing in pawns, beyond" --swing 'us ..-2.54'
finds "--swing of Black" '1:4 ' --swing 'them ..-6.69'
finds "--swing of Black, beyond" '1:8 ' --swing 'them ..-6.70'
finds "--swing in chances" '1:3 ' --swing '..-15%'
finds "--swing in chances, just not" '1:7 ' --swing 'us ..-15%' --ply 5-
finds "--swing in chances, less" '1:5 ' --swing 'us ..-14.79%' --ply 5-
finds "--swing, mates are ten pawns" '1:8 ' --swing 'them =-7.53'
finds "--clock" '1:5 ' --clock -9
finds "--clock, tenths are cut" '1:3 ' --clock -10
none "--clock of Black" --clock 'them -49'
finds "--clock of Black, a boundary" '1:8 ' --clock 'them -50'
finds "--clock in a variation" '2:1 ' --clock -10 --variations --tag TimeControl=40*
finds "--spent" '1:3 ' --spent 51
finds "--spent, no time at all" '1:5 ' --spent 3
none "--spent, less than nothing, and first moves" --spent 0-1 --tag TimeControl=60*
finds "--spent, as a comment tells it" '2:1 ' --spent 40
finds "not --spent: where it is known" '1:5 ' --not --spent 51 --tag TimeControl=60*
finds "--nag" '1:3 2:1 ' --nag '??'
finds "--nag, a number" '1:3 2:1 ' --nag '$4'
finds "--nag, one of two" '1:4 2:2 ' --nag '?|!'
finds "--nag of Black" '1:4 ' --nag 'them ?|??'
finds "--nag in a variation" '2:3 ' --nag '$14' --variations
finds "not --nag" '1:0 2:0 3:0 ' --not --nag '??' --not --has clock
finds "--comment" '2:1 ' --comment careless
finds "--comment behind an alternative" '2:1 ' --comment really
finds "--comment before the first move" '2:0 ' --comment '=A Miniature'
finds "--comment without commands" '2:1 ' --comment '=really'
none "--comment, commands are none of it" --comment '*clk*'
finds "--comment that begins so" '2:4 ' --comment '*us or*'
none "--comment of Black" --comment 'us or them'
finds "--comment of White" '2:1 ' --comment 'us careless|better'
finds "--comment in a variation" '2:1 ' --comment better --variations
finds "--has" '2:0 ' --has comment
finds "--has variation" '2:1 ' --has variation
finds "--has, one of two" '1:1 2:1 ' --has 'eval|variation'
finds "not --has" '1:0 2:0 3:0 ' --not --has clock
finds "together" '1:3 ' --swing ..-15% --clock -10 --nag '??'

finds "--times 0" '2:4 3:2 ' --move Nc6 --times 0
finds "--times, so many" '1:8 ' --move 'us P**' --times 4
none "--times, more" --move 'us P**' --times 5-
finds "--times 0 of numbers, where there are some" '1:8 ' --eval ..-2 --times 0
none "--times 0 of numbers, where there are none" --clock -5 --times 0 --tag TimeControl=40*
finds "--times between two" '1:8 ' --move f3 --then --move Pa*-a* --times 0 --then --move a6
none "--times between two, too often" --move f3 --then --side black --times 3- --then --move d6
finds "--times of runs" '1:8 2:4 ' --pattern '_e7' --for 3 --times 1
none "--times of longer runs" --pattern '_e7' --for 8 --times 1
finds "--times behind" '1:8 ' --move d6 --then --nag '??' --times 0

# Columns of numbers are enough to know that nothing is there, but for games with variations.
status "by columns" 0 "$PGNFIND" -v -c --clock 64- written.bcgn
check "by columns: moves of the game with variations only" grep -q ', 4 plies$' err
status "without columns" 0 "$PGNFIND" -v -c --clock 64- small.bcgn
check "without columns: moves of all games" grep -q ', 14 plies$' err

# What is missing is said once.
status "no numbers" 0 "$PGNFIND" -c --swing ..-15% --clock 0- written.bcgn small.bcgn
check "no numbers: said" test "$(grep -c 'no evaluations in 4 of the games searched' err)" = 1
check "no numbers: of clocks" test "$(grep -c 'no clocks in 4 of the games searched' err)" = 1
status "no numbers, quiet" 0 "$PGNFIND" -q -c --swing ..-15% written.bcgn
check "no numbers, quiet: nothing is said" test ! -s err
status "numbers" 0 "$PGNFIND" -c --has clock written.bcgn
check "numbers: nothing is said" test ! -s err

# refuses NAME TEXT CONDITION...: an error that has the text.
refuses() {
    local name=$1 text=$2
    shift 2
    status "$name" 1 "$PGNFIND" -c "$@" written.bcgn
    check "$name: said" grep -qF -- "$text" err
}
refuses "--eval, one number" 'write "..-2" or "=-2"' --eval -2
refuses "--eval, as a range without signs" 'write "1..3"' --eval 1-3
refuses "--eval, three decimals" 'two decimals' --eval 0.123..
refuses "--eval in percent" 'is no range' --eval 3%..
refuses "--swing, many pawns" '"..-15%"' --swing ..-15
refuses "--swing, more than all chances" 'is no range' --swing ..-101%
refuses "--swing the wrong way round" 'ends before it begins' --swing -1..-2
refuses "--clock the wrong way round" 'ends before it begins' --clock 60-10
refuses "--nag, no glyph" '"$4"' --nag '?!?'
refuses "--nag, one is missing" '"$4"' --nag '??|'
refuses "--has, something else" '"variation"' --has clok
refuses "--comment, nothing" 'it is empty' --comment 'us |x'
refuses "--times first" 'stands behind the conditions' --times 0 --mate
refuses "--times twice" 'is given twice' --mate --times 0 --times 1
refuses "--times, too many" '62 times' --mate --times 63
refuses "--times, no number" 'is no number of times' --mate --times never
refuses "--times beside --next" 'put "then" between them' --mate --times 0 --next --check
refuses "--times beside --times" 'name what stands between them' --mate --times 0 --then --check --times 1
refuses "--times of a row, later" 'can only come first' --mate --then --move 'e4 e5' --times 1
finish
