# pgnfind: mistakes, files that cannot be searched, damage, Ctrl-C.
. "$(dirname "$0")/lib.sh"
some_games 1200 >games.pgn
"$PGNPACK" -B 1K games.pgn
refuses() { # NAME PATTERN COMMAND...
    local name=$1 pattern=$2
    shift 2
    status "$name" 1 "$@"
    says "$name: why" "^pgnfind: .*$pattern"
}
for option in -h --help; do
    status "$option" 0 "$PGNFIND" $option
    silent "$option writes to standard output"
    check "$option shows the usage" grep -q '^Usage: pgnfind ' out
done
for option in -V --version; do
    status "$option" 0 "$PGNFIND" $option
    check "$option shows the version" grep -Eqx 'pgnfind [0-9]+\.[0-9]+\.[0-9]+' out
done
status "--help with a full disk" 1 sh -c '"$PGNFIND" --help >/dev/full'

# Options.
refuses "an unknown option" "the option '--frobnicate' is unknown; see pgnfind --help" "$PGNFIND" --frobnicate games.bcgn
refuses "a condition misspelt" "did you mean --moves\?" "$PGNFIND" --movse e4 games.bcgn
refuses "an option cut too short" "is short for several: .*--not" "$PGNFIND" --no games.bcgn
refuses "an unknown letter" "'-Z' is unknown" "$PGNFIND" -Z games.bcgn
refuses "no argument" "'--fen' needs an argument" "$PGNFIND" games.bcgn --fen
refuses "no argument for a letter" "'-o' needs an argument" "$PGNFIND" games.bcgn -o
refuses "an argument too many" "'--count' takes no argument" "$PGNFIND" --count=3 games.bcgn
refuses "an argument for a condition without one" "'--then' takes no argument" "$PGNFIND" --then=3 games.bcgn
refuses "a position that is none" '--fen: "x" is no position' "$PGNFIND" --fen x games.bcgn
refuses "moves that are none" '--moves: .* is not legal, or is ambiguous' "$PGNFIND" --moves 'e4 e4' games.bcgn
refuses "--then in front" '--then: ' "$PGNFIND" --then --moves e4 games.bcgn
refuses "--not at the end" 'a query ends with "not"' "$PGNFIND" --moves e4 --not games.bcgn
refuses "--then at the end" 'before or after "then"' "$PGNFIND" --moves e4 --then games.bcgn
refuses "two forms" "exclude each other" "$PGNFIND" --csv --json games.bcgn
refuses "-c and --numbers" "exclude each other" "$PGNFIND" -c --numbers games.bcgn
for form in -c --numbers --csv --json; do
    refuses "--mark $form" "'--mark' is about PGN" "$PGNFIND" --mark $form games.bcgn
    refuses "--export $form" "'--export' is about PGN" "$PGNFIND" --export $form games.bcgn
    refuses "-o x.bcgn $form" "'x.bcgn' makes a database" "$PGNFIND" $form games.bcgn -o x.bcgn
done
refuses "a mark with a brace" "is no comment" "$PGNFIND" --mark='a}b' games.bcgn
refuses "a level for PGN" "give '-o FILE.bcgn'" "$PGNFIND" -6 games.bcgn -o x.pgn
refuses "level 0" "is no level" "$PGNFIND" --level=0 games.bcgn -o x.bcgn
refuses "level 19" "'-19' is no level" "$PGNFIND" -19 games.bcgn -o x.bcgn
refuses "--reverse alone" "goes with --sort" "$PGNFIND" --reverse games.bcgn
refuses "columns that are none" "is no list of columns" "$PGNFIND" --csv=White, games.bcgn
refuses "-n without a number" "-n: 'x' is no number of games" "$PGNFIND" -n x games.bcgn
for option in --limit --first --head; do
    refuses "$option without a number" "$option: 'x' is no number of games" "$PGNFIND" $option=x games.bcgn
done
refuses "no argument for a name of several" "'--first' needs an argument" "$PGNFIND" games.bcgn --first
refuses "-T without a number" "is no number of threads" "$PGNFIND" -T x games.bcgn
refuses "-M without a size" "is no size" "$PGNFIND" -M x games.bcgn
refuses "standard input twice" "can be read only once" "$PGNFIND" - -
absent "mistakes write nothing" x.bcgn x.pgn
status "-n 0" 0 "$PGNFIND" -n 0 games.bcgn
same_empty "-n 0: nothing" out
status "options after the file, POSIXLY_CORRECT" 0 env POSIXLY_CORRECT=1 "$PGNFIND" games.bcgn -c
check "are options" test "$(cat out)" = 1200

# Files.
refuses "no such file" "nix.bcgn: No such file" "$PGNFIND" nix.bcgn
refuses "a name before a file" "Carlsen: No such file.*; conditions begin with two dashes, as in --player=Carlsen$" "$PGNFIND" Carlsen games.bcgn
same_empty "a name before a file: no game is written" out
refuses "a condition without dashes" "white=Wendy: No such file.*, as in --white=Wendy$" "$PGNFIND" games.bcgn white=Wendy
same_empty "a condition without dashes: no game is written" out
status "PGN" 2 "$PGNFIND" games.pgn
says "PGN: what to do" "games.pgn: is no packed database \(BCGN\); pack it first: pgnpack games.pgn$"
gzip -k games.bcgn
refuses "a wrapped file" "games.bcgn.gz: is compressed or an archive; pack it first" "$PGNFIND" games.bcgn.gz
"$PGNPACK" --bcgn0 games.pgn -o zero.bcgn
refuses "BCGN 0" "zero.bcgn: is BCGN 0, which cannot be searched; unpack it and pack it anew" "$PGNFIND" zero.bcgn
refuses "a pipe" "no database given" sh -c 'cat games.bcgn | "$PGNFIND"'
status "one of two is missing" 1 "$PGNFIND" -c nix.bcgn games.bcgn
check "one of two is missing: the other is searched" grep -qx '1200 games.bcgn' out
status "one of two is missing, --sort" 1 "$PGNFIND" --sort date --numbers nix.bcgn games.bcgn
check "one of two is missing, --sort: the other is searched" test "$(wc -l <out)" = 1200
status "one of two is missing, -o" 1 "$PGNFIND" nix.bcgn games.bcgn -o x.pgn
absent "one of two is missing, -o: no output" x.pgn
status "-qq" 1 "$PGNFIND" -qq nix.bcgn
silent "-qq: nothing is said"

