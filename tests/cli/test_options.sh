# Options by themselves: help, mistakes, names that look like options, loudness.
. "$(dirname "$0")/lib.sh"
some_games 3 >games.pgn

for program in "$PGNPACK" "$PGNUNPACK"; do
    name=$(basename "$program")
    for option in -h --help; do
        status "$name $option" 0 "$program" $option
        silent "$name $option writes to standard output"
        check "$name $option shows the usage" grep -q "^Usage: $name " out
    done
    for option in -V --version; do
        status "$name $option" 0 "$program" $option
        check "$name $option shows the version" grep -Eqx "$name [0-9]+\.[0-9]+\.[0-9]+" out
    done
    status "$name --help with a full disk" 1 sh -c "'$program' --help >/dev/full"
    status "$name: an unknown option" 1 "$program" --frobnicate
    says "$name names the unknown option" "^$name: the option '--frobnicate' is unknown"
    status "$name: an unknown letter" 1 "$program" -Z
    says "$name names the unknown letter" "'-Z' is unknown"
    status "$name: -o without a name" 1 "$program" games.pgn -o
    says "$name says what is missing" "'-o' needs an argument"
    status "$name: -o and -c" 1 "$program" games.pgn -c -o x
    says "$name says that they exclude each other" "exclude each other"
    status "$name: standard input twice" 1 "$program" - - -o x
    status "$name: a bad limit" 1 "$program" --max-expansion=lots games.pgn -o x
    status "$name: a limit out of range" 1 "$program" --max-expansion=99999999999999999999 games.pgn -o x
    status "$name: a limit with a wrong unit" 1 "$program" --max-expansion=5X games.pgn -o x
done
absent "mistakes write nothing" x

status "an unknown scheme" 1 "$PGNPACK" --bcgn0=huffman games.pgn -o x
says "the schemes are named" "fixed, index and variable"
status "a value for an option without one" 1 "$PGNPACK" --lossy=yes games.pgn -o x
status "pgnunpack has no --lossy" 1 "$PGNUNPACK" --lossy games.pgn
for option in --bcgn0 --headerless --lossy --roster-only; do
    status "-d with $option" 1 "$PGNPACK" -d $option games.pgn -o x
    says "-d with $option says so" "${option#--}.* no meaning when unpacking"
done
status "an abbreviated long option" 0 "$PGNPACK" --out=abbreviated.bcgn games.pgn
status "-k is accepted" 0 "$PGNPACK" -k games.pgn -o kept.bcgn
same "-k changes nothing" kept.bcgn abbreviated.bcgn
status "--bcgn0 alone" 0 "$PGNPACK" --bcgn0 games.pgn -o alone.bcgn
status "--bcgn0=index" 0 "$PGNPACK" --bcgn0=index games.pgn -o index.bcgn
same "--bcgn0 alone is the byte index" alone.bcgn index.bcgn
status "an option behind the operands, POSIXLY_CORRECT" 0 env POSIXLY_CORRECT=1 "$PGNPACK" games.pgn -o posix.bcgn
same "works too" posix.bcgn kept.bcgn

# Options that do not go together, or not here.
"$PGNPACK" games.pgn -o packed.bcgn
refuses() { # NAME PATTERN COMMAND...
    local name=$1 pattern=$2
    shift 2
    status "$name" 1 "$@"
    says "$name: why" "$pattern"
}
for option in --lossy --headerless --roster-only; do
    refuses "$option without --bcgn0" "'$option' is about BCGN 0: give --bcgn0" "$PGNPACK" $option games.pgn -o x
done
for option in -1 -9 --best --moves=bits '-B 1M' --verify --rm; do
    refuses "--bcgn0 $option" "has no meaning with --bcgn0" "$PGNPACK" --bcgn0 $option games.pgn -o x
done
for option in '-C x' '-g 1' '--skip 1' '--limit 1' --tags-only '--shard 1/2' --salvage '--expect-games 3' --json; do
    refuses "pgnpack $option" "is for unpacking: give -d too" "$PGNPACK" $option games.pgn -o x
done
for option in -1 --moves=bits --verify --bcgn0 '-B 1M'; do
    refuses "pgnpack -d $option" "has no meaning when unpacking" "$PGNPACK" -d $option packed.bcgn -o x
    status "pgnunpack $option" 1 "$PGNUNPACK" $option packed.bcgn -o x
done
for option in '-o x' -c '-C x' --rm '-g 1' --tags-only; do
    refuses "-t $option" "no meaning where nothing is written" "$PGNUNPACK" -t $option packed.bcgn
    refuses "-l $option" "no meaning where nothing is written" "$PGNUNPACK" -l $option packed.bcgn
done
for pair in '-t -l' '-g 1 --skip 1' '-g 1 --limit 1' '-g 1 --shard 1/2' '--shard 1/2 --skip 1' '--shard 1/2 --limit 1' \
    '-C x -o y' '-C x -c' '-C x -g 1' '-C x --tags-only' '--rm -c' '--rm -g 1' '--rm --salvage' \
    '--head 1 -g 1' '--head 1 --shard 1/2' '--head 1 --limit 1' '--head 1 --member x' '--head 1 -C x' '--head 1 --rm' '--rm -C x'; do
    refuses "$pair" "exclude each other" "$PGNUNPACK" $pair packed.bcgn
done
says "both are named" "the options '--rm' and '--directory' exclude"
for bad in '-T x' '-T -1' '-T 1K' '-T 999999999' '-B 0' '-B 17M' '-B 1023' '-B 1X' '-B -5' '-M x' '-M 99999999999999999999' \
    '--skip x'; do
    status "$bad" 1 "$PGNPACK" $bad games.pgn -o x
