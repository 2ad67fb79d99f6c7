#!/usr/bin/env bash
# run.sh [-b BUILD] [CORPUS]: packs texts with BUILD/pgnpack and unpacks them with bcgn1.py, the second reader of
# BCGN 1, which was written from docs/FORMAT.md. Whatever is not the same, byte for byte, is a bug of the
# program or of the document. Prints a line for each text that differs and at the end "N passed, N failed".
#
# Without CORPUS (make check): parts of data/*.pgn, texts made here, and the files of tests/vectors/bad. With it: the
# first 300 KB of each CORPUS/*.pgn (the first 60 KB with the codecs model and best, which take half a millisecond to 3
# a move), and 200 files of CORPUS/tricky if there is such a folder; some minutes.
set -u
export LC_ALL=C
build=build
if [ "${1-}" = -b ]; then
    build=$2
    shift 2
fi
pgnpack=$build/pgnpack
here=$(dirname "$0")
for tool in python3 zstd; do
    if ! command -v $tool >/dev/null; then
        echo "second reader: not run, there is no $tool"
        exit 0
    fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# report STATUS WHAT: 0 is a test that passed.
report() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        echo "FAILED: $2"
        failed=$((failed + 1))
    fi
}

# unpacks TEXT PACKED WHAT: the reader makes TEXT of PACKED.
unpacks() {
    "$here/bcgn1.py" "$2" >"$work/out" && cmp "$work/out" "$1"
    report $? "$3"
}

# part_one_unpacks TEXT PACKED WHAT: the reader of the simple profile does, too, in a folder of its own.
part_one_unpacks() {
    "$work/part-one/simple.py" "$2" >"$work/out" && cmp "$work/out" "$1"
    report $? "the simple profile alone: $3"
}

# part_one_refuses PACKED: it says that what the model profile has is unsupported.
part_one_refuses() {
    local status
    "$work/part-one/simple.py" --check "$1" 2>"$work/words" >&2
    status=$?
    [ $status -eq 2 ] && grep -q ': Unsupported: ' "$work/words"
    report $? "the simple profile alone does not refuse $1"
}

# agrees TEXT OPTION...
agrees() {
    local text=$1
    shift
    "$pgnpack" -qq -f "$@" -o "$work/agrees.bcgn" "$text"
    report $? "pgnpack $* $text"
    unpacks "$text" "$work/agrees.bcgn" "$text with $*"
}

# first_games SIZE FILE: whole games, as many as begin in the first SIZE bytes.
first_games() {
    awk -v most="$1" '/^\[Event / && size > most { exit } { size += length($0) + 1; print } size > 2 * most { exit }' "$2"
}

