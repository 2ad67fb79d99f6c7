# What pgnfind answered wrongly: lines of several alternatives, conditions that replaced each other in silence.
. "$(dirname "$0")/lib.sh"
printf '[Event "x"]\n\n1. Nf3 d5 2. Nd4 (2. e3) (2. Ne5) *\n\n' >alternatives.pgn
"$PGNPACK" -q alternatives.pgn -o alternatives.bcgn

# counts WANTED CONDITIONS...
counts() {
    local want=$1
    shift
    status "trap 13, 14: $*" 0 "$PGNFIND" "$@" --count alternatives.bcgn
    check "trap 13, 14: $*: $want" test "$(cat out)" = "$want"
}
# Each alternative begins before the move, whichever it is.
counts 0 --variations --pattern Nd4 --then --pattern Ne5
counts 0 --variations --pattern Pe3 --then --pattern Ne5
counts 0 --variations --pattern Pe3 --then --pattern Nd4
counts 1 --variations --pattern Nf3 --then --pattern Ne5
counts 1 --variations --pattern Nf3 --then --pattern Pe3
counts 1 --variations --move Ng1-f3-e5
counts 1 --variations --move Ng1-f3-d4
counts 0 --variations --pattern Nd4 --for 2
counts 1 --variations --pattern 'Nf3 Pe3'
counts 1 --pattern Nf3 --then --pattern Nd4
counts 0 --pattern Nf3 --then --pattern Ne5

# --for is about all conditions of its position, and there once.
counts 1 --pattern Nf3 --for 2
counts 0 --pattern Nf3 --for 2 --side white
counts 0 --pattern Nf3 --side white --for 2
for twice in 2 1; do
    status "trap 14: --for twice" 1 "$PGNFIND" --pattern Nf3 --for $twice --for 2 alternatives.bcgn
    says "trap 14: --for twice: why" '"for" is given twice'
done
counts 1 --pattern Nf3 --for 1 --then --side white --for 1
finish
