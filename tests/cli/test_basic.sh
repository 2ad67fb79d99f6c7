# The ways in and out, and the names of outputs.
. "$(dirname "$0")/lib.sh"
some_games 20 >games.pgn
cp games.pgn original.pgn

status "pack to a named file" 0 "$PGNPACK" games.pgn -o a.bcgn
silent "nothing is said when all is well"
same "the input is kept" games.pgn original.pgn
status "unpack to a named file" 0 "$PGNUNPACK" a.bcgn -o a.pgn
same "games come back" a.pgn games.pgn
status "options may come first" 0 "$PGNPACK" -o b.bcgn games.pgn
same "the order of options does not matter" a.bcgn b.bcgn
status "a long option" 0 "$PGNPACK" games.pgn --output=c.bcgn
same "a long option does the same" a.bcgn c.bcgn

status "pack beside the input" 0 "$PGNPACK" games.pgn
same "games.pgn makes games.bcgn" games.bcgn a.bcgn
mkdir folder
cp a.bcgn folder/x.bcgn
status "unpack beside the input" 0 "$PGNUNPACK" folder/x.bcgn
same "folder/x.bcgn makes folder/x.pgn" folder/x.pgn games.pgn
for name in upper.PGN two.pgn.gz three.tar.gz.pgn.xz four.tgz; do cp games.pgn "$name"; done
for pair in upper.PGN:upper two.pgn.gz:two three.tar.gz.pgn.xz:three.tar.gz four.tgz:four; do
    status "pack ${pair%:*} without -o" 0 "$PGNPACK" "${pair%:*}"
    check "${pair%:*} makes ${pair#*:}.bcgn" sh -c '"$PGNUNPACK" -c "$0.bcgn" | cmp - games.pgn' "${pair#*:}"
done
cp games.pgn notes.txt
status "pack notes.txt without -o" 0 "$PGNPACK" notes.txt
check "notes.txt makes notes.txt.bcgn" sh -c '"$PGNUNPACK" -c notes.txt.bcgn | cmp - games.pgn'
cp games.pgn .pgn
status "a name that is only an ending" 0 "$PGNPACK" .pgn
check ".pgn makes .pgn.bcgn" sh -c '"$PGNUNPACK" -c .pgn.bcgn | cmp - games.pgn'
cp a.bcgn packed.dat
status "unpacking packed.dat needs -o" 1 "$PGNUNPACK" packed.dat
says "it says why" "packed.dat: the name does not end in .bcgn; .*-o FILE"
cp a.bcgn y.bcgn
cp a.bcgn z.bcgn
status "several inputs to pgnunpack" 0 "$PGNUNPACK" y.bcgn z.bcgn
same "each has its output (y)" y.pgn games.pgn
same "each has its output (z)" z.pgn games.pgn
rm y.pgn z.pgn
printf broken >broken.bcgn
status "one of several is broken" 2 "$PGNUNPACK" y.bcgn broken.bcgn z.bcgn
same "the others are unpacked" z.pgn games.pgn
absent "the broken one is not" broken.pgn

check "-c writes to standard output" sh -c '"$PGNPACK" -c games.pgn >s.bcgn'
same "-c makes the same" s.bcgn a.bcgn
check "-o - is standard output" sh -c '"$PGNPACK" games.pgn -o - >t.bcgn'
same "-o - makes the same" t.bcgn a.bcgn
check "from pipe to pipe" sh -c 'cat games.pgn | "$PGNPACK" | "$PGNUNPACK" | cat >u.pgn'
same "the pipe gives the games back" u.pgn games.pgn
check "- is standard input" sh -c '"$PGNPACK" - <games.pgn >v.bcgn'
same "- makes the same" v.bcgn a.bcgn
check "- with -o" sh -c '"$PGNPACK" - -o w.bcgn <games.pgn'
same "- with -o makes the same" w.bcgn a.bcgn
check "pgnunpack -c" sh -c '"$PGNUNPACK" -c a.bcgn >x.pgn'
same "pgnunpack -c makes the same" x.pgn games.pgn
check "pgnpack -d" sh -c '"$PGNPACK" -d a.bcgn -o d.pgn && "$PGNPACK" -dc a.bcgn >e.pgn && cmp d.pgn e.pgn'
same "pgnpack -d is pgnunpack" d.pgn games.pgn
check "standard input from its middle" sh -c '{ head -c 10 >/dev/null; "$PGNPACK" -c; } <games.pgn >/dev/null'

