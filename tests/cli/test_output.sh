# Outputs: full disks, signals, permissions, links, and that nothing is left behind.
. "$(dirname "$0")/lib.sh"
some_games 3000 >games.pgn
"$PGNPACK" games.pgn -o want.bcgn

status "a full disk" 1 "$PGNPACK" games.pgn -o /dev/full
says "a full disk: the cause" "^pgnpack: /dev/full: writing failed: No space left"
status "a full disk behind standard output" 1 sh -c '"$PGNPACK" -c games.pgn >/dev/full'
status "a full disk, unpacking" 1 sh -c '"$PGNUNPACK" -c want.bcgn >/dev/full'
says "a full disk, unpacking: the cause" "No space left"
some_games 1 >one.pgn
status "a full disk and a small output" 1 sh -c '"$PGNPACK" -c one.pgn >/dev/full'
printf precious >old
head -c 500000 "$PGNPACK" >large
status "a file that may not grow" 1 bash -c 'ulimit -f 8; "$PGNPACK" -f large -o old'
says "a file that may not grow: the cause" "old: writing failed: File too large"
check "the old output is unchanged" sh -c '[ "$(cat old)" = precious ]'
no_leftovers "a failed write leaves nothing"
size=$("$PGNPACK" -B 20K -c large | wc -c)
for ((limit = size / 20; limit < size; limit += size / 20)); do
    status "a file that may have $limit bytes" 1 prlimit --fsize=$limit "$PGNPACK" -f -B 20K large -o old
    says "$limit bytes: the cause" "old: writing failed: File too large"
    printf precious | cmp -s - old || fail "$limit bytes: the old output is gone"
done
no_leftovers "failed writes leave nothing"
check "with enough it works" prlimit --fsize="$size" "$PGNPACK" -f -B 20K large -o enough
check "and is complete" sh -c '"$PGNUNPACK" -c enough | cmp - large'

# What is open already is written to from where it is, by whichever name.
{ printf 'before\n'; cat want.bcgn; printf 'behind\n'; } >around
ln -s /dev/stdout link1
ln -s link1 link2
for name in -c '-o -' '-o /dev/stdout' '-o /dev/fd/1' '-o /proc/self/fd/1' '-o /proc/thread-self/fd/1' '-o link2' \
    '-f -o /dev/stdout' '-o /dev/fd/7'; do
    printf 'before\n' >appended
    status "$name >>file" 0 sh -c '"$PGNPACK" games.pgn $1 >>appended 7>&1 && printf "behind\n" >>appended' - "$name"
    same "$name >>file: behind what is there" appended around
    status "$name >file, in its midst" 0 sh -c '{ printf "before\n"; "$PGNPACK" games.pgn $1 7>&1; printf "behind\n"; } >midst' - "$name"
    same "$name >file, in its midst: between the others" midst around
    check "$name into a pipe" sh -c '{ "$PGNPACK" games.pgn $1 7>&1; } | cmp - want.bcgn' - "$name"
done
{ printf 'before\n'; cat games.pgn; } >around
for options in '' '-g 1-3000' '--shard 1/1'; do
    printf 'before\n' >appended
    status "pgnunpack $options -o /dev/stdout >>file" 0 sh -c '"$PGNUNPACK" $1 want.bcgn -o /dev/stdout >>appended' - "$options"
    same "pgnunpack $options -o /dev/stdout >>file: behind what is there" appended around
done
cp games.pgn both
status "-o /dev/stdout is the input" 1 sh -c '"$PGNPACK" both -o /dev/stdout >>both'
says "it is noticed" "is an input too"
same "and the input is whole" both games.pgn
status "a descriptor that is not open" 1 "$PGNPACK" games.pgn -o /dev/fd/77
status "a descriptor that is only read from" 1 sh -c '"$PGNPACK" games.pgn -o /dev/fd/8 8<want.bcgn'
status "--rm -o /dev/stdout" 1 sh -c '"$PGNPACK" --rm both -o /dev/stdout >out2'
same "keeps the input" both games.pgn
status "/dev/null needs no -f" 0 "$PGNPACK" games.pgn -o /dev/null
check "/dev/null stays a device" test -c /dev/null
mkfifo pipe
timeout 60 cat pipe >from_pipe &
status "a named pipe as output" 0 "$PGNPACK" games.pgn -o pipe
wait
same "a named pipe as output: the games" from_pipe want.bcgn
status "a closed pipe" 0 env sh -c '"$PGNUNPACK" -c want.bcgn | head -n 1'
silent "a closed pipe is no message"

# Closed descriptors.
printf '1. e4 {x} e5 *\n' >comment.pgn
"$PGNPACK" -q --bcgn0 --lossy comment.pgn -o lossy.bcgn
status "no standard error" 0 sh -c '"$PGNPACK" --bcgn0 --lossy comment.pgn -o closed.bcgn 2>&-'
same "messages do not go into the output" closed.bcgn lossy.bcgn
status "no standard output" 1 sh -c '"$PGNPACK" -c one.pgn >&-'
status "no standard output and -o" 0 sh -c '"$PGNPACK" one.pgn -o closed2.bcgn >&-'
status "no standard input" 1 sh -c '"$PGNPACK" - -o closed3.bcgn <&-'
absent "no standard input, no output" closed3.bcgn

