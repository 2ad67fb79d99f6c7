# pgnpack --index and --no-index, pgnfind --index: sizes, the same answers with and without, out of date or damaged; what is
# said before moves are decoded that are packed small; trees of what is stored.
. "$(dirname "$0")/lib.sh"
data=$(cd "$tools/../../data" && pwd)
{ cat "$data/classics.pgn"; some_games 500; } >games.pgn
{ cat "$data/classics.pgn"; some_games 500 9; } >other.pgn
questions=('--material Q1 --either' '--moves=e4 e5 Nf3' --mate '--move Bxf7+ --for 1' '--variations --pattern Nd5')

ask() { # FILE: the answers to all questions
    local question
    for question in "${questions[@]}"; do
        # shellcheck disable=SC2086
        case $question in --moves=*) "$PGNFIND" -q --numbers "$question" "$1" ;; *) "$PGNFIND" -q --numbers $question "$1" ;; esac
    done
    "$PGNFIND" -q --tree --depth 3 --json "$1"
    "$PGNFIND" -q --tree='e4 e5' --json --result 1-0 "$1"
}
# Answers name no file, but the position of the tree.
answers() {
    status "$1: answers" 0 ask "$2"
    same "$1: the same answers" out want
}
has_columns() { "$PGNUNPACK" -l -v "$1" | grep -q 'position columns'; }
lacks_columns() { ! has_columns "$1"; }

# pgnpack --index and --no-index
for level in 1 3 4 6 9; do
    "$PGNPACK" -q -B 8K -$level --index games.pgn -o with$level.bcgn
    "$PGNPACK" -q -B 8K -$level --no-index games.pgn -o without$level.bcgn
    check "-$level --index: columns" has_columns with$level.bcgn
    check "-$level --no-index: none" lacks_columns without$level.bcgn
    check "-$level --no-index: nothing for searches" sh -c '! "$PGNUNPACK" -l -v $1 | grep -q "^search"' - without$level.bcgn
    check "-$level: --index takes bytes" test "$(wc -c <with$level.bcgn)" -gt "$(wc -c <without$level.bcgn)"
    for file in with$level without$level; do
        status "$file: -t" 0 "$PGNUNPACK" -t $file.bcgn
        "$PGNUNPACK" -c $file.bcgn >got
        same "$file: the text" got games.pgn
    done
done
"$PGNPACK" -q games.pgn -o default.bcgn
"$PGNPACK" -q -9 games.pgn -o small.bcgn
check "-9 alone: no columns" lacks_columns small.bcgn
ask without3.bcgn >want
check "there are answers" sh -c 'test "$(wc -l <want)" -gt 60'
for file in with1 with3 with6 with9 without1 without6 without9 default small; do answers "$file" $file.bcgn; done

