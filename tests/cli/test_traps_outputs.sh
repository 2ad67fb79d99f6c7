# No task writes to what it reads: the output is held against all inputs by what file it is, not by its name.
. "$(dirname "$0")/lib.sh"

some_games 8 >a.pgn
some_games 8 9 >b.pgn
"$PGNPACK" -qq a.pgn -o a.bcgn
"$PGNPACK" -qq b.pgn -o b.bcgn
cp a.bcgn d.data # by its name no database, so that tables may go there
mkdir inner
printf 'b.bcgn\n' >list.txt
printf '1\n3\t0\n' >games.txt
mkdir folder folder/below
cp a.pgn folder/f.pgn
cp a.bcgn folder/below/f.bcgn
for file in a.pgn b.pgn a.bcgn b.bcgn d.data list.txt games.txt folder/f.pgn folder/below/f.bcgn; do
    ln -s "../$file" "inner/link-${file##*/}"
    ln "$file" "inner/hard-${file##*/}"
done
sha256sum a.pgn b.pgn a.bcgn b.bcgn d.data list.txt games.txt folder/f.pgn folder/below/f.bcgn >before

# ways FILE: names of the same file. Descriptor 7 is open for it, too.
ways() {
    echo "$1" "./$1" "inner/../$1" "$PWD/$1" "inner/link-${1##*/}" "inner/hard-${1##*/}"
    [ -e /proc/self/fd/0 ] && echo /proc/self/fd/7 /dev/fd/7
}

# refused NAME COMMAND...: with status 1 and a word about the input, in bounded room; no input is changed
refused() {
    local name=$1
    shift
    status "trap 2: $name" 1 timeout 60 sh -c 'ulimit -f 20480; "$@" </dev/null' sh "$@"
    says "trap 2: ... with the reason" "is an input too"
    check "trap 2: ... and nothing is changed" sha256sum -c --quiet before
}

# Each line: a task, its output OUT and its inputs: OUT is replaced by each name of that which comes behind the bar.
while IFS='|' read -r task file; do
    exec 7<>$file
    for way in $(ways $file); do
        eval "refused \"$task, $file as ${way/$PWD/PWD}\" ${task//OUT/$way}"
    done
    exec 7>&-
done << 'END'
"$PGNPACK" -f --bcgn0 a.pgn -o OUT|a.pgn
"$PGNPACK" -f --filelist=list.txt -o OUT|list.txt
"$PGNPACK" -f --filelist=list.txt -o OUT|b.bcgn
"$PGNPACK" -f -r folder -o OUT|folder/f.pgn
"$PGNPACK" -f -r folder -o OUT|folder/below/f.bcgn
"$PGNPACK" --append=OUT b.bcgn folder/below/f.bcgn|folder/below/f.bcgn
"$PGNDB" compact -f a.bcgn --forget -o OUT|a.bcgn
"$PGNDB" compact -f a.bcgn --forget -9 -o OUT|a.bcgn
"$PGNDB" dedupe -f a.bcgn b.bcgn --report=OUT|a.bcgn
"$PGNDB" add -f a.bcgn b.pgn --dedupe --report=OUT|a.bcgn
"$PGNDB" add -f a.bcgn b.pgn --dedupe --dry-run --report=OUT|b.pgn
"$PGNUNPACK" -f -r folder -o OUT|folder/below/f.bcgn
"$PGNUNPACK" -f -g @games.txt a.bcgn -o OUT|games.txt
"$PGNUNPACK" -f --filelist=list.txt -o OUT|list.txt
"$PGNUNPACK" -f --tags-only a.bcgn b.bcgn -o OUT|b.bcgn
"$PGNUNPACK" -f --shard=1/2 a.bcgn -o OUT|a.bcgn
"$PGNUNPACK" -f --skip=1 a.bcgn -o OUT|a.bcgn
"$PGNUNPACK" -f --member='*' a.bcgn -o OUT|a.bcgn
"$PGNFIND" -f --filelist=list.txt -o OUT|list.txt
"$PGNFIND" -f --filelist=list.txt -o OUT|b.bcgn
"$PGNFIND" -f -r folder -o OUT|folder/below/f.bcgn
"$PGNFIND" -f --sort=white --mark --export a.bcgn d.data -o OUT|d.data
"$PGNFIND" -f --stats d.data -o OUT|d.data
"$PGNFIND" -f --tree=e4 --html d.data -o OUT|d.data
"$PGNFIND" -f --ids d.data -o OUT|d.data
"$PGNPACK" -f a.pgn b.pgn -o OUT|a.pgn
"$PGNPACK" -f a.pgn b.pgn -o OUT|b.pgn
"$PGNPACK" -f a.bcgn b.pgn -o OUT|a.bcgn
"$PGNPACK" --append=OUT a.bcgn|a.bcgn
"$PGNPACK" --append=OUT a.pgn b.bcgn a.bcgn|a.bcgn
"$PGNPACK" --append=a.bcgn b.bcgn OUT|a.bcgn
"$PGNDB" add OUT b.bcgn --dedupe|b.bcgn
"$PGNDB" add OUT b.bcgn --where plies=1-|b.bcgn
"$PGNDB" merge -f a.bcgn b.bcgn -o OUT|a.bcgn
"$PGNDB" merge -f a.bcgn b.bcgn -o OUT|b.bcgn
"$PGNDB" sort -f a.bcgn date -o OUT|a.bcgn
"$PGNDB" dedupe -f a.bcgn b.bcgn --dry-run --report=OUT|b.bcgn
"$PGNDB" names -f a.bcgn -o OUT|a.bcgn
"$PGNUNPACK" -f a.bcgn b.bcgn -o OUT|b.bcgn
"$PGNUNPACK" -f --salvage a.bcgn -o OUT|a.bcgn
"$PGNUNPACK" -f -g 1 a.bcgn -o OUT|a.bcgn
"$PGNUNPACK" -f --csv=White a.bcgn -o OUT|a.bcgn
"$PGNUNPACK" -f --json a.bcgn b.bcgn -o OUT|b.bcgn
"$PGNUNPACK" -f -l --html a.bcgn -o OUT|a.bcgn
"$PGNFIND" -f --plies 1- a.bcgn b.bcgn -o OUT|a.bcgn
"$PGNFIND" -f --plies 1- a.bcgn b.bcgn -o OUT|b.bcgn
"$PGNFIND" -f --csv=White --plies 1- d.data -o OUT|d.data
"$PGNFIND" -f --tree=e4 a.bcgn d.data -o OUT|d.data
"$PGNFIND" -f --names '*' d.data -o OUT|d.data
END