# Signals. A pipe that stays open keeps the program waiting with its output begun.
interrupted() {
    local signal=$1 wanted=$2 got=0 tries=0
    rm -f feed
    mkfifo feed
    mkdir -p work
    set -m
    # Of a shell in the background some signals are ignored, and would be.
    env --default-signal="$signal" "$PGNPACK" feed -o work/x.bcgn &
    local program=$!
    set +m
    exec 9<>feed # does not wait for a reader
    timeout 60 cat games.pgn games.pgn games.pgn games.pgn >&9
    while [ -z "$(find work -name '.pgnpack-*' -size +0)" ] && [ $tries -lt 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    check "SIG$signal: the output had begun" test -n "$(find work -name '.pgnpack-*')"
    kill -"$signal" $program
    wait $program 2>/dev/null || got=$?
    exec 9>&-
    if [ $got -eq "$wanted" ]; then ok "SIG$signal ends it"; else fail "SIG$signal ends it (status $got)"; fi
    check "SIG$signal leaves nothing" test -z "$(ls -A work)"
}
# All others: test_kills.sh.
interrupted INT 130 2>/dev/null
interrupted TERM 143 2>/dev/null
interrupted HUP 129 2>/dev/null
interrupted USR1 138 2>/dev/null
status "a signal that is ignored" 0 bash -c 'trap "" USR1; (sleep 0.2; kill -USR1 $$) & cat games.pgn | { cat; sleep 0.4; } | "$PGNPACK" -f -o ignored.bcgn'

# Permissions.
mode_of() { stat -c %a "$1"; }
umask 022
"$PGNPACK" one.pgn -o m1
check "umask 022" test "$(mode_of m1)" = 644
(umask 077; "$PGNPACK" one.pgn -o m2)
check "umask 077" test "$(mode_of m2)" = 600
cp one.pgn private.pgn
chmod 600 private.pgn
"$PGNPACK" private.pgn -o m3
check "a private input makes a private output" test "$(mode_of m3)" = 600
"$PGNPACK" one.pgn private.pgn -o m4
check "one private input of two is enough" test "$(mode_of m4)" = 600
chmod 444 private.pgn
"$PGNPACK" private.pgn -o m5
check "the owner may write" test "$(mode_of m5)" = 644
"$PGNPACK" - -o m6 <one.pgn
check "standard input that is a file" test "$(mode_of m6)" = 644

# What a group may read, another one may not. Root has all groups; others need two of their own.
read -r -a groups <<<"$(id -G | tr ' ' '\n' | grep -vx "$(id -g)" | tr '\n' ' ')"
[ "$(id -u)" -ne 0 ] || groups=(4321 4322)
if [ ${#groups[@]} -gt 0 ]; then
    whose() { stat -c '%a %g' "$1"; }
    cp one.pgn shared.pgn
    cp one.pgn mine.pgn
    chmod 640 shared.pgn mine.pgn
    chgrp "${groups[0]}" shared.pgn
    "$PGNPACK" shared.pgn -o m7
    check "a group's input makes that group's output" test "$(whose m7)" = "640 ${groups[0]}"
    "$PGNPACK" shared.pgn mine.pgn -o m8
    check "inputs of two groups: neither reads the output" test "$(mode_of m8)" = 600
    chmod 644 shared.pgn mine.pgn
    "$PGNPACK" shared.pgn mine.pgn -o m9
    check "inputs that all may read: so does the output" test "$(whose m9)" = "644 $(stat -c %g mine.pgn)"
    if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
        mkdir given && chmod 777 given
        chmod 640 shared.pgn
        chown 4323 shared.pgn
        setpriv --reuid 4323 --regid 4324 --clear-groups "$PGNPACK" shared.pgn -o given/m10
        check "a group that we may not give: none reads the output" test "$(whose given/m10)" = "600 4324"
    fi
fi

# Links and names.
mkdir real
printf old >real/out.bcgn
ln -s real/out.bcgn link.bcgn
status "an output that is a link, without -f" 1 "$PGNPACK" one.pgn -o link.bcgn
status "an output that is a link" 0 "$PGNPACK" -f one.pgn -o link.bcgn
check "the link stays" test -L link.bcgn
same "its target is written" real/out.bcgn m1
ln -s nowhere.bcgn dangling.bcgn
status "an output that is a dangling link" 1 "$PGNPACK" one.pgn -o dangling.bcgn
status "the same with -f" 1 "$PGNPACK" -f one.pgn -o dangling.bcgn
says "that it is a link" "^pgnpack: dangling.bcgn: is a link that leads to no file; "
no_leftovers "a dangling link leaves nothing"
long=$(printf '%0250d' 0).pgn
cp one.pgn "$long"
status "a very long name" 0 "$PGNPACK" "$long" -o "$(printf '%0250d' 1).bcgn"
status "a name that is too long" 1 "$PGNPACK" "$long" -o "$(printf '%0250d' 1).bcgn.bcgn"
no_leftovers "long names leave nothing"
finish
