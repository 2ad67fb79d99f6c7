# BCGN 1: any bytes come back, the same bytes for every number of threads, several files and their names.
. "$(dirname "$0")/lib.sh"
some_games 400 >games.pgn
some_games 30 1000 >more.pgn

# comes_back NAME FILE [OPTION...]
comes_back() {
    local name=$1 file=$2
    shift 2
    status "$name" 0 "$PGNPACK" -f "$@" "$file" -o got.bcgn
    status "$name: unpack" 0 "$PGNUNPACK" -f got.bcgn -o got.pgn
    comes_to "$name: the same bytes" got.pgn "$file"
}

for level in 1 2 3 4 5 6 7 8 9; do comes_back "level $level" games.pgn -$level; done
"$PGNPACK" games.pgn -o default.bcgn
"$PGNPACK" -3 games.pgn -o three.bcgn
same "3 is the default level" default.bcgn three.bcgn
"$PGNPACK" -9 games.pgn -o nine.bcgn
"$PGNPACK" --best games.pgn -o best.bcgn
same "--best is -9" nine.bcgn best.bcgn
"$PGNPACK" -1 -9 games.pgn -o last.bcgn
same "the last level counts" last.bcgn nine.bcgn
for moves in index bits table model best; do
    comes_back "--moves=$moves" games.pgn --moves=$moves
    check "--moves=$moves is used" sh -c '"$PGNUNPACK" -l -v got.bcgn | grep -q " $1 "' - $moves
done
for size in 1K 10K 16M 5000; do comes_back "-B $size" games.pgn -B $size; done
check "-B 1K makes many blocks" sh -c '"$PGNPACK" -B 1K games.pgn -o - | head -c 100000 >many.bcgn
    "$PGNUNPACK" -l --json many.bcgn | grep -Eq "\"blocks\": [0-9]{3}"'
comes_back "--verify" games.pgn --verify -B 20K

# Any bytes.
cp "$PGNPACK" program
comes_back "a program" program
: >empty
comes_back "nothing" empty
printf 'x' >one
comes_back "one byte" one
printf '\0\0\0' >zeros
comes_back "zero bytes" zeros
printf '[Event "x"]\n\n1. e4 {open comment' >open
comes_back "a comment that is not closed" open
printf '\357\273\277[Event "x"]\r\n\r\n1. e4 e5 2. Ke3 1-0\r\n\r\n\r\n' >odd
comes_back "an illegal move, a byte order mark, other line ends" odd
printf 'BCGN games are here\n' >almost
comes_back "text that begins with BCGN" almost
{ cat games.pgn; head -c 3000 program; cat more.pgn; } >mixed
comes_back "games around other bytes" mixed -B 10K
head -c 17000000 /dev/zero | tr '\0' x | sed 's/^/[Event "long"]\n\n1. e4 {/; s/$/} 1-0\n\n/' >long
cat more.pgn >>long
comes_back "a game of 17 MB" long
rm -f long
gzip <games.pgn >games.gz
comes_back "a gzip file as it is" games.gz --no-unwrap
comes_back "a packed file as it is" default.bcgn --no-unwrap

# Threads.
for level in 1 3 5; do
    "$PGNPACK" -f -$level -B 8K -T 1 games.pgn -o t1.bcgn
    for threads in 2 3 4 0; do
        status "level $level, $threads threads" 0 "$PGNPACK" -f -$level -B 8K -T $threads games.pgn -o t.bcgn
        same "level $level, $threads threads: the same bytes" t.bcgn t1.bcgn
        check "level $level, $threads threads to unpack" sh -c '"$PGNUNPACK" -T "$1" -c t.bcgn | cmp - games.pgn' - $threads
    done
done
check "a pipe makes the same bytes" sh -c 'cat games.pgn | "$PGNPACK" -c -5 -B 8K | cmp - t1.bcgn'
check "a slow pipe makes the same bytes" sh -c \
    '{ head -c 5000; sleep 0.1; head -c 1; sleep 0.1; cat; } <games.pgn | "$PGNPACK" -5 -B 8K | cmp - t1.bcgn'
check "a slow pipe to unpack" sh -c \
    '{ head -c 100; sleep 0.1; head -c 1; sleep 0.1; cat; } <t1.bcgn | "$PGNUNPACK" | cmp - games.pgn'
check "pipes hold a part of what is written" sh -c '"$PGNUNPACK" -c t1.bcgn | { sleep 0.2; cat; } | cmp - games.pgn'

# Memory.
status "a memory limit that is enough" 0 "$PGNPACK" -f -M 2G games.pgn -o m.bcgn
same "changes nothing" m.bcgn default.bcgn
status "a memory limit that is not" 4 "$PGNPACK" -f -M 100K games.pgn -o m2.bcgn
says "is named" "memory limit is too low.*-M"
absent "and leaves nothing" m2.bcgn
status "a memory limit that is not, unpacking" 4 "$PGNUNPACK" -M 100K default.bcgn -o m2.pgn
says "is named too" "memory limit is too low"

