# pgnunpack -C: names from a database never lead out of the folder, and nothing is replaced unasked.
. "$(dirname "$0")/lib.sh"
some_games 3 >a.pgn
some_games 2 10 >b.pgn
mkdir -p d/e
cp a.pgn d/e/12345678
cp b.pgn d/e/b.pgn
"$PGNPACK" -r d -o good.bcgn
"$PGNPACK" a.pgn -o plain.bcgn

# hostile NAME NEW: the file "d/e/12345678" has another name.
hostile() {
    cp good.bcgn bad.bcgn
    check "$1: made" python3 "$tools/rename_in.py" bad.bcgn d/e/12345678 "$2"
    rm -rf in
    mkdir -p in/side
    status "$1" 2 "$PGNUNPACK" -f bad.bcgn -C in/side
    says "$1: it is said" "bad.bcgn: a file in it is called '.*no name"
    check "$1: nothing was written" test -z "$(find in -type f)"
    status "$1: all the same it is a good database" 0 "$PGNUNPACK" -f bad.bcgn -o text
    check "$1: with its text" sh -c 'cat d/e/* | cmp - text'
}
hostile "a name that leads upwards" ../../escape
hostile "one folder up" ../xxxxxxxxx
hostile "upwards in the middle" d/../../xxxx
hostile "upwards at the end" xxxxxxxxx/..
hostile "an absolute name" /tmp/xxxxxxx
hostile "only slashes" ////////////
hostile "an empty part" d//xxxxxxxxx
hostile "a dot" ./xxxxxxxxxx
hostile "a slash at the end" xxxxxxxxxxx/
absent "nothing escaped" escape in/escape ../escape /tmp/xxxxxxx

renamed() {
    cp good.bcgn odd.bcgn
    python3 "$tools/rename_in.py" odd.bcgn d/e/12345678 "$1"
    rm -rf in
    status "the name $1" 0 "$PGNUNPACK" odd.bcgn -C in
    same "the name $1: the file" "in/$(printf -- "$1")" a.pgn
}
renamed '..x/...x..y '
renamed '-rf *;$(x) `'
renamed 'esc\x1b[31m\nxyz'
cp good.bcgn later.bcgn
python3 "$tools/rename_in.py" later.bcgn d/e/b.pgn ../../esc
status "a later name is hostile" 2 "$PGNUNPACK" later.bcgn -C later
same "a later name is hostile: files before it stay" later/d/e/12345678 a.pgn
absent "a later name is hostile: nothing escaped" esc later/../esc

# Files and links that are in the way.
status "into a new folder" 0 "$PGNUNPACK" good.bcgn -C new
status "into it again" 1 "$PGNUNPACK" good.bcgn -C new
says "into it again: the remedy" "new/d/e/12345678: exists;.*-f"
printf precious >new/d/e/12345678
status "with -f" 0 "$PGNUNPACK" -f good.bcgn -C new
same "with -f they are replaced" new/d/e/12345678 a.pgn
mkdir -p links outside
ln -s ../outside links/d
status "a link instead of a folder" 1 "$PGNUNPACK" -f good.bcgn -C links
says "is refused" "links/d: is in the way"
check "and not followed" test -z "$(ls -A outside)"
mkdir -p links2/d/e
ln -s ../../../a.pgn links2/d/e/12345678
status "a link instead of a file" 1 "$PGNUNPACK" -f good.bcgn -C links2
same "is not written through" a.pgn d/e/12345678
mkdir -p way/d
: >way/d/e
status "a file instead of a folder" 1 "$PGNUNPACK" -f good.bcgn -C way
mkdir -p way2/d/e/12345678
status "a folder instead of a file" 1 "$PGNUNPACK" -f good.bcgn -C way2
ln -s new linked
status "-C to a link to a folder" 0 "$PGNUNPACK" -f good.bcgn -C linked
status "-C to a file" 1 "$PGNUNPACK" good.bcgn -C a.pgn
status "-C below nothing" 1 "$PGNUNPACK" good.bcgn -C nowhere/below
cat good.bcgn good.bcgn >double.bcgn
status "the same name twice" 0 "$PGNUNPACK" -f double.bcgn -C double
says "is said" "becomes .double/d/e/12345678-2.: another file has its name"
check "and both are there" sh -c 'cmp double/d/e/12345678 a.pgn && cmp double/d/e/12345678-2 a.pgn && cmp double/d/e/b-2.pgn b.pgn'
cp a.pgn self.bcgn
echo self.bcgn >names
mkdir over
"$PGNPACK" --filelist names -o over/self.bcgn
status "an output that is the input" 1 "$PGNUNPACK" -f over/self.bcgn -C over
says "is refused" "over/self.bcgn: is an input too"

