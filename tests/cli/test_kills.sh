# Ended by signals in the midst of its work on files: old or complete, and nothing left but what the manual says.
# KILLS is how many of them hit a write; `make torture` has 1,000.
. "$(dirname "$0")/lib.sh"
if grep -q __asan_init "$PGNPACK" || grep -q __tsan_init "$PGNPACK" ||
    ! ${CC:-cc} -shared -fPIC -O1 -o killer.so "$tools/killer.c" -ldl 2>cc.err; then
    echo "skip kills: $([ -s cc.err ] && head -n 1 cc.err || echo 'a program with sanitizers takes no preloaded library')"
    finish
fi
kills=${KILLS:-15}
status "$kills kills in a write" 0 python3 "$tools/kills.py" "$PGNPACK" "$PGNUNPACK" "$SCRATCH/killer.so" "$kills"
cat out
check "as many as were planned" grep -Eqx "$kills kills in a write, [0-9]+ elsewhere, 0 faults" out
finish