done
status "an unknown way to keep moves" 1 "$PGNPACK" --moves=huffman games.pgn -o x
says "the ways to keep moves are named" "'huffman' is unknown: the ways to keep moves are index, bits, table, model and best"
for bad in '--skip x' '--skip -1' '--limit 1K' '--head games.bcgn' '--expect-games many' '--shard 1' '-g' '-g x'; do
    status "$bad" 1 "$PGNUNPACK" packed.bcgn $bad
done
absent "none of them writes anything" x y
status "--head without a number" 1 "$PGNUNPACK" --head packed.bcgn
says "is told of under its own name" "--head: 'packed.bcgn' is no number of games"
for option in '-n ' --limit= --hea= --head=; do
    word=${option%[= ]}
    refuses "${option}x" "${word/%--hea/--head}: 'x' is no number of games" "$PGNUNPACK" packed.bcgn ${option}x
done
refuses "-vn" "-n: 'x' is no number of games" "$PGNUNPACK" packed.bcgn -vn x
refuses "an empty value" "the option '-n' has an empty value: give it N" "$PGNUNPACK" packed.bcgn -n ''
refuses "--head, as it was typed" "the options '--games' and '--head' exclude each other" "$PGNUNPACK" packed.bcgn -g 1 --head=1
refuses "--head, packing" "the option '--head' is for unpacking: give -d too" "$PGNPACK" games.pgn --head=1 -o x
refuses "-T by its name" "--threads: 'x' is no number of threads" "$PGNUNPACK" packed.bcgn --threads=x

cp games.pgn "two words.pgn"
status "a name with a space" 0 "$PGNPACK" "two words.pgn"
same "has its output" "two words.bcgn" kept.bcgn
cp games.pgn -- -dash.pgn
status "a name with a dash behind --" 0 "$PGNPACK" -- -dash.pgn
same "makes its output" ./-dash.bcgn kept.bcgn
status "-o takes a name with a dash" 0 "$PGNPACK" games.pgn -o -x
same "-o with a dash makes it" ./-x kept.bcgn
cp games.pgn ./-
status "./- is a file" 0 "$PGNPACK" ./-
check "./- has its output" sh -c '"$PGNUNPACK" -c ./-.bcgn | cmp - games.pgn'
cp games.pgn -- --help
status "a file called --help" 0 "$PGNPACK" -o help.bcgn -- --help
check "is packed" sh -c '"$PGNUNPACK" -c help.bcgn | cmp - games.pgn'
name=$(printf 'esc\033[31m\nline.pgn')
status "a name with control characters" 1 "$PGNPACK" "$name"
check "does not reach the terminal" sh -c '! grep -q "$(printf "\033")" err && [ "$(wc -l <err)" -eq 1 ]'

printf '[Event "x"]\n\n1. e4 {why} e5 1-0\n' >comment.pgn
status "a warning" 0 "$PGNPACK" --bcgn0 --lossy comment.pgn -o c1.bcgn
says "is shown" "warning: .*1 comment"
status "-q" 0 "$PGNPACK" -q --bcgn0 --lossy comment.pgn -o c2.bcgn
silent "-q hides warnings"
status "-q and an error" 4 "$PGNPACK" -q --bcgn0 comment.pgn -o c3.bcgn
says "-q shows errors" "comments"
status "-qq and an error" 4 "$PGNPACK" -qq --bcgn0 comment.pgn -o c3.bcgn
silent "-qq hides errors"
status "-q -q is -qq" 4 "$PGNPACK" -q -q --bcgn0 comment.pgn -o c3.bcgn
silent "-q -q hides errors"
status "-v" 0 "$PGNPACK" -v games.pgn -o v.bcgn
says "-v sums up" "v.bcgn: 3 games, [0-9]+ bytes"
status "pgnunpack -v" 0 "$PGNUNPACK" -v v.bcgn -o v.pgn
says "pgnunpack -v sums up" "v.pgn: 3 games, [0-9]+ bytes"
status "--no-progress" 0 "$PGNPACK" --no-progress games.pgn -o p.bcgn

# Levels are 1 to 9; what is nearly an option is named.
for word in -10 -19 -22 -0 -00 -k19 --level=0 --level=10 --level=x; do
    status "$word" 1 "$PGNPACK" $word games.pgn -o level.bcgn
    says "$word: the levels are named" "is no level: they go from -1 \(fast\) to -9 \(small\)"
    absent "$word: nothing is written" level.bcgn
done
for word in -6T16 -k6 --level=6 -1k6; do
    status "$word" 0 "$PGNPACK" $word games.pgn -o level.bcgn
    check "$word is level 6" sh -c '"$PGNPACK" -6 -c games.pgn | cmp - level.bcgn'
    rm -f level.bcgn
done
near() {
    status "$2" 1 "$1" "$2" games.pgn
    says "$2: $3" "$3"
}
near "$PGNPACK" --levl "did you mean --level\?"
near "$PGNPACK" --thraeds=2 "did you mean --threads\?"
near "$PGNPACK" --verfy "did you mean --verify\?"
near "$PGNPACK" --xyzzy "'--xyzzy' is unknown;"
near "$PGNPACK" --s "short for several: --stdout, --skip, --shard, --salvage"
near "$PGNPACK" --json=x "'--json' takes no argument"
near "$PGNUNPACK" --moves=bits "'--moves=bits' has no meaning when unpacking"
near "$PGNUNPACK" -6 "has no meaning when unpacking"
near "$PGNUNPACK" --bset "'--bset' is unknown;"
finish
