# Names of packed files: each its own, laid out again whatever they are, and none of the contents lost.
# RANDOM_NAMES and SHOWN_STEP say how many trials: `make torture` has more.
. "$(dirname "$0")/lib.sh"
some_games 2 >a.pgn
some_games 3 10 >b.pgn
some_games 1 20 >c.pgn
archive() { python3 "$tools/make_archive.py" "$@"; }

# stored FILE: the names in a database, in its order.
stored() {
    "$PGNUNPACK" -l --json "$1" | python3 -c 'import json, sys
for file in json.load(sys.stdin)[0]["file_list"]: print(file["file"])'
}

# packs NAME "STORED..." COMMAND...: into x.bcgn; then lays out in x.
packs() {
    local name=$1
    printf '%s\n' $2 >want.names
    shift 2
    rm -rf x x.bcgn
    status "$name" 0 "$@" -o x.bcgn
    stored x.bcgn >got.names
    same "$name: the names" got.names want.names
    mv err pack.err
    status "$name: -C" 0 "$PGNUNPACK" x.bcgn -C x
    silent "$name: -C has nothing to say"
    (cd x && find . -type f | sed 's/^..//' | sort) >got.names
    sort -o want.names want.names
    same "$name: the files" got.names want.names
    mv pack.err err
}

mkdir d
cp a.pgn d/2023.pgn
gzip <b.pgn >d/2023.pgn.gz
xz <c.pgn >d/2023.pgn.xz
packs "wrapped and not" "d/2023.pgn d/2023.pgn.gz d/2023.pgn.xz" "$PGNPACK" -r d
says "it is said" "^pgnpack: d/2023.pgn.gz: warning: is called 'd/2023.pgn.gz' in the output: another file has the name"
check "they are what they were" sh -c 'cmp x/d/2023.pgn a.pgn && cmp x/d/2023.pgn.gz b.pgn && cmp x/d/2023.pgn.xz c.pgn'
packs "the same file three times" "a.pgn a-2.pgn a-3.pgn" "$PGNPACK" a.pgn ./a.pgn d/../a.pgn
mkdir up
cp b.pgn up/a.pgn
cd up || exit 1
packs "../a.pgn and a.pgn" "a.pgn a-2.pgn" "$PGNPACK" ../a.pgn a.pgn
check "in their order" sh -c 'cmp x/a.pgn ../a.pgn && cmp x/a-2.pgn a.pgn'
cd ..
cp a.pgn up/a-2.pgn
packs "a made-up name and a real one" "up/a.pgn up/a-2.pgn up/a-2-2.pgn" "$PGNPACK" up/a.pgn up/a.pgn up/a-2.pgn
archive tar-ustar folder.tar a=a.pgn a/b.pgn=b.pgn a/c.pgn=c.pgn a=b.pgn
packs "a file that is a folder, too" "a a-2/b.pgn a-2/c.pgn a-3" "$PGNPACK" folder.tar
archive tar-ustar folder2.tar a/b.pgn=b.pgn a=a.pgn
packs "a folder that is a file, too" "a/b.pgn a-2" "$PGNPACK" folder2.tar
archive tar-ustar twice.tar x.pgn=a.pgn x.pgn=b.pgn x.pgn=a.pgn
packs "a name three times in an archive" "x.pgn x-2.pgn x-3.pgn" "$PGNPACK" twice.tar
cp a.pgn twice
packs "a file and an archive of its name" "twice twice.tar/x.pgn twice.tar/x-2.pgn twice.tar/x-3.pgn" "$PGNPACK" twice twice.tar
archive tar-ustar empty.tar ..=a.pgn x/../..=b.pgn ././.=c.pgn x/..=a.pgn
packs "names that become empty" "unnamed unnamed-2 unnamed-3 unnamed-4" "$PGNPACK" empty.tar
mkdir dots
for name in ..gz ...gz .gz; do gzip <a.pgn >dots/$name; done
packs "nothing but an ending" "dots/...gz dots/..gz dots/.gz" "$PGNPACK" dots/...gz dots/..gz dots/.gz
long=$(printf '%0252d' 0)
archive tar-pax long.tar "$long.pgn=a.pgn" "${long}x.pgn=b.pgn" "$long$long.pgn=c.pgn" "$long$long/$long.pgn=a.pgn"
cut=${long:0:251}
packs "parts that are too long" "$cut.pgn ${long:0:230}-2.pgn ${long:0:230}-3.pgn $long${long:0:3}/$cut.pgn" "$PGNPACK" long.tar
says "they are said to be" "its name is too long for a file system"
deep=$(printf 'd%03d/' $(seq 1200))
archive tar-pax deep.tar "${deep}a.pgn=a.pgn" "${deep}a.pgn=b.pgn"
status "a name of 6,000 bytes" 0 "$PGNPACK" deep.tar -o deep.bcgn
check "has at most 4,096 in the output" sh -c '"$PGNUNPACK" -l -v deep.bcgn | grep -Eq " (d[0-9]{4}/|d[0-9]{3}/){800,818}a-2\.pgn$"'
mkdir "$long"
for folder in deep "$long/deep"; do
    status "laid out in a folder of ${#folder} bytes" 0 "$PGNUNPACK" deep.bcgn -C "$folder"
    check "both are there" sh -c 'find "$1" -type f -exec cat {} + | sort >got; cat a.pgn b.pgn | sort | cmp - got' - "$folder"