# Without names.
status "a database without names" 0 "$PGNUNPACK" plain.bcgn -C plain
same "a database without names makes its own" plain/plain.pgn a.pgn
check "from standard input" sh -c '"$PGNUNPACK" -C std <plain.bcgn && cmp std/stdin.pgn a.pgn'
cp plain.bcgn other.dat
status "with another ending" 0 "$PGNUNPACK" other.dat -C plain
same "it is unnamed" plain/unnamed.pgn a.pgn
"$PGNPACK" /dev/null -o void.bcgn
status "nothing at all" 0 "$PGNUNPACK" void.bcgn -C plain
check "is an empty file" sh -c '[ -f plain/void.pgn ] && [ ! -s plain/void.pgn ]'
"$PGNPACK" --bcgn0 a.pgn -o zero.bcgn
status "BCGN 0" 0 "$PGNUNPACK" zero.bcgn -C plain
same "BCGN 0: its games" plain/zero.pgn a.pgn
status "several at once" 0 "$PGNUNPACK" good.bcgn zero.bcgn -C both
same "several at once: named" both/d/e/b.pgn b.pgn
same "several at once: nameless" both/zero.pgn a.pgn
status "-C -v" 0 "$PGNUNPACK" -v good.bcgn -C summed
says "-C -v sums up" "summed: 2 files, 5 games, [0-9]+ bytes"
status "-C and -o" 1 "$PGNUNPACK" good.bcgn -C x -o y
status "-C and -g" 1 "$PGNUNPACK" good.bcgn -C x -g 1
check "no temporary files" test -z "$(find . -name '.pgnpack-*')"

# Text without a name behind members: it is of none of them, whoever is asked.
cp good.bcgn behind.bcgn
some_games 6 731 >more.pgn
"$PGNPACK" -q --append=behind.bcgn <more.pgn
status "text without a name behind members" 0 "$PGNUNPACK" -q behind.bcgn -C behind
same "-C: a file of its own" behind/behind.pgn more.pgn
status "its members" 0 "$PGNUNPACK" -l behind.bcgn
check "-l: a member of its own" sh -c '[ "$(awk "\$1 == 6" out | grep -c "no name")" = 1 ]'
check "--member: none of it" sh -c '"$PGNUNPACK" -c --member=d/e/b.pgn behind.bcgn | cmp - behind/d/e/b.pgn'

