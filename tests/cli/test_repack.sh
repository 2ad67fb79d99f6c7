# Packed files as inputs: packed anew at another level, with the names and boundaries of their files.
. "$(dirname "$0")/lib.sh"
some_games 30 >a.pgn
mkdir d
some_games 20 101 >d/b.pgn
cp d/b.pgn d/c.txt
: >d/empty.pgn
"$PGNPACK" -1 a.pgn
"$PGNPACK" -1 -r d -o d.bcgn

status "another level" 0 "$PGNPACK" -6 a.bcgn -o a6.bcgn
silent "nothing to say"
check "is the same as from the text" sh -c '"$PGNPACK" -6 -c a.pgn | cmp - a6.bcgn'
check "from a pipe to a pipe" sh -c '"$PGNPACK" -6 <a.bcgn | cmp - a6.bcgn'
status "a database of several files" 0 "$PGNPACK" -6 d.bcgn -o d6.bcgn
status "its files" 0 "$PGNUNPACK" d6.bcgn -C laid
check "are all there, with their names" diff -r d laid/d
"$PGNPACK" -6 -r d -o want.bcgn
same "it is the same as from the files" d6.bcgn want.bcgn
cat a.bcgn d.bcgn >joined.bcgn
status "databases that were joined" 0 "$PGNPACK" -3 joined.bcgn -o joined3.bcgn
check "their texts" sh -c '"$PGNUNPACK" -c joined3.bcgn | cmp - <("$PGNUNPACK" -c joined.bcgn)'
check "their names" test "$("$PGNUNPACK" -l --json joined3.bcgn | grep -c '"file": "d/')" = 3
status "with texts beside it" 0 "$PGNPACK" a.bcgn d/b.pgn -o two.bcgn
status "lays out" 0 "$PGNUNPACK" two.bcgn -C two
same "what had no name, under the database's" two/a.pgn a.pgn
same "the other" two/d/b.pgn d/b.pgn
cp a.bcgn packed.dat
status "of another name" 0 "$PGNPACK" d/b.pgn packed.dat -o dat.bcgn
check "is a file of its own" test "$("$PGNUNPACK" -l --json dat.bcgn | grep -c '"file": "packed.dat"')" = 1
gzip -k a.bcgn
status "a wrapped one" 0 "$PGNPACK" -6 a.bcgn.gz -o w.bcgn
same "is unwrapped" w.bcgn a6.bcgn
"$PGNPACK" --bcgn0 a.pgn -o zero.bcgn
status "BCGN 0" 0 "$PGNPACK" zero.bcgn -o one.bcgn
check "becomes BCGN 1" sh -c '"$PGNUNPACK" -c one.bcgn | cmp - <("$PGNUNPACK" -c zero.bcgn)'
cp d.bcgn gone.bcgn
status "--rm" 0 "$PGNPACK" --rm -9 gone.bcgn -o new.bcgn
absent "takes the old one away, since names are in the new one" gone.bcgn
check "which is whole" sh -c '"$PGNUNPACK" -c new.bcgn | cmp - <("$PGNUNPACK" -c d.bcgn)'

# Refused.
status "beside itself" 1 "$PGNPACK" -9 a.bcgn
says "the remedy" "a.bcgn: already packed; -o FILE repacks it"
status "into itself" 1 "$PGNPACK" -f -9 a.bcgn -o a.bcgn
says "is refused" "is an input too"
head -c 700 d.bcgn >cut.bcgn
status "a damaged one" 2 "$PGNPACK" cut.bcgn -o no.bcgn
absent "makes no output" no.bcgn
status "--no-unwrap" 0 "$PGNPACK" --no-unwrap a.bcgn -o asis.bcgn
check "packs it as it is" sh -c '"$PGNUNPACK" -c asis.bcgn | cmp - a.bcgn'
finish
