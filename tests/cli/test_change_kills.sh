# Changes of databases, ended by signals, power cuts and calls that fail: the old content or the new one, and the next
# change works. KILLS is how many signals come; `make torture` has 1,000.
. "$(dirname "$0")/lib.sh"
if grep -q __asan_init "$PGNPACK" || grep -q __tsan_init "$PGNPACK" ||
    ! ${CC:-cc} -shared -fPIC -O1 -o killer.so "$tools/killer.c" -ldl 2>cc.err ||
    ! ${CC:-cc} -shared -fPIC -O1 -o faults.so "$tools/faults.c" 2>cc.err; then
    echo "skip change_kills: $([ -s cc.err ] && head -n 1 cc.err || echo 'a program with sanitizers takes no preloaded library')"
    finish
fi
kills=${KILLS:-25}
status "$kills signals, calls that fail, power cuts" 0 \
    python3 "$tools/change_kills.py" "$(dirname "$PGNPACK")" "$SCRATCH/killer.so" "$SCRATCH/faults.so" "$kills"
cat out
check "as many as were planned" grep -Eq "^$kills signals at [0-9]+ moments .* 0 faults$" out
finish