# Line ends that changes put between files are of none of them: each comes back as it was packed.
mkdir ends again
printf '[Event "A"]\n\n1. e4 e5 1-0' >ends/none.pgn
printf '[Event "B"]\r\n\r\n1. d4 d5 1-0\r\n' >ends/one.pgn
printf '[Event "C"]\n\n1. c4 c5 1-0\n\n' >ends/two.pgn
printf '[Event "D"]\n\n1. f4 f5 1-0\n' >again/named.pgn
printf '[Event "E"]\n\n1. g4 g5 1-0\n' >ends/parted.pgn
"$PGNPACK" -q ends/none.pgn ends/one.pgn -o parted.bcgn
"$PGNPACK" -q --append=parted.bcgn ends/one.pgn ends/none.pgn ends/two.pgn again/named.pgn
"$PGNPACK" -q --append=parted.bcgn - <ends/parted.pgn
cp parted.bcgn compacted.bcgn
"$PGNDB" compact -q compacted.bcgn --forget
"$PGNPACK" -q --no-index parted.bcgn -o repacked.bcgn
"$PGNPACK" -q ends/two.pgn again/named.pgn -o first.bcgn
"$PGNDB" add -q first.bcgn parted.bcgn --dedupe
cat parted.bcgn first.bcgn >catted.bcgn
"$PGNDB" merge -q first.bcgn parted.bcgn -o merged.bcgn
for way in parted compacted repacked first catted merged; do
    status "$way: -C" 0 "$PGNUNPACK" -q "$way.bcgn" -C "$way"
    check "$way: the files as they were, and no others" sh -c 'sums() { for file; do md5sum <"$file"; done | sort -u; }
        sums ends/* again/* >wanted.sums && find "$0" -type f >paths && [ -s paths ] && sums $(cat paths) | cmp - wanted.sums' "$way"
    status "$way: -l" 0 "$PGNUNPACK" -l "$way.bcgn"
    check "$way: -l has just these" test "$(awk 'NR > 2' out | wc -l)" = "$(find "$way" -type f | wc -l)"
done

# Members.
mkdir -p m/one m/two
some_games 2 701 >m/one/x.pgn
some_games 3 711 >m/two/x.pgn
some_games 4 721 >m/two/y.pgn
"$PGNPACK" -r m -o m.bcgn
status "-l names the members" 0 "$PGNUNPACK" -l m.bcgn
check "with their games, below the database" sh -c '[ "$(awk "NR > 2 {print \$1, \$NF}" out | tr "\n" ,)" = "2 m/one/x.pgn,3 m/two/x.pgn,4 m/two/y.pgn," ]'
check "their sizes" sh -c 'awk -v t="$(stat -c %s m/two/y.pgn)" "\$NF == \"m/two/y.pgn\" && \$3 == t {found = 1} END {exit !found}" out'
status "-l --json has them, too" 0 "$PGNUNPACK" -l --json m.bcgn
check "in file_list" sh -c 'python3 -c "import json, sys
members = json.load(open(\"out\"))[0][\"file_list\"]
assert [(m[\"file\"], m[\"games\"]) for m in members] == [(\"m/one/x.pgn\", 2), (\"m/two/x.pgn\", 3), (\"m/two/y.pgn\", 4)]"'
"$PGNPACK" m/one/x.pgn -o lone.bcgn
status "-l of several" 0 "$PGNUNPACK" -l m.bcgn lone.bcgn
check "ends with their sum" sh -c 'tail -1 out | grep -Eq "^ +11 .* 2 files$"'
status "-l of one" 0 "$PGNUNPACK" -l lone.bcgn
check "has no sum, and no member without a name" test "$(wc -l <out)" = 2
member() { status "--member $*" 0 "$PGNUNPACK" m.bcgn --member "$@"; }
member m/two/x.pgn
same "--member: its bytes" out m/two/x.pgn
member y.pgn
same "--member: the last part of a name is enough" out m/two/y.pgn
member 'x.*'
cat m/one/x.pgn m/two/x.pgn >want
same "--member: a pattern" out want
member 'm/two/*'
cat m/two/x.pgn m/two/y.pgn >want
same "--member: a pattern with a folder" out want
member y.pgn --member m/one/x.pgn -o two.pgn
cat m/one/x.pgn m/two/y.pgn >want
same "--member twice, in the order of the database" two.pgn want
member y.pgn --tags-only
check "--member: only the tags" test "$(grep -c '^\[Round' out)" = 4
member 'm/two/*' -C laid
check "--member with -C lays out those" sh -c 'diff -r m/two laid/m/two && ! test -e laid/m/one'
status "--member: none" 1 "$PGNUNPACK" m.bcgn --member z.pgn
says "is an error" "m.bcgn: holds no file of that name; -l lists"
status "--member: none for -C" 1 "$PGNUNPACK" m.bcgn --member z.pgn -C laid
says "is an error, too" "m.bcgn: holds no file of that name; -l lists"
status "--member and -g" 1 "$PGNUNPACK" m.bcgn --member y.pgn -g 1
says "exclude each other" "exclude each other"
finish
