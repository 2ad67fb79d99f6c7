# The progress bar: wherever standard error is a terminal and no data goes there, for whatever takes long.
. "$(dirname "$0")/lib.sh"
if grep -q __asan_init "$PGNPACK" || ! ${CC:-cc} -shared -fPIC -O1 -o clock.so "$tools/clock.c" 2>cc.err; then
    echo "skip progress: $([ -s cc.err ] && head -n 1 cc.err || echo 'a program with sanitizers takes no preloaded library')"
    finish
fi
if ! command -v python3 >python.path; then
    echo "skip progress: no python3"
    finish
fi
some_games 5000 >games.pgn
"$PGNPACK" -1 -B 1K games.pgn
size=$(wc -c <games.bcgn)
head -c $((size - 20)) games.bcgn >cut.bcgn
{ tail -c +30 games.bcgn; cat games.bcgn; } >headless.bcgn

# in_terminal WHERE STATUS COMMAND...: WHERE is "-o" (only standard error is the terminal) or "-a" (all of them are).
in_terminal() {
    local only=$1 wanted=$2
    shift 2
    [ "$only" = -o ] || only=
    status "$*" "$wanted" python3 "$tools/in_terminal.py" $only env LD_PRELOAD="$SCRATCH/clock.so" "$@"
    tr '\r' '\n' <out | sed 's/\x1b\[K//' >lines
    grep -o '[0-9]*%' lines | tr -d % >percents
}
shows_bar() { # NAME: with the file's name, forward to the end, and no further
    check "$1: a bar" grep -Eq "$2.bcgn: \[=*>? *\] +[0-9]+%  [0-9.]+ MB, [0-9.]+ MB/s" lines
    check "$1: it goes on to the end" sh -c 'sort -n percents | cmp - percents && [ "$(tail -n 1 percents)" -ge 90 ] &&
        [ "$(tail -n 1 percents)" -le 100 ] && [ "$(sort -u percents | wc -l)" -ge 3 ]'
}
shows_none() { check "$1: no bar" sh -c '! grep -q "MB/s" lines'; }

in_terminal -o 0 "$PGNUNPACK" -t games.bcgn
shows_bar "-t" games
in_terminal -a 0 "$PGNUNPACK" -t games.bcgn
shows_bar "-t, all is a terminal" games
in_terminal -o 0 "$PGNUNPACK" games.bcgn -o back.pgn
shows_bar "unpacking" games
in_terminal -o 2 "$PGNUNPACK" -t headless.bcgn
check "-t of a damaged file: a bar" grep -q "MB/s" lines
for view in --csv --json --tags-only '--csv=Plies -g 1-5000' '--head 5000' '--shard 1/1'; do
    in_terminal -o 0 "$PGNUNPACK" $view games.bcgn -f -o view
    shows_bar "$view" games
    in_terminal -a 0 "$PGNUNPACK" $view games.bcgn
    shows_none "$view to the terminal"
done
in_terminal -o 0 "$PGNFIND" --index games.bcgn
shows_bar "--index" games
in_terminal -a 0 "$PGNUNPACK" -l --html games.bcgn -f -o page.html
check "-l --html: a bar" grep -q "games.bcgn: .*MB/s" lines
in_terminal -a 0 "$PGNUNPACK" -l --html games.bcgn
check "-l --html to the terminal: none in the page" sh -c 'sed -n "/<!DOCTYPE/,\$p" lines >page && ! grep -q MB/s page && grep -q "</html>" page'

# The index that is missing is made anew; on the same terminal the bar is gone before the list comes.
for name in cut headless; do
    in_terminal -o 2 "$PGNUNPACK" -l $name.bcgn
    check "-l of $name.bcgn: a bar" grep -q "$name.bcgn: .*MB/s" lines
    in_terminal -a 2 "$PGNUNPACK" -l -v $name.bcgn
    check "-l of $name.bcgn, on the terminal: a bar" grep -q "$name.bcgn: .*MB/s" lines
    check "-l of $name.bcgn: none in the list" sh -c 'sed -n "/segments/,\$p" lines >list && [ "$(wc -l <list)" -gt 10 ] && ! grep -q MB/s list'
    in_terminal -a 2 "$PGNUNPACK" --no-progress -l $name.bcgn
    shows_none "--no-progress -l of $name.bcgn"
done
# Several files: one goes on where the one before ended.
in_terminal -o 0 "$PGNUNPACK" --csv games.bcgn games.bcgn games.bcgn -f -o view
shows_bar "several" games
in_terminal -o 0 "$PGNPACK" -T 8 -M 4M games.pgn -f -o got.bcgn
check "packing with little memory: the bar begins again" sh -c '[ "$(tail -n 1 percents)" -le 100 ] && ! sort -n percents | cmp -s - percents'
finish