done
says "which is told of" "becomes '.*': its name is too long"

# What older databases hold.
"$PGNPACK" -r d -o d.bcgn -q
"$PGNPACK" a.pgn d/../b.pgn -q -o plain.bcgn
cat plain.bcgn plain.bcgn d.bcgn plain.bcgn >joined.bcgn
status "joined databases" 0 "$PGNUNPACK" joined.bcgn -C joined
says "joined databases: it is said" "joined.bcgn: warning: the file 'a.pgn' in it becomes 'joined/a-3.pgn': another file has its name"
check "joined databases: all is there" sh -c 'for n in "" -2 -3; do cmp joined/a$n.pgn a.pgn && cmp joined/b$n.pgn b.pgn || exit 1; done
    [ "$(find joined -type f | wc -l)" -eq 9 ]'
# "a/b" beside "a", which no writer of today makes.
archive tar-ustar older.tar x/b.pgn=a.pgn y=b.pgn
"$PGNPACK" older.tar -o older.bcgn
python3 "$tools/rename_in.py" older.bcgn y x
status "a file that is a folder in a database" 0 "$PGNUNPACK" older.bcgn -C older
check "has a number" sh -c 'cmp older/x/b.pgn a.pgn && cmp older/x-2 b.pgn'

# --rm: what goes can come back.
mkdir rm
cp d/* rm
status "--rm of names that meet" 0 "$PGNPACK" -r --rm -q rm -o rm.bcgn
check "--rm of names that meet: the inputs are gone" test -z "$(ls -A rm)"
status "--rm of names that meet: laid out" 0 "$PGNUNPACK" rm.bcgn -C back
check "--rm of names that meet: all comes back" sh -c 'cat a.pgn b.pgn c.pgn >want; cd back/rm && cat 2023.pgn 2023.pgn.gz 2023.pgn.xz | cmp - ../../want'
cp a.pgn rm/x.pgn
status "--rm of a file given twice" 0 "$PGNPACK" --rm -q rm/x.pgn ./rm/x.pgn -o rm2.bcgn
silent "--rm of a file given twice: no complaint"
check "--rm of a file given twice: it is gone" test -z "$(ls -A rm)"
status "unpack --rm of a database with names" 0 "$PGNUNPACK" --rm rm.bcgn -o text
says "is not done: a text has no names" "rm.bcgn: warning: not removed: it holds files with names"
check "the names are not lost" test -f rm.bcgn
"$PGNPACK" a.pgn -o two.bcgn
"$PGNPACK" b.pgn -o - | gzip >two.bcgn.gz
status "two inputs with one output, -f --rm" 1 "$PGNUNPACK" -f --rm two.bcgn two.bcgn.gz
says "the second is refused" "two.pgn: is the output of an input before"
check "and nothing is lost" sh -c 'cmp two.pgn a.pgn && test -f two.bcgn.gz && ! test -e two.bcgn'

# Names and wrappers at random: what comes back is what went in.
check "random names" python3 "$tools/random_names.py" "$PGNPACK" "$PGNUNPACK" "${RANDOM_NAMES:-15}"
# All that a terminal must not get from a name.
check "names and messages on a terminal, and in JSON" python3 "$tools/shown_names.py" "$PGNPACK" "$PGNUNPACK" ${SHOWN_STEP:-41}
finish