# Standard output is one of them.
while IFS='|' read -r task file; do
    refused "$task >>$file" bash -c "$task >>$file"
    refused "$task 1<>$file" bash -c "$task 1<>$file"
done << 'END'
"$PGNPACK" -c a.pgn b.pgn|b.pgn
"$PGNPACK" -c - <a.pgn|a.pgn
"$PGNDB" merge a.bcgn -o -|a.bcgn
"$PGNDB" dedupe a.bcgn b.bcgn --dry-run --report=-|b.bcgn
"$PGNDB" add a.bcgn b.pgn --dedupe --report=-|a.bcgn
"$PGNDB" names a.bcgn|a.bcgn
"$PGNDB" log a.bcgn b.bcgn|b.bcgn
"$PGNUNPACK" -l a.bcgn b.bcgn|b.bcgn
"$PGNUNPACK" -l -v a.bcgn|a.bcgn
"$PGNUNPACK" -l --json a.bcgn|a.bcgn
"$PGNUNPACK" -l --html a.bcgn|a.bcgn
"$PGNUNPACK" --count a.bcgn|a.bcgn
"$PGNUNPACK" -c a.bcgn|a.bcgn
"$PGNUNPACK" --salvage -c <a.bcgn|a.bcgn
"$PGNUNPACK" -g 1 a.bcgn|a.bcgn
"$PGNUNPACK" -c -g @games.txt a.bcgn|games.txt
"$PGNUNPACK" --csv a.bcgn|a.bcgn
"$PGNFIND" a.bcgn b.bcgn|b.bcgn
"$PGNFIND" -c <a.bcgn|a.bcgn
"$PGNFIND" --tree a.bcgn|a.bcgn
"$PGNFIND" -c --filelist=list.txt|list.txt
END

# Of a folder that is laid out, a file is an input.
mkdir laid
cp a.pgn laid/whole.bcgn
(cd laid && "$PGNPACK" -qq -r . -o ../whole.new && mv ../whole.new whole.bcgn)
cp laid/whole.bcgn kept
refused 'laid out over itself' "$PGNUNPACK" -f laid/whole.bcgn -C laid
same 'trap 2: ... and it is as it was' kept laid/whole.bcgn

# The output's name follows from that of one input, and is another input.
ln b.bcgn c.bcgn
cp a.pgn c.pgn
refused 'packed under the name of another input' "$PGNPACK" -f c.pgn c.bcgn
refused 'unpacked under the name of another input' "$PGNUNPACK" -f a.bcgn a.pgn
refused 'a database that is not there yet is its own input' "$PGNPACK" --append=new.bcgn a.bcgn new.bcgn
absent 'trap 2: ... and is not there' new.bcgn
refused 'a part of what is split is an input' sh -c 'ln -s a.bcgn x-2021.bcgn; "$PGNDB" split -f a.bcgn date -o x'
ln a.bcgn b.bcgn.idx
refused 'an index beside a database, which is another input' "$PGNFIND" --index b.bcgn b.bcgn.idx

# What is no input may be written, beside them and over something else.
status 'trap 2: a database that is no input is made' 0 "$PGNPACK" -qq --append=new.bcgn a.bcgn
status 'trap 2: ... and added to' 0 "$PGNPACK" -qq --append=new.bcgn b.bcgn
"$PGNUNPACK" -c a.bcgn b.bcgn >wanted
"$PGNUNPACK" -c new.bcgn >got
same 'trap 2: ... and has both' wanted got
finish