some_games 5 100 >more.pgn
cat games.pgn more.pgn >all.pgn
status "several inputs make one file" 0 "$PGNPACK" games.pgn more.pgn -o several.bcgn
status "their concatenation" 0 "$PGNPACK" all.pgn -o all.bcgn
check "has the same text" sh -c '"$PGNUNPACK" several.bcgn -o - | cmp - all.pgn'
printf '%s' "$(cat games.pgn)" >cut.pgn
status "an input without a last line end" 0 "$PGNPACK" --bcgn0 cut.pgn more.pgn -o joined.bcgn
"$PGNPACK" --bcgn0 all.pgn -o all0.bcgn
same "games do not run into each other in BCGN 0" joined.bcgn all0.bcgn
check "a file and standard input" sh -c '"$PGNPACK" games.pgn - -o mixed.bcgn <more.pgn'
check "a file and standard input make one file" sh -c '"$PGNUNPACK" mixed.bcgn -o - | cmp - all.pgn'
status "several packed inputs" 0 "$PGNUNPACK" a.bcgn a.bcgn -o twice.pgn
check "come out one after the other" sh -c 'cat games.pgn games.pgn | cmp - twice.pgn'

# Games of which half have moves that are not understood: told, for nobody finds them.
one() { printf '[Event "E"]\n\n1. e4 e5 2. %s3 *\n\n' "$1"; }
{ one Sf && one Nf; } >half.pgn
{ cat half.pgn && one Nf; } >third.pgn
one Lc4 >all.pgn
status "half of the games" 0 "$PGNPACK" half.pgn -o half.bcgn
says "... is told" "^pgnpack: half.bcgn: warning: 1 of 2 games with moves that are not understood [(]pieces are K, Q, R, B, N[)]: kept as text from there on, where no position is found; see pgndb check$"
status "all of them" 0 "$PGNPACK" -f all.pgn -o half.bcgn
says "... is told" "warning: 1 of 1 game with moves that are not understood"
status "a third of them" 0 "$PGNPACK" third.pgn -o third.bcgn
silent "... is not"
status "a third of them, -v" 0 "$PGNPACK" -v -f third.pgn -o third.bcgn
says "... is, with all else" "third.bcgn: 1 game with moves that are not understood, which are kept as text$"
status "half of them, -q" 0 "$PGNPACK" -q -f half.pgn -o half.bcgn
silent "... is not told"

# What has no game that can be found is told, once each, and comes back all the same.
echo 'Hello chess, and e4.' >prose.txt
seq 100000 >long.txt
printf '// a program\nint main() { return 0; }\n' >main.c
printf '\n\n' >blank.txt
for encoding in UTF-16 UTF-16LE UTF-16BE; do iconv -f UTF-8 -t $encoding games.pgn >$encoding.pgn; done
for name in prose.txt long.txt main.c blank.txt UTF-16.pgn UTF-16LE.pgn UTF-16BE.pgn; do
    status "$name is packed" 0 "$PGNPACK" $name -o text.bcgn -f
    says "... and that is told" "^pgnpack: $name: warning: has no game that can be searched, .*: packed as text"
    check "... once" test "$(wc -l <err)" = 1
    case $name in UTF*) says "... with the remedy" "iconv -f ${name%.pgn} -t UTF-8'" ;; esac
    check "... it comes back" sh -c '"$PGNUNPACK" -c text.bcgn | cmp - $0' $name
    status "... with -q" 0 "$PGNPACK" -q $name -o text.bcgn -f
    silent "... nothing is said"
    rm -f added.bcgn
    status "pgndb add $name" 0 "$PGNDB" add added.bcgn games.pgn $name
    says "... tells it too" "^pgndb: $name: warning: has no game that can be searched"
    check "... once" test "$(grep -c warning err)" = 1
