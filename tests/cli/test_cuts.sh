# A database cut at any byte of its last two segments, and every command with it: cuts.py. CUT_STEP=1, as `make torture` has it, tries all with all.
. "$(dirname "$0")/lib.sh"
step=${CUT_STEP:-23}
if grep -q __asan_init "$PGNPACK"; then
    echo "skip cuts: with sanitizers tests/reliability/damage.c cuts everywhere, in one process"
    finish
fi
status "every command, cuts by steps of $step" 0 python3 "$tools/cuts.py" "$(dirname "$PGNPACK")" "$step"
cat out
check "trap 1: no cut passes as whole, loses or removes anything" grep -Eq "^[0-9]{3,} runs of .* 0 faults$" out
finish
