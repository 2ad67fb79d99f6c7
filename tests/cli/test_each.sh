# An output for each input: names there and back, times, folders, failures of one.
. "$(dirname "$0")/lib.sh"
some_games 2 >two.pgn
some_games 3 10 >three.pgn
gzip <three.pgn >four.pgn.gz

# Several inputs.
status "several inputs without -o" 0 "$PGNPACK" two.pgn three.pgn four.pgn.gz
silent "there is nothing to say"
for name in two three four; do
    check "$name.bcgn" sh -c '"$PGNUNPACK" -c "$0.bcgn" >"$0.out"' "$name"
done
same "the first holds the first" two.out two.pgn
same "the second holds the second" three.out three.pgn
same "the third is unwrapped" four.out three.pgn
check "they have no names inside, as what is packed alone" sh -c '"$PGNPACK" -c two.pgn | cmp - two.bcgn'
rm ./*.bcgn
check "find and xargs" sh -c 'find . -name "t*.pgn" -print0 | xargs -0 "$PGNPACK" && cmp two.bcgn <("$PGNPACK" -c two.pgn)'
status "-c joins" 0 sh -c '"$PGNPACK" -c two.pgn three.pgn >joined.bcgn && "$PGNUNPACK" -c joined.bcgn >joined.out'
cat two.pgn three.pgn >both.pgn
same "all there" joined.out both.pgn

# One fails, the others do not.
rm ./*.bcgn
status "one of several is not there" 1 "$PGNPACK" two.pgn absent.pgn three.pgn
says "which one" "absent.pgn: No such file"
check "the others are packed" sh -c 'test -s two.bcgn && test -s three.bcgn && ! test -e absent.bcgn'
status "one of several exists" 1 "$PGNPACK" two.pgn four.pgn.gz
says "it is named" "two.bcgn: exists"
check "the other is packed" test -s four.bcgn
cp three.pgn four.pgn
status "two inputs, one name" 1 "$PGNPACK" -f four.pgn four.pgn.gz
says "what to do" "four.bcgn: is the output of an input before; name this one with -o FILE"
check "the first stays" sh -c '"$PGNUNPACK" -c four.bcgn | cmp - three.pgn'
rm two.bcgn three.bcgn
status "--rm of several" 0 "$PGNPACK" --rm two.pgn three.pgn
absent "each was removed" two.pgn three.pgn
status "--rm back" 0 "$PGNUNPACK" --rm two.bcgn three.bcgn
absent "each was removed, too" two.bcgn three.bcgn
same "the first is back" two.pgn two.out

# Names that do not end in .pgn.
for name in .pgn games.txt TWIC.PGN noend a.b.c two.pgn.bak; do
    cp two.pgn "$name"
    "$PGNPACK" -q --rm "$name" || fail "packing $name"
    absent "$name: is packed" "$name"
    packed=$name.bcgn
    if [ "$name" = TWIC.PGN ]; then packed=TWIC.bcgn; fi
    status "$name: unpacks" 0 "$PGNUNPACK" --rm "$packed"
    silent "$name: nothing to say"
    absent "$name: its packed file is removed, since its name is back" "$packed"
    same "$name: is back" "$name" two.pgn
done
cp two.pgn not.tgz
status "a wrapper by its name only" 0 "$PGNPACK" not.tgz
rm not.tgz
status "unpacks" 0 "$PGNUNPACK" not.bcgn
same "under its name" not.tgz two.pgn
cp two.pgn games.dat
gzip -k games.dat
status "a wrapped one" 0 "$PGNPACK" games.dat.gz
rm games.dat
status "unpacks" 0 "$PGNUNPACK" games.dat.bcgn
same "without the wrapper" games.dat two.pgn
"$PGNPACK" -qf games.txt
mv games.txt.bcgn other.bcgn
status "renamed" 0 "$PGNUNPACK" other.bcgn
same "the new name counts, and the old ending" other.txt two.pgn
"$PGNPACK" -q TWIC.PGN -o x.bcgn
status "named with -o" 0 "$PGNUNPACK" x.bcgn
same "the same" x.PGN two.pgn
rm x.PGN
status "-o wins" 0 "$PGNUNPACK" x.bcgn -o y.pgn
same "there it is" y.pgn two.pgn
check "-l -v shows it" sh -c '"$PGNUNPACK" -lv x.bcgn | grep -q "TWIC.PGN"'
status "an ending that is none" 0 sh -c 'cp two.pgn "odd.e f" && "$PGNPACK" "odd.e f" -o odd.bcgn && "$PGNUNPACK" odd.bcgn'
same "is not made up" odd two.pgn

cp two.pgn ./-
check "standard input has no name, also where a file is called -" sh -c '"$PGNPACK" -o std.bcgn - <two.pgn && "$PGNPACK" -c two.pgn | cmp - std.bcgn'
rm ./-

# Times, as zstd keeps them.
touch -d '2001-02-03 04:05:06.789 UTC' two.pgn
status "a file with a time" 0 "$PGNPACK" two.pgn
check "its packed file has the time" test "$(stat -c %y two.pgn)" = "$(stat -c %y two.bcgn)"
rm two.pgn
status "and back" 0 "$PGNUNPACK" two.bcgn
check "the file has it again" test "$(stat -c %y two.pgn)" = "$(stat -c %y two.bcgn)"
status "several in one" 0 "$PGNPACK" two.pgn three.pgn -o sum.bcgn
check "have no common time" test "$(stat -c %Y sum.bcgn)" -gt "$(stat -c %Y two.pgn)"

# Folders.
mkdir -p folder/inside
cp two.pgn folder/a.pgn
cp three.pgn folder/inside/B.PGN
gzip <two.pgn >folder/inside/c.pgn.gz
cp two.pgn folder/notes.txt
status "a folder without -r" 1 "$PGNPACK" folder
says "what to do" "folder: Is a directory; give the files in it, or -r"
status "-r without -o" 0 "$PGNPACK" -r folder
check "packs each .pgn beside itself" sh -c 'cmp folder/a.bcgn <("$PGNPACK" -c two.pgn) && test -s folder/inside/B.bcgn && test -s folder/inside/c.bcgn'
absent "and leaves others alone" folder/notes.bcgn folder/notes.txt.bcgn
status "again" 1 "$PGNPACK" -r folder
says "nothing is replaced" "a.bcgn: exists"
status "-f replaces" 0 "$PGNPACK" -rf folder
rm -r folder/*.bcgn folder/inside/*.bcgn
status "-r with -o" 0 "$PGNPACK" -r folder -o folder.bcgn
check "takes all files" sh -c 'mkdir laid && "$PGNUNPACK" -C laid folder.bcgn && diff -r folder/notes.txt laid/folder/notes.txt'

# What is no BCGN file is told by what is in it.
status "a PGN file is unpacked" 2 "$PGNUNPACK" two.pgn
says "it is none" "two.pgn: is no BCGN file"
cp two.bcgn packed.dat
status "a packed file of another name" 1 "$PGNUNPACK" packed.dat
says "what to do" "packed.dat: the name does not end in .bcgn; .*-o FILE"
finish