# Damage: a byte in the headers of some blocks, neighbours among them, in a file with more blocks than are searched at a time.
# What is not damaged is found.
"$PGNUNPACK" -l -v --json games.bcgn >list
python3 - <<'END'
import json
blocks = [block for block in json.load(open("list"))[0]["block_list"] if block["games"]]
assert len(blocks) > 250, len(blocks)
packed = bytearray(open("games.bcgn", "rb").read())
spoilt = [3, 50, 51, 52, 100, 153, 155, len(blocks) - 1]
lost = []
for n in spoilt:
    packed[blocks[n]["offset"] + 12] ^= 4
    lost += range(blocks[n]["first_game"], blocks[n]["first_game"] + blocks[n]["games"])
open("bad.bcgn", "wb").write(packed)
open("left", "w").write("".join(f"{n}\t3\n" for n in range(1, 1201) if n not in lost))
open("lost", "w").write(str(len(spoilt)))
END
for threads in 1 3; do
    status "a damaged block, -T $threads" 2 "$PGNFIND" -T $threads --numbers --moves 'e4 e5 Nf3' bad.bcgn
    same "a damaged block, -T $threads: all other games" out left
    says "a damaged block, -T $threads: it is told" "^pgnfind: bad.bcgn: games? [0-9]+( to [0-9]+ are| is) damaged \(offset"
    cp err err.$threads
    check "a damaged block, -T $threads: each once" test "$(wc -l <err)/$(sort -u err | wc -l)" = "$(cat lost)/$(cat lost)"
done
cut -f1 left >left.numbers
"$PGNUNPACK" -g @left.numbers games.bcgn >left.pgn
status "a damaged block, PGN" 2 "$PGNFIND" bad.bcgn
same "a damaged block, PGN: all other games" out left.pgn
check "a damaged block, PGN: each told once" test "$(wc -l <err)" = "$(cat lost)"
status "a damaged block, --sort" 2 "$PGNFIND" --sort Round --csv=GameNumber --moves 'e4 e5 Nf3' bad.bcgn
check "a damaged block, --sort: all other games" sh -c 'tail -n +2 out | sort -n | cmp - left.numbers'
status "a damaged block, -o" 2 "$PGNFIND" --moves 'e4 e5 Nf3' bad.bcgn -o left.bcgn
"$PGNUNPACK" -c left.bcgn >got
same "a damaged block, -o: all other games" got left.pgn
head -c $(($(wc -c <games.bcgn) / 2)) games.bcgn >cut.bcgn
status "half a file" 2 "$PGNFIND" --numbers --moves 'e4 e5 Nf3' cut.bcgn
says "half a file: it is told" "games were found without the index"
check "half a file: the games that are there" sh -c '[ "$(wc -l <out)" -gt 50 ] && seq "$(wc -l <out)" | sed "s/\$/\t3/" | cmp - out'

# Every byte of a small file, damaged: games that are found are right, and all that are not are told of.
some_games 30 >small.pgn
"$PGNPACK" -B 2K small.pgn -o small.bcgn
status "a byte here and there" 0 python3 - <<'END'
import os, subprocess
packed = open("small.bcgn", "rb").read()
def find(name):
    run = subprocess.run([os.environ["PGNFIND"], "--numbers", "--moves", "e4 e5 Nf3", name], stdout=-1, stderr=-1)
    return run.returncode, run.stdout.decode().splitlines(), run.stderr
want = find("small.bcgn")[1]
assert len(want) == 30
told = 0
for offset in range(0, len(packed), 7):
    with open("spoilt.bcgn", "wb") as spoilt:
        spoilt.write(packed[:offset] + bytes([packed[offset] ^ 16]) + packed[offset + 1:])
    status, got, error = find("spoilt.bcgn")
    assert status in (0, 2) or (status == 1 and b"another kind" in error), (offset, status, error)
    assert set(got) <= set(want) and (got == want or status != 0), (offset, got)
    told += status == 2
print(told)
assert told > 20
END

# Ctrl-C, while the second file, a pipe that nobody writes to, keeps it waiting.
mkdir work
mkfifo feed
interrupted() {
    local signal=$1 wanted=$2 got=0 tries=0
    set -m
    env --default-signal="$signal" "$PGNFIND" games.bcgn feed -o work/x.pgn &
    local program=$!
    set +m
    while [ -z "$(find work -name '.pgnpack-*' -size +0)" ] && [ $tries -lt 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    check "SIG$signal: the output had begun" test -n "$(find work -name '.pgnpack-*')"
    kill -"$signal" $program
    wait $program 2>/dev/null || got=$?
    if [ $got -eq "$wanted" ]; then ok "SIG$signal ends it"; else fail "SIG$signal ends it (status $got)"; fi
    check "SIG$signal leaves nothing" test -z "$(ls -A work)"
}
interrupted INT 130 2>/dev/null
interrupted TERM 143 2>/dev/null
finish