# Several files.
mkdir -p tree/sub/deep tree/other
cp games.pgn tree/a.pgn
cp more.pgn tree/sub/deep/b.pgn
: >tree/sub/empty.pgn
printf 'no games at all' >tree/README
printf '[Event "x"]\n\n1. e4' >'tree/other/two words.pgn'
status "-r" 0 "$PGNPACK" -r tree -o tree.bcgn
status "-C" 0 "$PGNUNPACK" tree.bcgn -C laid
check "lays the folder out again" diff -r tree laid/tree
cat tree/README tree/a.pgn 'tree/other/two words.pgn' tree/sub/deep/b.pgn >all
check "-o gives all texts" sh -c '"$PGNUNPACK" tree.bcgn -o - | cmp - all'
for threads in 1 3; do
    "$PGNPACK" -f -r -T $threads -B 4K tree -o t.bcgn
    check "files and $threads threads" sh -c 'rm -rf out2; "$PGNUNPACK" t.bcgn -C out2 && diff -r tree out2/tree'
done
ln -s a.pgn tree/link.pgn
status "-r and a link" 0 "$PGNPACK" -f -r tree -o l.bcgn
says "names what it leaves out" "tree/link.pgn: warning: is no regular file"
rm tree/link.pgn
status "a folder without -r" 1 "$PGNPACK" tree -o x.bcgn
says "the remedy" "-r"
mkdir none
status "-r and an empty folder" 1 "$PGNPACK" -r none -o x.bcgn
find tree -type f | sort >names
printf '\n' >>names
status "--filelist" 0 "$PGNPACK" --filelist names -o f.bcgn
check "--filelist packs them" sh -c 'rm -rf out3; "$PGNUNPACK" f.bcgn -C out3 && diff -r tree out3/tree'
check "--filelist from standard input" sh -c 'find tree -type f | sort | "$PGNPACK" --filelist - -o - | cmp - f.bcgn'
status "a missing list" 1 "$PGNPACK" --filelist nowhere -o x.bcgn
echo missing.pgn >names
status "a missing file in a list" 1 "$PGNPACK" --filelist names -o x.bcgn
says "is named" "missing.pgn: No such file"
absent "nothing was written" x.bcgn
check "several packed files below a folder" sh -c 'mkdir packed && cp tree.bcgn packed/a.bcgn && echo x >packed/readme &&
    "$PGNUNPACK" -r packed && cmp packed/a.pgn all'

# Wrapped files have names too.
archive() { python3 "$tools/make_archive.py" "$@"; }
archive tar-ustar games.tar x/a.pgn=games.pgn ./y//b.pgn=more.pgn ../../up.pgn=more.pgn
status "an archive" 0 "$PGNPACK" games.tar -o tar.bcgn
check "becomes files" sh -c '"$PGNUNPACK" tar.bcgn -C tar && cmp tar/x/a.pgn games.pgn && cmp tar/y/b.pgn more.pgn'
same "whose names lead nowhere else" tar/up.pgn more.pgn
gzip <more.pgn >more.pgn.gz
archive zip inner.zip c.pgn.gz=more.pgn.gz
status "several wrapped inputs" 0 "$PGNPACK" games.tar more.pgn.gz inner.zip -o w.bcgn
check "become files below their names" sh -c '"$PGNUNPACK" w.bcgn -C w && cmp w/games/x/a.pgn games.pgn &&
    cmp w/more.pgn more.pgn && cmp w/inner/c.pgn more.pgn'
mkdir up && cd up || exit 1
status "names that lead upwards" 0 "$PGNPACK" ../games.pgn "$SCRATCH/more.pgn" -o up.bcgn
check "are stored without" sh -c '"$PGNUNPACK" up.bcgn -C . && cmp games.pgn ../games.pgn'
check "and absolute ones below the folder" sh -c 'cmp "./$SCRATCH/more.pgn" ../more.pgn'
cd ..

# Concatenation.
"$PGNPACK" more.pgn -o more.bcgn
cat default.bcgn more.bcgn tree.bcgn more.bcgn >cat.bcgn
cat games.pgn more.pgn all more.pgn >cat.pgn
check "packed files one behind the other" sh -c '"$PGNUNPACK" -c cat.bcgn | cmp - cat.pgn'
status "have files too" 0 "$PGNUNPACK" cat.bcgn -C cat
same "the first has the database's name" cat/cat.pgn games.pgn
same "the next a number" cat/cat-2.pgn more.pgn
check "named ones their names" diff -r tree cat/tree
same "and what follows them does not run into them" cat/cat-3.pgn more.pgn
finish