done
printf '\n1. e4 e5 *\n' >moves.pgn
printf '[White "x"]\n' >tags.pgn
{ cat long.txt && echo && cat games.pgn; } >behind.pgn
for name in moves.pgn tags.pgn behind.pgn; do
    status "$name is PGN" 0 "$PGNPACK" $name -o text.bcgn -f
    silent "... nothing is said of it"
done
status "PGN that comes by and by" 0 sh -c '{ printf "["; sleep 0.2; printf "White \"x\"]\n\n1. e4 *\n"; } | "$PGNPACK" -o text.bcgn -f'
silent "... is PGN"
mkdir texts && for i in {1..30}; do echo "$i" >texts/$i.txt; done
status "an archive of texts" 0 sh -c 'tar cf texts.tar texts && "$PGNPACK" texts.tar -o text.bcgn -f'
check "... tells of twenty, and how many more" sh -c '[ "$(grep -c "packed as text" err)" = 20 ] && grep -q "10 more warnings about odd input" err'

: >empty.pgn
status "an empty input" 0 "$PGNPACK" empty.pgn
status "which unpacks" 0 "$PGNUNPACK" empty.bcgn -o empty1.pgn
same_empty "to nothing" empty1.pgn
status "an empty input, BCGN 0" 0 "$PGNPACK" -f --bcgn0 empty.pgn
check "makes a file of only a header" sh -c '[ "$(wc -c <empty.bcgn)" -eq 32 ]'
status "which unpacks" 0 "$PGNUNPACK" empty.bcgn -o empty2.pgn
same_empty "to nothing" empty2.pgn

for scheme in fixed index variable; do
    status "scheme $scheme" 0 "$PGNPACK" --bcgn0=$scheme games.pgn -o $scheme.bcgn
    status "unpack scheme $scheme" 0 "$PGNUNPACK" $scheme.bcgn -o $scheme.pgn
    same "scheme $scheme gives the games back" $scheme.pgn games.pgn
    status "scheme $scheme without headers" 0 "$PGNPACK" --bcgn0=$scheme --headerless games.pgn -o h.bcgn -f
    check "unpack it" sh -c '"$PGNUNPACK" h.bcgn -c | grep -c "^1. e4 e5" | grep -qx 20'
done
"$PGNPACK" --bcgn0 games.pgn -o default.bcgn
same "index is the default" index.bcgn default.bcgn
for pair in 0:fixed 1:index 2:variable; do
    status "scheme ${pair%:*}" 0 "$PGNPACK" --bcgn0="${pair%:*}" games.pgn -o n.bcgn -f
    same "scheme ${pair%:*} is ${pair#*:}" n.bcgn "${pair#*:}.bcgn"
done
check "schemes differ" sh -c '! cmp -s fixed.bcgn index.bcgn && ! cmp -s index.bcgn variable.bcgn'
sed 's/^\[ECO .*/&\n[Opening "Philidor"]/' games.pgn >tags.pgn
status "tags without a field of their own" 0 "$PGNPACK" --bcgn0 tags.pgn -o tags.bcgn
check "are kept" sh -c '"$PGNUNPACK" -c tags.bcgn | grep -c "Opening \"Philidor\"" | grep -qx 20'
status "--roster-only" 0 "$PGNPACK" --bcgn0 --roster-only tags.pgn -o roster.bcgn
silent "--roster-only is silent"
same "--roster-only drops them" roster.bcgn default.bcgn
no_leftovers "no temporary files"
finish