make_texts() {
    local i
    mkdir "$work/part-one"
    cp "$here"/{basics,chess,columns,moves,simple}.py "$work/part-one"
    cp data/classics.pgn data/annotated.pgn "$work"
    first_games 20000 data/clocked.pgn >"$work/clocked.pgn"
    # Chess960 games, with both spellings of castling rights.
    awk '/^\[Event / { flush() } { game = game $0 "\n" } END { flush() }
         function flush() { if (game ~ /Chess960|\[FEN /) printf "%s", game; game = "" }' data/engine-games.pgn |
        head -c 30000 >"$work/chess960.pgn"
    sed 's/$/\r/' data/annotated.pgn >"$work/crlf.pgn"
    : >"$work/empty.pgn"
    # Ratings of one side only: a column whose partner the block does not have.
    awk 'BEGIN { for (i = 0; i < 200; i++) { white = i % 5; black = (i + 1 + i % 4) % 5
        printf "[White \"P%d\"]\n[Black \"P%d\"]\n[WhiteElo \"%d\"]\n\n1. e4 *\n\n", white, black, 1500 + 37 * white } }' \
        >"$work/half.pgn"
    # Variations in variations, each with elements behind it, too.
    awk 'function line(ply, plies, depth,   i) {
             for (i = ply; i < ply + plies; i++) {
                 printf "%s", (i % 2 ? "" : i / 2 + 1 ". ") substr("Nf3Nf6Ng1Ng8", i % 4 * 3 + 1, 3) " "
                 if (i == ply + plies - 2 && depth < 60) {
                     printf "$%d ( ", depth % 5 + 1
                     line(i, 5 + depth % 3, depth + 1)
                     printf ") "
                 } else if (i % 2) printf "{%d} ", depth
             }
         }
         BEGIN { line(0, 6, 0); print "*" }' >"$work/deep.pgn"
    # Lines that are longer than the style's width foresees, so that many line ends are exceptions.
    awk '/^1\./ && NR % 2 { printf "%s ", $0; next } { print }' data/classics.pgn | head -c 12000 >"$work/wrapped.pgn"
    awk -v moves='1. e4 e5|7. e4|7... e5 8. e4|1. O-O O-O|1. O-O-O O-O-O|1. exd6 Kd7|1... dxe3|3. Kd2|3. Qa8 Kh3 4. Q8b8' '
        BEGIN { count = split(moves, text, "|") }
        !/^#/ { for (i = 1; i <= count; i++) printf "[Event \"x\"]\n[FEN \"%s\"]\n\n%s *\n\n", $0, text[i] }
        ' "$here/fens.txt" >"$work/fens.pgn"
    # Times in thousandths: White's clock has 64 ticks a second, Black's tells each of them.
    awk 'BEGIN {
            split("Nf3 Nf6 Ng1 Ng8", moves)
            for (game = 0; game < 6; game++) {
                printf "[Event \"ticks\"]\n[TimeControl \"120+12\"]\n\n"
                for (ply = 0; ply < 40; ply++) {
                    random = (random * 421 + 17117) % 65536
                    time = ply < 2 ? 0 : ply % 2 ? random : int((random % 1024 * 125 + game) / 8)
                    printf "%s%s {[%%emt %.3f]} ", ply % 2 ? "" : ply / 2 + 1 ". ", moves[ply % 4 + 1], time / 1000
                }
                printf "*\n\n"
            }
        }' | sed -E -e 's/(\.[0-9]+)0\]/\1]/g' -e 's/(\.[0-9]+)0\]/\1]/g' >"$work/ticks.pgn"
    # Every byte value, alone and in a game's comment, tag, line comment; a game that breaks; no line end at the end.
    for ((i = 0; i < 256; i++)); do printf "\\x$(printf %x $i)"; done >"$work/bytes.pgn"
    {
        cat "$work/bytes.pgn"
        printf '\n[Event "%s"]\n\n1. e4 {%s} e5;%s\n2. Nf3 Nf6 3. Qxh9 and more 1-0\n\n[Event "x"]\n1. e4 -- (' \
            $'caf\xe9 \\" \xff' $'\x01\x02 two\t\r words' $'\x80\xfe'
        printf '1. d4 Z0 e.p. $999 (1. c4 $1 c5) --) 2. d4 !? $ 1/2-1/2\n%%escape\n\n\n1. e4+ e7e5 1-0 {tail'
    } >"$work/odd.pgn"
}