# A tree that would be too large beside its games: none, but of many games one with fewer positions.
python3 - <<'END'
knights = [a + b for a in ("Nf3", "Nh3", "Nc3", "Na3") for b in (" Nf6", " Nh6", " Nc6", " Na6")]
pawns = [file + rank for file in "abcdefgh" for rank in "34"]
for name, games in ("too-few", 99999), ("enough", 100000):
    with open(name + ".pgn", "w", encoding="ascii") as file:
        for i in range(games):
            file.write("1.%s 2.%s %s *\n\n" % (knights[i % 16], pawns[i // 16 % 16], pawns[i // 256 % 16].translate(str.maketrans("34", "65"))))
END
for name in too-few enough; do "$PGNPACK" -q $name.pgn; done
check "99,999 games: no tree" sh -c '! "$PGNUNPACK" -l -v too-few.bcgn | grep -q "opening tree"'
check "100,000 games: a tree" sh -c '"$PGNUNPACK" -l -v enough.bcgn | grep -q "opening tree"'
check "... a 140th of the file at most" sh -c 'test $("$PGNUNPACK" -l -v enough.bcgn | awk "/opening tree/ { print \$3 * 140 }") -le $(wc -c <enough.bcgn)'
status "... whose counts are right" 0 "$PGNFIND" --tree='Nf3 Nf6' --json enough.bcgn
check "... of the position" grep -q "\"games\": *$(grep -c '1.Nf3 Nf6' enough.pgn)\\b" out

# pgnfind --index
status "--index" 0 "$PGNFIND" --index without9.bcgn default.bcgn
silent "--index: nothing is said"
check "--index: columns" has_columns without9.bcgn.idx
answers "--index: of level 9" without9.bcgn
"$PGNFIND" --index with3.bcgn
check "--index of a database with columns: the tree only" sh -c '! "$PGNUNPACK" -l -v with3.bcgn.idx | grep -q "position columns" && "$PGNUNPACK" -l -v with3.bcgn.idx | grep -q "opening tree"'
answers "--index of a database with columns" with3.bcgn
status "an index is searched with" 0 "$PGNFIND" -q -v -c --fen '8/8/8/8/8/5k2/8/7K w - -' without9.bcgn
status "the same without" 0 "$PGNFIND" -v -c --fen '8/8/8/8/8/5k2/8/7K w - -' without6.bcgn
says "the same without: all games are played through" ' [1-9][0-9]+ of them were played through'
status "with it" 0 "$PGNFIND" -v -c --fen '8/8/8/8/8/5k2/8/7K w - -' without9.bcgn
says "with it: none is" '; 0 of them were played through'
cp without9.bcgn.idx kept.idx
printf 'anything' >without9.bcgn.idx
status "--index once more" 0 "$PGNFIND" --index without9.bcgn
same "--index once more: the same bytes" without9.bcgn.idx kept.idx
for options in '-c' '--json' '-o x.idx' '--player a' '--tree' '--names a' '--sort date'; do
    # shellcheck disable=SC2086
    status "--index $options" 1 "$PGNFIND" --index $options without6.bcgn
    absent "--index $options: no index" without6.bcgn.idx x.idx
done
status "--index of standard input" 1 "$PGNFIND" --index - <without6.bcgn
says "--index of standard input: why" "standard input has no name"
absent "--index of standard input: none" 'standard input.idx'
mkdir without6.bcgn.idx
status "--index where a folder is" 1 "$PGNFIND" --index without6.bcgn
says "--index where a folder is: why" "without6.bcgn.idx: "
answers "a folder in the place of an index" without6.bcgn
rmdir without6.bcgn.idx
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    cp without6.bcgn locked
    chmod a-w locked
    status "--index in a folder that is read only" 1 "$PGNFIND" --index locked/without6.bcgn
    says "--index in a folder that is read only: why" "locked/without6.bcgn.idx: .*ermission denied"
    chmod u+w locked
fi
no_leftovers "--index: nothing unfinished is left"

# Ctrl-C leaves nothing. The index of many games takes a while.
for _ in 1 2 3 4 5 6 7 8 9 10; do cat games.pgn; done >many.pgn
"$PGNPACK" -q -9 -B 16K --no-index many.pgn
"$PGNFIND" --index many.bcgn &
pid=$!
for _ in $(seq 300); do
    [ -z "$(find . -maxdepth 1 -name '.pgnpack-*')" ] || break
    sleep 0.01
done
check "--index is under way" test -n "$(find . -maxdepth 1 -name '.pgnpack-*')"
kill -TERM $pid
wait $pid
check "a signal ends it" test $? -ge 128
absent "after a signal there is no index" many.bcgn.idx
no_leftovers "after a signal nothing is left"

# Out of date, of another database, damaged: never wrong.
for level in 3 4; do
    "$PGNPACK" -q -B 8K -$level --no-index other.pgn -o other.bcgn -f
    check "level $level: as many blocks" test "$("$PGNUNPACK" -l --json other.bcgn | grep -Eo '"blocks": [0-9]+')" = \
        "$("$PGNUNPACK" -l --json without$level.bcgn | grep -Eo '"blocks": [0-9]+')"
    "$PGNFIND" --index other.bcgn
    cp other.bcgn.idx without$level.bcgn.idx
    answers "level $level, the index of another database" without$level.bcgn
    status "level $level, the index of another database: it is searched" 0 "$PGNFIND" -c without$level.bcgn
    says "level $level, the index of another database: it is told" "^pgnfind: without$level.bcgn.idx: warning: is not used: the index is not of this database"
    status "-q says nothing of it" 0 "$PGNFIND" -q -c without$level.bcgn
    silent "-q: nothing"
    "$PGNFIND" -q --index without$level.bcgn
    python3 - without$level.bcgn.idx <<'END'
import random, sys
random.seed(7)
whole = open(sys.argv[1], "rb").read()
for i in range(12):
    bytes = bytearray(whole)
    for _ in range(1 + i % 3):
        bytes[random.randrange(len(bytes))] ^= 1 << random.randrange(8)
    open("damaged.%d" % i, "wb").write(bytes if i < 10 else whole[:len(whole) * (i - 9) // 3])
END
    for ((i = 0; i < 12; i++)); do
        cp damaged.$i without$level.bcgn.idx
        answers "level $level, damaged index $i" without$level.bcgn
    done
    : >without$level.bcgn.idx
    answers "level $level, an empty index" without$level.bcgn
    rm without$level.bcgn.idx
done

# What is said before moves are decoded.
slow='^pgnfind: [a-z0-9.]+: its moves are packed small and slow to decode: those of (up to )?[0-9,]+ games? take .*; '
for level in 4 5 7 9; do
    "$PGNPACK" -q -$level --no-index games.pgn -o slow.bcgn -f
    status "level $level: positions" 0 "$PGNFIND" -c --moves e4 slow.bcgn
    says "level $level: how long it takes, and what helps" "${slow}pgnfind --index slow.bcgn makes .* pgnpack -3 makes"
    says "level $level: of all games" "those of $("$PGNUNPACK" --count slow.bcgn) games take"
    check "level $level: it is said once" test "$(grep -c 'are packed' err)" = 1
    status "level $level: with tags" 0 "$PGNFIND" -c --moves e4 --result 1-0 slow.bcgn
    says "level $level: with tags: up to" "those of up to "
    status "level $level: tags alone" 0 "$PGNFIND" -c --result 1-0 --player White --plies 10- slow.bcgn
    silent "level $level: tags alone: nothing is said"
    status "level $level: -q" 0 "$PGNFIND" -q -c --moves e4 slow.bcgn
    silent "level $level: -q: nothing is said"
    status "level $level: a tree that is not stored" 0 "$PGNFIND" --tree slow.bcgn
    says "level $level: a tree that is not stored: it is told" "$slow"
    status "level $level: names of games with a position" 0 "$PGNFIND" --names '*' --moves e4 slow.bcgn
    says "level $level: names of games with a position: it is told" "$slow"
    "$PGNFIND" --index slow.bcgn
    status "level $level: a tree in an index" 0 "$PGNFIND" --tree slow.bcgn
    silent "level $level: a tree in an index: nothing is said"
    status "level $level: with an index" 0 "$PGNFIND" -c --moves e4 slow.bcgn
    says "level $level: with an index: up to" "those of up to [0-9]+ games take .*; pgnpack -3 makes"
    rm slow.bcgn.idx
done
for file in with1 without1 with3 without3; do
    status "$file: positions" 0 "$PGNFIND" -c --moves e4 $file.bcgn
    silent "$file: positions: nothing is said"
    status "$file: a tree" 0 "$PGNFIND" --tree $file.bcgn
    silent "$file: a tree: nothing is said"
done
cat without3.bcgn without9.bcgn >mixed.bcgn
status "levels 3 and 9 joined" 0 "$PGNFIND" -c --moves e4 mixed.bcgn
says "levels 3 and 9 joined: those of level 9" "those of $("$PGNUNPACK" --count without9.bcgn) games take"

# Trees: stored or counted, of several databases, of joined ones.
tree() { "$PGNFIND" -q --tree="$1" --depth 2 --csv "${@:2}"; }
"$PGNPACK" -q other.pgn -o second.bcgn
"$PGNPACK" -q --no-index other.pgn -o second.without.bcgn
cat default.bcgn second.bcgn >joined.bcgn
cat games.pgn other.pgn >both.pgn
"$PGNPACK" -q --no-index both.pgn
for line in '' 'e4' 'e4 e5 Nf3' 'd4 d5 c4' 'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3'; do
    tree "$line" without3.bcgn >one
    tree "$line" both.bcgn >two
    check "tree '$line': there are moves" test "$(wc -l <two)" -gt 2
    for file in default with3 with9 without9; do
        tree "$line" $file.bcgn >got
        same "tree '$line': $file" got one
    done
    for files in 'default.bcgn second.bcgn' 'without3.bcgn second.bcgn' 'default.bcgn second.without.bcgn' joined.bcgn; do
        # shellcheck disable=SC2086
        tree "$line" $files >got
        same "tree '$line': $files" got two
        # shellcheck disable=SC2086
        tree "$line" -T 1 $files >got
        same "tree '$line': $files, one thread" got two
    done
done
"$PGNFIND" --index joined.bcgn
for line in '' e4; do
    tree "$line" joined.bcgn >got
    tree "$line" both.bcgn >two
    same "tree '$line' of a joined file with an index" got two
done
# An index that was made before the database grew.
cp without3.bcgn grown.bcgn
"$PGNFIND" --index grown.bcgn
"$PGNPACK" -q --no-index --append=grown.bcgn other.pgn
for line in '' 'e4' 'e4 e5 Nf3' 'd4 d5 c4'; do
    tree "$line" grown.bcgn >got
    tree "$line" both.bcgn >two
    same "tree '$line': grown behind its index" got two
done
check "the index of before is used" sh -c '! "$PGNFIND" --tree grown.bcgn 2>&1 | grep -q index'
finish
