# Every call on files fails once: status 1 and the old output or the complete new one, never another.
. "$(dirname "$0")/lib.sh"
if grep -q __asan_init "$PGNPACK" || ! ${CC:-cc} -shared -fPIC -O1 -o faults.so "$tools/faults.c" 2>cc.err; then
    echo "skip faults: $([ -s cc.err ] && head -n 1 cc.err || echo 'a program with sanitizers takes no preloaded library')"
    finish
fi
some_games 60 >games.pgn
cp "$PGNPACK" other && head -c 30000 other >>games.pgn # does not pack to nearly nothing
"$PGNPACK" -B 4K games.pgn -o want.bcgn
mkdir work

# with_fault CALL N FAULT COMMAND...
with_fault() {
    [ ! -e mark ] || rm mark
    # A shell in between, so that this one does not tell of each that was killed.
    (
        export FAULT_CALL=$1 FAULT_AT=$2 FAULT=$3 FAULT_MARK=$SCRATCH/mark
        shift 3
        LD_PRELOAD=$SCRATCH/faults.so "$@"
        exit $?
    ) >fault.out 2>fault.err
}

# prepare OLD: work/ holds the input and an older output.
prepare() {
    rm -rf work
    mkdir work
    cp "$1" "work/$2"
    printf precious >"work/$3"
}

# each NAME INPUT OUTPUT WANTED STATUS CALL FAULT COMMAND..., each_reading COMMAND...: noted here, and tried by fault_outputs.py, which tells
# what the words mean.
note() {
    printf '%s\0' "$@" | sed 's/\x00$//' >>plan
    printf '\n' >>plan
}
each() { note output "$@"; }
each_reading() { note reading "pread fails: ${*##*/}" "$@"; }

pack=("$PGNPACK" -f -T 1 -B 4K work/games.pgn -o work/games.bcgn)
unpack=("$PGNUNPACK" -f -T 1 work/want.bcgn -o work/want.pgn)
for fault in 28 5 122; do # ENOSPC, EIO, EDQUOT
    each "packing, write fails ($fault)" games.pgn games.bcgn want.bcgn 1 write $fault "${pack[@]}"
    each "unpacking, write fails ($fault)" want.bcgn want.pgn games.pgn 1 write $fault "${unpack[@]}"
done
for call in read fsync rename close; do
    each "packing, $call fails" games.pgn games.bcgn want.bcgn 1 $call 5 "${pack[@]}"
    each "unpacking, $call fails" want.bcgn want.pgn games.pgn 1 $call 5 "${unpack[@]}"
done
each "packing, killed" games.pgn games.bcgn want.bcgn 137 any kill "${pack[@]}"
each "unpacking, killed" want.bcgn want.pgn games.pgn 137 any kill "${unpack[@]}"

# Views read at any place.
"$PGNUNPACK" -g 2-40 want.bcgn -o view.want
each "a view, pread fails" want.bcgn view.pgn view.want 1 pread 5 "$PGNUNPACK" -f -g 2-40 work/want.bcgn -o work/view.pgn
each "a shard, pread fails" want.bcgn shard.pgn games.pgn 1 pread 5 \
    "$PGNUNPACK" -f --shard 1/1 work/want.bcgn -o work/shard.pgn


# Finding, into PGN and into a database, with a list that is sorted.
find=("$PGNFIND" -f -T 1 --mark --moves 'e4 e5' work/want.bcgn)
"${find[@]/#work/.}" -o found.want
"${find[@]/#work/.}" -o found.bcgn
for call in write fsync rename close; do
    each "finding, $call fails" want.bcgn found.pgn found.want 1 $call 5 "${find[@]}" -o work/found.pgn
    each "finding into a database, $call fails" want.bcgn found.bcgn found.bcgn 1 $call 28 "${find[@]}" -o work/found.bcgn
done
each "finding, pread fails" want.bcgn found.pgn found.want 1 pread 5 "${find[@]}" -o work/found.pgn
each "finding and sorting, pread fails" want.bcgn found.pgn found.want 1 pread 5 "${find[@]}" --sort Round2 -o work/found.pgn
each "finding, killed" want.bcgn found.pgn found.want 137 any kill "${find[@]}" -o work/found.pgn

# All that reads a database: where a reading fails, alone or with those after it, that is told, and nothing is said that is not so.
"$PGNPACK" -q -f -B 2K --index games.pgn -o read.bcgn
"$PGNPACK" -q --append=read.bcgn games.pgn
"$PGNDB" delete -q read.bcgn -g 5-9
id=$("$PGNUNPACK" -c --csv=GameId -g 20 read.bcgn | tail -n 1)
for form in -c '-c --with-deleted' '-t' '-l' '-l -v' '-l --json' '--csv=White' --json --count '-c --tags-only --ids' '-c --shard=2/3' "-c -g $id,30-"; do
    each_reading "$PGNUNPACK" -T 1 $form read.bcgn
done
for form in '-c --player white' '-c --moves e4' --tree '--tree --player white' --stats '--names W' '--json --plies 10-' '--csv=White --sort elo'; do
    each_reading "$PGNFIND" -T 1 $form read.bcgn
done
for form in 'log read.bcgn' 'log read.bcgn --deleted' 'names read.bcgn' 'dedupe read.bcgn --dry-run --report=-' 'set read.bcgn A=b --all --dry-run' \
    'delete read.bcgn --where plies=10- --dry-run' "delete read.bcgn -g $id --dry-run"; do
    each_reading "$PGNDB" $form -T 1
done