check_samples() {
    local text
    make_texts
    for text in "$work"/*.pgn; do
        agrees "$text" -6 --moves=bits
        agrees "$text" -3 --moves=index
        part_one_unpacks "$text" "$work/agrees.bcgn" "$text"
    done
    check_part_one
    agrees "$work/clocked.pgn" -5 --moves=index -B 6K
    check_other_programs
    check_model
    check_table
    check_best
    check_joined
    check_positions
    check_trees
    check_changes
    check_damage
}

# Tags that quote each other, positions and numbers as programs write them, that the packer was not made with.
check_other_programs() {
    local text
    "$here/../bench/other_programs.py" "$work/others" 60
    for text in "$work"/others/*.pgn; do agrees "$text" -6 --moves=index; done
}

# The files of the simple profile are read without anything of the model profile; others are unsupported.
check_part_one() {
    local good=$here/../vectors/good name options
    agrees "$work/classics.pgn" -1 --moves=index -B 4K
    part_one_unpacks "$work/classics.pgn" "$work/agrees.bcgn" 'small blocks'
    agrees "$work/annotated.pgn" --moves=bits -B 4K
    part_one_unpacks "$work/annotated.pgn" "$work/agrees.bcgn" 'codec 1'
    while read -r name options _; do
        case $name,$options in
            '#'*) ;;
            continued,* | *,joined) ;; # some seconds
            *,-[123] | *,-[123],*)
                "$build/pgnunpack" -qq -c "$good/$name.bcgn" >"$work/text"
                part_one_unpacks "$work/text" "$good/$name.bcgn" "$name.bcgn"
                ;;
            *) part_one_refuses "$good/$name.bcgn" ;;
        esac
    done <"$good/list.txt"
}

# The model codec takes its time: half a millisecond a move.
check_model() {
    local text
    first_games 4000 data/classics.pgn >"$work/few-classics.pgn"
    first_games 10000 data/clocked.pgn >"$work/few-clocked.pgn"
    head -c 8000 "$work/chess960.pgn" >"$work/few-chess960.pgn"
    cp "$here/model.pgn" "$work/rules.pgn"
    "$here/random_games.py" 1 12 >"$work/random.pgn"
    "$here/random_games.py" 2 3 lists >"$work/lists.pgn"
    "$here/random_games.py" 3 9 drops >"$work/drops.pgn"
    for text in few-classics few-clocked few-chess960 annotated fens odd rules random lists drops; do
        agrees "$work/$text.pgn" -6 --moves=model
    done
    agrees "$work/empty.pgn" -9
    agrees "$work/annotated.pgn" -9 --moves=model -B 2K
    agrees "$work/odd.pgn" -9 --moves=model
    agrees "$work/few-clocked.pgn" -9 --moves=bits
}

# Codec table, on the texts of the model codec: a tenth of a millisecond a move.
check_table() {
    local text
    cp "$here/table.pgn" "$work/table.pgn"
    for text in few-classics few-clocked chess960 annotated fens odd rules random lists table drops; do
        agrees "$work/$text.pgn" -4 --moves=table
    done
    agrees "$work/classics.pgn" -4
    agrees "$work/annotated.pgn" -4 -B 2K
}

# Codec best asks two nets.
check_best() {
    first_games 1500 data/annotated.pgn >"$work/few-annotated.pgn"
    agrees "$work/few-annotated.pgn" -9
    first_games 2500 data/classics.pgn >"$work/fewer-classics.pgn"
    agrees "$work/fewer-classics.pgn" -8 -B 2K
    first_games 1500 "$work/few-chess960.pgn" >"$work/fewer-chess960.pgn"
    agrees "$work/fewer-chess960.pgn" -9
    agrees "$work/rules.pgn" -9
    agrees "$work/odd.pgn" -8
}

check_joined() {
    "$pgnpack" -qq -f "$work/annotated.pgn" "$work/empty.pgn" "$work/crlf.pgn" -o "$work/files.bcgn"
    cat "$work/annotated.pgn" "$work/crlf.pgn" >"$work/files.txt"
    unpacks "$work/files.txt" "$work/files.bcgn" 'several files'
    "$pgnpack" -qq -f --moves=bits "$work/odd.pgn" -o "$work/odd.bcgn"
    "$pgnpack" -qq -f "$work/empty.pgn" -o "$work/empty.bcgn"
    cat "$work/files.bcgn" "$work/empty.bcgn" "$work/odd.bcgn" >"$work/joined.bcgn"
    cat "$work/files.txt" "$work/odd.pgn" >"$work/joined.txt"
    unpacks "$work/joined.txt" "$work/joined.bcgn" 'joined files'
}

# positions_hold FILE [INDEX]: the columns lose no game that the second reader's replay has.
positions_hold() {
    "$here/check_positions.py" "$@" >"$work/words"
    report $? "$(cat "$work/words")"
}

# Position columns in databases, and beside them.
check_positions() {
    local good=$here/../vectors/good name
    for name in lines-1 lines-3 engines-4 lists-3; do positions_hold "$good/$name.bcgn"; done
    "$pgnpack" -qq -f -5 --moves=index -B 30K "$good/lines.pgn" -o "$work/plain.bcgn"
    "$build/pgnfind" --index "$work/plain.bcgn"
    positions_hold "$work/plain.bcgn" "$work/plain.bcgn.idx"
    cat "$work/plain.bcgn" "$good/lines-1.bcgn" >"$work/both.bcgn"
    "$build/pgnfind" --index "$work/both.bcgn"
    positions_hold "$work/both.bcgn" "$work/both.bcgn.idx"
    ! "$here/check_positions.py" "$work/both.bcgn" "$work/plain.bcgn.idx" >/dev/null
    report $? 'the index of another database'
}

# trees_hold FILE [INDEX]: all that the opening trees tell is right, by the second reader's replay.
trees_hold() {
    "$here/check_tree.py" "$@" >"$work/words"
    report $? "$(cat "$work/words")"
}

# Opening trees in databases, of one segment or two, and beside one.
check_trees() {
    "$here/opening_games.py" 500 14 >"$work/openings.pgn"
    "$here/opening_games.py" 1500 7 >"$work/many-openings.pgn"
    "$pgnpack" -qq -f -3 --index "$work/openings.pgn" -o "$work/tree.bcgn"
    trees_hold "$work/tree.bcgn"
    "$pgnpack" -qq -f -4 --index -B 20K "$work/many-openings.pgn" -o "$work/many-tree.bcgn"
    cat "$work/many-tree.bcgn" "$work/tree.bcgn" >"$work/both.bcgn"
    trees_hold "$work/both.bcgn"
    "$pgnpack" -qq -f -2 --no-index "$work/many-openings.pgn" -o "$work/many-plain.bcgn"
    "$build/pgnfind" --index "$work/many-plain.bcgn"
    trees_hold "$work/many-plain.bcgn" "$work/many-plain.bcgn.idx"
    ! "$here/check_tree.py" "$work/many-tree.bcgn" "$work/many-plain.bcgn.idx" >/dev/null
    report $? 'the opening tree of another database'
    ! "$here/check_tree.py" "$work/many-plain.bcgn" >/dev/null
    report $? 'a database without an opening tree'
}

# reads_changes FILE: the second reader agrees with the programs on games that are deleted, ids and segments.
reads_changes() {
    "$here/changes.py" --text "$1" >"$work/live.txt" && "$build/pgnunpack" -qq -c "$1" | cmp - "$work/live.txt"
    report $? "text of $1 after changes"
    "$here/changes.py" "$1" >"$work/told"
    report $? "changes of $1"
    "$build/pgndb" log "$1" | awk 'NR > 1 { printf "change %d: %d added, %d deleted, %d back\n", $1, $5, $6, $7 }' >"$work/log"
    grep '^change' "$work/told" | cmp - "$work/log"
    report $? "the log of $1"
    "$build/pgndb" log "$1" --deleted | sed -En '2,$s/^ *([0-9]+)  [^ ]+ +([0-9]+)  (by hand|duplicate|replaced|taken back|unknown) *([0-9]*).*/deleted \1: \2 \3 \4/p' |
        sed 's/ $//' >"$work/list"
    grep '^deleted' "$work/told" | cmp - "$work/list"
    report $? "what is deleted in $1"
    "$build/pgnunpack" -qq --with-deleted --csv=GameNumber,GameId "$1" | sed -En 's/^([0-9]+),(.+)/game \1: \2/p' | tr -d '\r' >"$work/list"
    grep '^game' "$work/told" | cmp - "$work/list"
    report $? "ids of the games of $1"
    awk '/^id/ { print $2, $4 }' "$work/told" | awk 'NR % 7 == 1' | while read -r id number; do
        "$build/pgnunpack" -qq --with-deleted -g "$id" "$1" | cmp -s - <("$build/pgnunpack" -qq --with-deleted -g "$number" "$1") ||
            echo "$id is not $number"
    done >"$work/words"
    [ ! -s "$work/words" ]
    report $? "ids of $1: $(head -n 3 "$work/words")"
}

