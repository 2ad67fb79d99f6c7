# --rm: an input goes only when its output is on the disk and was read back.
. "$(dirname "$0")/lib.sh"
some_games 50 >games.pgn
some_games 5 100 >more.pgn
there() { check "$1" test -f "$2"; }

cp games.pgn a.pgn
status "pack --rm" 0 "$PGNPACK" --rm a.pgn
absent "the input is gone" a.pgn
there "the output is there" a.bcgn
status "unpack --rm" 0 "$PGNUNPACK" --rm a.bcgn
absent "the packed file is gone" a.bcgn
same "and the text is back" a.pgn games.pgn
gzip -k a.pgn
status "--rm of a compressed file" 0 "$PGNPACK" --rm a.pgn.gz
absent "takes it" a.pgn.gz
cp more.pgn b.pgn
status "--rm of several" 0 "$PGNPACK" --rm a.pgn b.pgn -o ab.bcgn
absent "takes all" a.pgn b.pgn
check "and keeps all texts" sh -c 'cat games.pgn more.pgn >want && "$PGNUNPACK" -c ab.bcgn | cmp - want'
"$PGNPACK" games.pgn -o c.bcgn
"$PGNPACK" more.pgn -o d.bcgn
status "unpack --rm of several" 0 "$PGNUNPACK" --rm c.bcgn d.bcgn
absent "takes both" c.bcgn d.bcgn
same "and gives the texts" c.pgn games.pgn
cp "$PGNPACK" binary
status "--rm of other bytes" 0 "$PGNPACK" --rm -B 50K binary
absent "takes them too" binary
check "and they come back" sh -c '"$PGNUNPACK" -c binary.bcgn | cmp - "$PGNPACK"'

# When it does not.
cp games.pgn a.pgn
status "without --rm" 0 "$PGNPACK" -f a.pgn
there "the input stays" a.pgn
status "--rm and an output that exists" 1 "$PGNPACK" --rm a.pgn
there "the input stays then" a.pgn
status "--rm and a full disk" 1 "$PGNPACK" --rm a.pgn -o /dev/full
there "the input stays then too" a.pgn
status "--rm and no file as output" 1 "$PGNPACK" --rm a.pgn -o /dev/null
says "it says why" "/dev/null: is no regular file"
there "and the input stays" a.pgn
for options in -c '-o -'; do
    status "--rm $options" 1 "$PGNPACK" --rm $options a.pgn
    there "--rm $options: the input stays" a.pgn
done
status "--rm and standard input" 1 sh -c '"$PGNPACK" --rm -o x.bcgn <a.pgn'
status "--rm --bcgn0" 1 "$PGNPACK" --rm --bcgn0 -f a.pgn
"$PGNPACK" -f a.pgn -o a.bcgn
for options in '-C laid' -t -l '-g 1' --salvage; do
    status "--rm $options" 1 "$PGNUNPACK" --rm $options a.bcgn
    there "--rm $options: the input stays" a.bcgn
done
python3 -c 'data = bytearray(open("a.bcgn", "rb").read()); data[len(data) // 2] ^= 1; open("bad.bcgn", "wb").write(data)'
status "--rm and a damaged input" 2 "$PGNUNPACK" --rm bad.bcgn
there "a damaged input stays" bad.bcgn
cp a.pgn e.pgn
status "--rm and one of several missing" 1 "$PGNPACK" --rm e.pgn nowhere.pgn -o e.bcgn
there "the other stays" e.pgn
python3 "$tools/make_archive.py" tar-ustar games.tar e.pgn more.pgn
status "--rm of an archive" 0 "$PGNPACK" --rm games.tar
there "an archive stays" games.tar
says "it says why" "games.tar: warning: not removed: it holds files with names"
"$PGNPACK" more.pgn -o m.bcgn
python3 "$tools/make_archive.py" tar-ustar m.bcgn.tar m.bcgn
status "unpack --rm of an archive" 0 "$PGNUNPACK" --rm m.bcgn.tar
there "an archive of packed files stays" m.bcgn.tar
same "and is unpacked" m.pgn more.pgn
"$PGNPACK" games.tar -o named.bcgn
"$PGNPACK" more.pgn -o plain.bcgn
status "unpack --rm of named files, and of one text" 0 "$PGNUNPACK" --rm named.bcgn plain.bcgn
there "a packed file of named files stays" named.bcgn
says "it says why" "named.bcgn: warning: not removed: it holds files with names"
absent "the one behind it goes" plain.bcgn
ln -s e.pgn link.pgn
status "--rm of a link" 0 "$PGNPACK" --rm link.pgn
check "a link stays" test -L link.pgn
there "and what it leads to" e.pgn
# An input that grows while it is read: the program waits at a pipe behind it.
mkfifo pipe
"$PGNPACK" --rm e.pgn pipe -o grown.bcgn 2>grown.err &
exec 9>pipe # waits until the program has come to the pipe
printf '\n\n1. e4 *\n' >>e.pgn
exec 9>&-
wait
there "an input that changed meanwhile stays" e.pgn
check "it says why" grep -q "e.pgn: warning: not removed" grown.err
no_leftovers "no temporary files"
finish