# Memory, that of the libraries too: once, or for good from there on.
some_games 3 >small.pgn
"$PGNPACK" small.pgn -o small.bcgn
"$PGNPACK" -9 small.pgn -o best.bcgn
"$PGNPACK" --bcgn0 small.pgn -o small.bcgn0
"$PGNUNPACK" -g 2-3 small.bcgn -o small.view
"$PGNUNPACK" -l -v small.bcgn >small.list
gzip -n <small.pgn >small.gz
bzip2 <small.pgn >small.bz2
zstd -q <small.pgn >small.zst
python3 "$tools/make_archive.py" zip small.zip small.pgn
for kind in gz bz2 zst zip; do "$PGNPACK" small.$kind -o from-$kind.bcgn; done
each_allocation() { # NAME INPUT WANTED COMMAND...
    local fault
    for fault in 12 lasting; do # ENOMEM
        each "$1, memory fails ($fault)" "$2" out "$3" 1 malloc $fault "${@:4}" -f -T 1 "work/$2" -o work/out
    done
}
each_allocation "packing" small.pgn small.bcgn "$PGNPACK"
each_allocation "packing and looking" small.pgn small.bcgn "$PGNPACK" --verify
each_allocation "packing at level 9" small.pgn best.bcgn "$PGNPACK" -9
each_allocation "packing BCGN 0" small.pgn small.bcgn0 "$PGNPACK" --bcgn0
# Not xz: libarchive 3.6 itself reads through NULL where liblzma gets no memory.
for kind in gz bz2 zst zip; do each_allocation "packing $kind" small.$kind from-$kind.bcgn "$PGNPACK"; done
each_allocation "unpacking" small.bcgn small.pgn "$PGNUNPACK"
each_allocation "unpacking level 9" best.bcgn small.pgn "$PGNUNPACK"
each_allocation "salvage" small.bcgn small.pgn "$PGNUNPACK" --salvage
each_allocation "unpacking BCGN 0" small.bcgn0 small.pgn "$PGNUNPACK"
each_allocation "a view" small.bcgn small.view "$PGNUNPACK" -g 2-3
for form in '' '-n 2 --sort white' --csv --json '--numbers --event x' '--export --mark' --count; do
    prepare small.bcgn small.bcgn old
    "$PGNFIND" -f -T 1 $form --moves 'e4 e5' work/small.bcgn -o "small.found$form"
    each_allocation "finding, $form" small.bcgn "small.found$form" "$PGNFIND" $form --moves 'e4 e5'
done
python3 "$tools/fault_outputs.py" faults.so <plan >results
while read -r verdict name; do
    if [ "$verdict" = ok ]; then ok "$name"; else fail "$name"; fi
done <results
check "all that was planned" test "$(wc -l <plan)" -eq "$((passed + failed))"

# Lists have no output file.
call=malloc bad=''
for ((n = 1; n < 2000; )); do
    with_fault malloc $n 12 "$PGNUNPACK" -l -v small.bcgn
    got=$?
    [ -e mark ] || break
    if [ $got -eq 0 ]; then
        cmp -s fault.out small.list || bad="$bad, another list at $n"
    elif [ $got -ne 1 ] || [[ $(<fault.err) != *[Mm]emory* ]]; then
        bad="$bad, status $got at $n ($(head -n 1 fault.err))"
    fi
    next_fault
done
check "a list, memory fails${bad:0:600}" test -z "$bad" -a $n -gt 10

# Short and interrupted reads and writes are no failures.
for fault in short 4; do # EINTR
    for call in read write; do
        prepare games.pgn games.pgn games.bcgn
        check "packing, $call gives $fault" with_fault $call 2 $fault "${pack[@]}"
        same "packing, $call gives $fault: the same" work/games.bcgn want.bcgn
        prepare want.bcgn want.bcgn want.pgn
        check "unpacking, $call gives $fault" with_fault $call 2 $fault "${unpack[@]}"
        same "unpacking, $call gives $fault: the same" work/want.pgn games.pgn
    done
    check "a view, pread gives $fault" with_fault pread 2 $fault "$PGNUNPACK" -f -g 2-40 want.bcgn -o view.pgn
    same "a view, pread gives $fault: the same" view.pgn view.want
done

# --rm: whatever fails, the text is there, packed or not.
removing() {
    local name=$1 call=$2 fault=$3 n faults=0 bad=''
    for ((n = 1; n < 400; )); do
        prepare games.pgn games.pgn old
        with_fault "$call" $n "$fault" "$PGNPACK" --rm -T 1 -B 4K work/games.pgn
        [ -e mark ] || break
        if [ -e work/games.pgn ]; then
            cmp -s work/games.pgn games.pgn || bad="$bad, the input is damaged at $n"
        else
            cmp -s work/games.bcgn want.bcgn || bad="$bad, the text is lost at $n"
        fi
        faults=$((faults + 1))
        next_fault
    done
    if [ -z "$bad" ] && [ $n -gt 3 ] && [ ! -e work/games.pgn ]; then ok "$name ($faults faults)"; else fail "$name$bad"; fi
}
removing "--rm, a call fails" any 5
removing "--rm, killed" any kill
removing "--rm, reading fails, or reading again" read 5

# -C
call=any
for ((n = 1; n < 400; )); do
    rm -rf laid
    with_fault any $n kill "$PGNUNPACK" -T 1 want.bcgn -C laid
    [ -e mark ] || break
    [ ! -e laid/want.pgn ] || cmp -s laid/want.pgn games.pgn || fail "-C, killed at $n: half a file"
    next_fault
done
check "-C, killed ($n faults)" test $n -gt 2
finish