# Databases that were changed: appended to, edited, compacted, joined, with segments that are there twice.
check_changes() {
    local database=$work/changed.bcgn
    "$pgnpack" -qq -f -3 -B 6K "$work/classics.pgn" -o "$database"
    "$pgnpack" -qq --append="$database" -2 "$work/annotated.pgn"
    "$build/pgndb" delete -qq "$database" -g 2-4,9
    "$build/pgndb" undelete -qq "$database" -g 3
    reads_changes "$database"
    "$build/pgndb" set -qq "$database" Annotator=me --where plies=40-
    reads_changes "$database"
    "$build/pgndb" set -qq "$database" Source=here --where plies=60-
    reads_changes "$database"
    "$build/pgndb" undo -qq "$database" last # of old versions, some are duplicates of others
    "$build/pgndb" delete -qq "$database" -g 1
    reads_changes "$database"
    cat "$database" "$database" >"$work/twice.bcgn"
    "$build/pgndb" delete -qq "$work/twice.bcgn" -g 1,5-7
    reads_changes "$work/twice.bcgn"
    "$build/pgndb" compact -qq "$database" --forget
    reads_changes "$database"
    "$pgnpack" -qq --append="$database" "$work/crlf.pgn"
    "$build/pgndb" dedupe -qq "$database"
    "$build/pgndb" merge -qq "$work/twice.bcgn" "$database" -o "$work/merged.bcgn"
    reads_changes "$work/merged.bcgn"
    "$build/pgndb" compact -qq "$work/merged.bcgn" --forget -4
    reads_changes "$work/merged.bcgn"
    # So many changes that small segments are merged, with records that go along.
    "$build/pgndb" dedupe -qq "$work/twice.bcgn"
    for i in $(seq 66); do
        printf '[Event "%s"]\n\n1. e4 e5 *\n\n' "$i" | "$pgnpack" -qq --append="$work/twice.bcgn"
        if ((i % 9 == 0)); then "$build/pgndb" set -qq "$work/twice.bcgn" Round="$i" --where "event=$i"; fi
        if ((i % 7 == 0)); then "$build/pgndb" delete -qq "$work/twice.bcgn" -g $((i / 2))-"$i"; fi
    done
    "$build/pgndb" log "$work/twice.bcgn" | grep -q '^ *-  .*(small segments merged)$'
    report $? 'small segments were merged'
    reads_changes "$work/twice.bcgn"
}

