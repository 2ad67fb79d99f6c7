#!/usr/bin/env bash
# check_windows.sh BUILD WINDOWS: the commands of `make windows`, in WINDOWS, in wine, against those of this system, in
# BUILD: the same bytes, files, names, messages. Needs wine (64 bits), python3, zstd, gzip and xz; some two minutes.
set -uo pipefail

build=$(cd "$1" && pwd) || exit 1
windows=$(cd "$2" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../../data
command -v wine >/dev/null || {
    echo 'check_windows.sh: there is no wine (Debian: wine64 and wine)' >&2
    exit 1
}
scratch=$(mktemp -d)
export WINEPREFIX=$scratch/prefix WINEDEBUG=-all LC_ALL=C.UTF-8
trap 'wineserver -k; wineserver -w; rm -rf "$scratch"' EXIT
mkdir "$scratch/work"
cd "$scratch/work" || exit 1
wine cmd /c exit >/dev/null 2>&1
passed=0 failed=0

pack() { wine "$windows/pgnpack.exe" "$@"; }
unpack() { wine "$windows/pgnunpack.exe" "$@"; }
database() { wine "$windows/pgndb.exe" "$@"; }

# check NAME COMMAND...
check() {
    local name=$1
    shift
    if "$@" >"$scratch/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        sed 's/^/    | /' "$scratch/out"
    fi
}

# says NAME STATUS PATTERN COMMAND...: it ends so, and says that on standard error.
says() {
    local name=$1 wanted=$2 pattern=$3 got=0
    shift 3
    "$@" >/dev/null 2>"$scratch/err" || got=$?
    check "$name (status $got, not $wanted)" test "$got" -eq "$wanted"
    check "$name (says $(cat "$scratch/err"))" grep -q -- "$pattern" "$scratch/err"
}

# A folder for the next checks; the one before goes.
begin() {
    cd "$scratch" && rm -rf work && mkdir work && cd work || exit 1
}

# ---- The same bytes ----

same_bytes() {
    local level=$1 file
    begin
    cp "$data"/*.pgn .
    check "-$level packs" pack "-$level" -f ./*.pgn
    for file in *.pgn; do
        "$build/pgnpack" "-$level" "$file" -o native
        check "-$level: $file has other bytes" cmp native "${file%.pgn}.bcgn"
        rm native "$file"
    done
    check "-$level unpacks" unpack '*.bcgn'
    for file in *.pgn; do
        check "-$level: $file comes back" cmp "$file" "$data/$file"
    done
}
for level in 1 2 3 4 5 6 7 8 9; do
    same_bytes $level
done

begin
printf '\032[Event "x"]\r\n\r\n1. e4 e5 *\r\n\032\n\r\n' >odd.pgn
check 'from a pipe to a pipe' sh -c "wine '$windows/pgnpack.exe' <odd.pgn | tee odd.bcgn | wine '$windows/pgnunpack.exe' | cmp - odd.pgn"
check 'the same from a pipe' sh -c "'$build/pgnpack' <odd.pgn | cmp - odd.bcgn"
"$build/pgnpack" -6 "$data/clocked.pgn" -o clocked.bcgn
for view in -l '-l --json' '-g 7,100-120' '-g 3 --tags-only' --csv=White,Result,Plies --count --json; do
    # shellcheck disable=SC2086 # words
    unpack $view clocked.bcgn >got
    # shellcheck disable=SC2086
    "$build/pgnunpack" $view clocked.bcgn >wanted
    check "$view shows the same" cmp got wanted
    check "$view shows something" test -s got
done

find_games() { wine "$windows/pgnfind.exe" "$@"; }
for form in -c --csv --json --numbers --mark '--export --sort plies' '-T 3 -n 5'; do
    # shellcheck disable=SC2086 # words
    find_games $form --moves 'e4 e5' clocked.bcgn >got
    # shellcheck disable=SC2086
    "$build/pgnfind" $form --moves 'e4 e5' clocked.bcgn >wanted
    check "pgnfind $form finds the same" cmp got wanted
    check "pgnfind $form finds something" test -s got
done
check 'pgnfind makes a database' find_games --moves 'e4 e5' clocked.bcgn -o found.bcgn
"$build/pgnfind" --moves 'e4 e5' clocked.bcgn -o native.bcgn
check 'with the same bytes' cmp found.bcgn native.bcgn

cp clocked.bcgn native.bcgn
check 'pgndb changes a database' wine "$windows/pgndb.exe" delete found.bcgn -g 1
check 'pgndb tells of it' sh -c "wine '$windows/pgndb.exe' log found.bcgn | grep -q 'pgndb delete'"

# ---- Names ----

begin
mkdir -p 'Zürich' Zürich/sub
cp "$data/classics.pgn" 'Zürich/Karpow–Каспаров 世界.pgn'
cp "$data/annotated.pgn" Zürich/sub/TWO.PGN
check 'a name in UTF-8' pack 'Zürich/Karpow–Каспаров 世界.pgn'
check 'its output' cmp 'Zürich/Karpow–Каспаров 世界.bcgn' <("$build/pgnpack" <"$data/classics.pgn")
rm 'Zürich/Karpow–Каспаров 世界.bcgn'
check 'a pattern below a folder, in any case' pack 'Zürich\sub\*.pgn' -o two.bcgn
check 'one that matches nothing' test ! -e '*.bcgn'
says 'it is a name then' 1 'none\*.pgn: No such file' pack 'none*.pgn'
check 'folders' pack -r Zürich -o all.bcgn
"$build/pgnpack" -r Zürich -o native.bcgn
check 'names of members, with slashes' cmp all.bcgn native.bcgn
check 'backslashes in names' pack 'Zürich\sub\TWO.PGN' 'Zürich\Karpow–Каспаров 世界.pgn' -o '.\back.bcgn'
check 'are stored as slashes' sh -c "'$build/pgnunpack' -l back.bcgn | grep -q Zürich/sub/TWO.PGN"
check 'laid out' unpack all.bcgn -C out
check 'as they were' diff -r Zürich out/Zürich
printf 'Zürich\\sub\\TWO.PGN\r\nZürich/Karpow–Каспаров 世界.pgn\r\n' >list
check 'a list with the ends of lines of Windows' pack --filelist=list -o listed.bcgn
check 'has the files' cmp listed.bcgn back.bcgn
check 'a member by a pattern' sh -c "wine '$windows/pgnunpack.exe' back.bcgn '--member=TWO.*' -o - | cmp - '$data/annotated.pgn'"

begin
for name in aux.pgn 'a:b.pgn' 'dir\..\x.pgn' 'end.' 'NUL' 'com1.x'; do
    mkdir -p in && cp "$data/annotated.pgn" "in/$name"
    (cd in && "$build/pgnpack" "$name" "$data/classics.pgn" -f -o ../bad.bcgn)
    says "'$name' is no name here" 2 'no name for one below a folder' unpack bad.bcgn -C out
    rm -rf in
done
mkdir in && cp "$data/annotated.pgn" in/Games.pgn && cp "$data/classics.pgn" in/games.pgn
"$build/pgnpack" -r in -o two.bcgn
says 'two names that are one here' 1 'another file in it has that name here' unpack two.bcgn -C two
says 'with -f, too' 1 'another file in it has that name here' unpack -f two.bcgn -C two
rm -rf in two
check 'none of them was written' test "$(find . -name '*.pgn' | wc -l)" -eq 0

# ---- Outputs ----

begin
cp "$data/classics.pgn" games.pgn
echo old >games.bcgn
says 'what is there stays' 1 'exists' pack games.pgn
check 'as it was' grep -qx old games.bcgn
check '-f replaces' pack -f games.pgn
check 'with what it should' cmp games.bcgn <("$build/pgnpack" <games.pgn)
touch -d '2001-02-03 04:05:06.7 UTC' games.bcgn
check 'times are kept' unpack -f games.bcgn
check 'of the input' test "$(stat -c %.7Y games.pgn)" = "$(stat -c %.7Y games.bcgn)"
says 'the input is no output' 1 'is an input too' pack games.pgn -f -o GAMES.pgn
says 'a folder is no output' 1 'is a directory' pack games.pgn -f -o "Z:${PWD//\//\\}"
says 'a folder is no input' 1 'give the files in it' pack .
says 'a file that is missing' 1 'missing.pgn: No such file or directory' pack missing.pgn
check '--rm' pack --rm -f games.pgn
check 'takes the input away' test ! -e games.pgn
check 'to NUL' unpack games.bcgn -o NUL
check 'which is no file' test ! -e NUL
truncate -s -100 games.bcgn
says 'damage' 2 'game' unpack games.bcgn
check 'leaves no file' test "$(ls -A)" = games.bcgn

# ---- Wrappers ----

begin
cp "$data/annotated.pgn" one.pgn
zstd -q one.pgn && gzip -k one.pgn && xz -k one.pgn
for kind in zst gz; do
    check "a .$kind" pack one.pgn.$kind -o $kind.bcgn
    check "what is in it" sh -c "'$build/pgnunpack' -c $kind.bcgn | cmp - one.pgn"
done
says 'a .xz' 1 'xz data, which this build' pack one.pgn.xz -o xz.bcgn
check 'leaves nothing' test ! -e xz.bcgn
check '--no-unwrap' pack --no-unwrap one.pgn.xz
check 'takes it as it is' sh -c "wine '$windows/pgnunpack.exe' one.pgn.xz.bcgn -o - | cmp - one.pgn.xz"

# ---- Databases that change ----

export SOURCE_DATE_EPOCH=1000000000

# counts NAME FILE GAMES: so many are left in it, for the commands of both systems.
counts() {
    check "$1" test "$(unpack --count "$2")" = "$3"
    check "$1, for this system's commands" test "$("$build/pgnunpack" --count "$2")" = "$3"
}

# alike NAME SUBCOMMAND WORD...: `database` and this system's pgndb make the same bytes of the database games.bcgn.
alike() {
    local name=$1
    shift
    mkdir -p native && cp games.bcgn one.pgn native
    check "$name" database "$1" -q games.bcgn "${@:2}"
    (cd native && "$build/pgndb" "$1" -q games.bcgn "${@:2}")
    check "$name: the same bytes" cmp games.bcgn native/games.bcgn
}

begin
"$build/pgnpack" "$data/classics.pgn" -o count.bcgn
games=$("$build/pgnunpack" --count count.bcgn)
cp "$data/classics.pgn" one.pgn
check '--append makes a database' pack --append=games.bcgn one.pgn
counts 'with the games' games.bcgn "$games"
check '--append adds to it' pack --append=games.bcgn one.pgn
counts 'what there is more' games.bcgn $((2 * games))
alike 'delete' delete -g 1-3
alike 'delete --where' delete --where 'result=1-0'
alike 'undelete' undelete -g 2
alike 'undelete --all' undelete --all
alike 'dedupe' dedupe
alike 'set' set 'Annotator=Me' --all
alike 'compact' compact --forget
check 'log' database log games.bcgn
check '--append to what was compacted' pack --append=games.bcgn one.pgn
before=$("$build/pgnunpack" --count games.bcgn)
states=$("$build/pgndb" log games.bcgn | awk '{ last = $1 } END { print last }')
check 'back' database back -f games.bcgn $((states - 1))
counts 'goes back' games.bcgn $((before - games))
check 'merge' database merge games.bcgn count.bcgn -o merged.bcgn
"$build/pgndb" merge -q -f games.bcgn count.bcgn -o wanted.bcgn
check 'with the same bytes' cmp merged.bcgn wanted.bcgn
check 'a torn end' sh -c "{ head -c 6 wanted.bcgn; printf '\\377'; tail -c +8 wanted.bcgn | head -c 93; } >>games.bcgn"
says 'is told' 0 'broken off' unpack --count games.bcgn
check 'a change removes it' pack --append=games.bcgn one.pgn
counts 'and is there' games.bcgn "$before"
says 'appending what is not there' 1 'No such file' pack --append=new.bcgn missing.pgn
check 'makes no database' test ! -e new.bcgn

# One at a time: what is locked by the end of begun() is so until its input ends.
begun() {
    rm -f pipe && mkfifo pipe
    pack "$@" <pipe >begun.out 2>&1 &
    changer=$!
    exec 9>pipe
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        database undelete games.bcgn --all 9>&- >/dev/null 2>&1 || break
    done
}
goes_on() {
    cat one.pgn >&9
    exec 9>&-
    check "$1 $(cat begun.out)" wait $changer
}
begin
cp "$data/classics.pgn" one.pgn
"$build/pgnpack" one.pgn -o games.bcgn
begun -q --wait=100 --append=games.bcgn -
says 'a database that is being changed' 1 'another program is changing it' pack --append=games.bcgn one.pgn 9>&-
says 'is not compacted' 1 'another program is changing it' database compact games.bcgn --forget 9>&-
says 'nor replaced' 1 'another program is changing it' pack -f one.pgn -o games.bcgn 9>&-
check 'it can be read' test "$(unpack --count games.bcgn 9>&-)" = "$games"
pack --wait=100 --append=games.bcgn one.pgn 9>&- >waiting.out 2>&1 &
waiting=$!
goes_on 'the change is made'
check 'and the one that waited' wait $waiting
counts 'nothing is lost' games.bcgn $((3 * games))
begun -q --wait=100 -f - -o games.bcgn
says 'a database that is to be replaced' 1 'another program is changing it' pack --append=games.bcgn one.pgn 9>&-
pack --wait=100 --append=games.bcgn one.pgn 9>&- >waiting.out 2>&1 &
waiting=$!
goes_on 'it is replaced'
check 'and changed by the one that waited' wait $waiting
counts 'the new one' games.bcgn $((2 * games))
# Eight changes, each of which has to wait, and compactions between them.
for i in 1 2 3 4; do
    pack -q --wait=200 --append=many.bcgn one.pgn >"many.$i" 2>&1 &
    pack -q --wait=200 --append=many.bcgn one.pgn >"many.$i.b" 2>&1 &
done
for i in 1 2 3; do
    database compact -q --wait=200 many.bcgn --forget >>compactions 2>&1
done
wait
counts 'many at once: nothing is lost' many.bcgn $((8 * games))
check 'no gate is left, nor anything else' test "$(find . -name '*pgnpack-*')" = ''
"${MINGW:-x86_64-w64-mingw32}-gcc" -O1 "$here/../cli/hold_file.c" -o "$scratch/hold_file.exe"
# The gate of who is about to replace the database, and one that a power cut left.
says 'behind a gate' 1 'another program is changing it' \
    wine "$scratch/hold_file.exe" many.bcgn.pgnpack-gate "$windows/pgnpack.exe" -q --append=many.bcgn one.pgn
counts 'nothing is changed' many.bcgn $((8 * games))
: >many.bcgn.pgnpack-gate
check 'a gate that nobody has shut' pack -q --append=many.bcgn one.pgn
check 'goes' test ! -e many.bcgn.pgnpack-gate
# While somebody reads it, a file cannot be replaced here.
for _ in 1 2 3 4 5 6 7 8; do cat one.pgn one.pgn; done >big.pgn
"$build/pgnpack" big.pgn -o read.bcgn
"$build/pgndb" delete -q read.bcgn -g 1
cp read.bcgn before.bcgn
rm -f pipe && mkfifo pipe
unpack read.bcgn -c >pipe 2>/dev/null &
reader=$!
exec 9<pipe
read -r _ <&9
says 'compacting what is being read' 1 'another program has it open' database compact read.bcgn --forget 9<&-
check 'changes nothing' cmp read.bcgn before.bcgn
cat <&9 >/dev/null
exec 9<&-
wait $reader
check 'compacting it later' database compact read.bcgn --forget
counts 'is done' read.bcgn $((16 * games - 1))
check 'no gate is left' test "$(find . -name '*pgnpack-*')" = ''
unset SOURCE_DATE_EPOCH

# ---- Ctrl-C ----

begin
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat "$data/engine-games.pgn"; done >big.pgn
check 'Ctrl-C was typed' "$here/interrupt.py" . wine "$windows/pgnpack.exe" -9 -T1 big.pgn
check 'no half file is left' test "$(ls -A)" = big.pgn

echo "windows: $passed passed, $failed failed"
((failed == 0))