# A reader that sees no damage would agree with anything.
check_damage() {
    local size place
    size=$(stat -c %s "$work/files.bcgn")
    for place in 0 5 29 40 60 80 96 150 1000 $((size / 2)) $((size - 70)) $((size - 30)) $((size - 1)); do
        {
            head -c "$place" "$work/files.bcgn"
            printf '\xa5'
            tail -c +$((place + 2)) "$work/files.bcgn"
        } >"$work/damaged.bcgn"
        ! "$here/bcgn1.py" --check "$work/damaged.bcgn" >/dev/null 2>&1
        report $? "damage at $place is not noticed"
    done
    head -c $((size - 1)) "$work/files.bcgn" >"$work/damaged.bcgn"
    ! "$here/bcgn1.py" --check "$work/damaged.bcgn" >/dev/null 2>&1
    report $? 'a file that is cut short'
    "$here/bcgn1.py" --check "$work/files.bcgn" >/dev/null
    report $? 'a whole file is checked'
}

check_corpus() {
    local file
    for file in "$1"/*.pgn; do
        first_games 300000 "$file" >"$work/$(basename "$file")"
        agrees "$work/$(basename "$file")" -3 --moves=index
        agrees "$work/$(basename "$file")" -7 --moves=bits -B 100K
        agrees "$work/$(basename "$file")" -4 --moves=table -B 100K
        first_games 60000 "$file" >"$work/$(basename "$file")"
        agrees "$work/$(basename "$file")" -6 --moves=model
        agrees "$work/$(basename "$file")" -9 --moves=model -B 20K
        agrees "$work/$(basename "$file")" -9
    done
    if [ -d "$1/tricky" ]; then
        find "$1/tricky" -type f -size -100k | sort | awk '{ file[NR] = $0 } END { step = NR > 200 ? NR / 200 : 1
            for (i = 1; i <= NR; i += step) print file[int(i)] }' >"$work/list"
        while read -r file; do
            agrees "$file" -3 --moves=index
            agrees "$file" --moves=bits -B 4K
            agrees "$file" -4 --moves=table -B 4K
            agrees "$file" -6 --moves=model
        done <"$work/list"
    fi
}

if [ $# -gt 0 ]; then
    check_corpus "$1"
else
    check_samples
    "$here/values.py" || exit_status=1
    "$here/check_bad.py" "$build/pgnunpack" "$here"/../vectors/bad/*.txt || exit_status=1
fi
echo "second reader: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "${exit_status-0}" -eq 0 ]
