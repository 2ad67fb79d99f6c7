# One program changes a database at a time: neither a change nor a new file in its place makes what another one commits vanish.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1000000000
some_games 20 >a.pgn
some_games 20 21 >b.pgn
some_games 20 41 >c.pgn
cat a.pgn b.pgn >ab.pgn
"$PGNPACK" a.pgn -o first.bcgn
"$PGNPACK" b.pgn -o second.bcgn
printf 'Nobody = Somebody\n' >names

# begin COMMAND...: it runs, with "pipe" as an input, up to where it wants to read that: what it locks is locked by then.
begin() {
    rm -f pipe && mkfifo pipe
    "$@" >begun.out 2>begun.err &
    begun=$!
    exec 9>pipe
}

# end NAME STATUS FILE: the command gets the file's text, and ends so.
end() {
    local got=0
    cat "$3" >&9
    exec 9>&-
    wait $begun || got=$?
    if [ $got -eq "$2" ]; then ok "$1"; else fail "$1 (status $got, not $2: $(cat begun.err))"; fi
}

# has NAME FILE TEXT
has() { check "$1" sh -c '"$PGNUNPACK" -c "$1" | cmp - "$2"' sh "$2" "$3"; }

# ---- Another program changes the database ----

replaces() {
    local name=$1 output=$2
    shift 2
    cp first.bcgn "$output"
    begin "$PGNPACK" -q --append="$output" pipe
    status "$name over a database that is being changed" 1 "$@"
    says "$name: the cause" "$output: another program is changing it"
    end "$name: the change goes on" 0 b.pgn
    has "$name: nothing is lost" "$output" ab.pgn
    status "$name, when that is done" 0 "$@"
    check "$name: another file is there then" sh -c '! "$PGNUNPACK" -c "$1" 2>err | cmp -s - ab.pgn' sh "$output"
    rm -f "$output"
}
replaces "packing" x.bcgn "$PGNPACK" -f b.pgn -o x.bcgn
replaces "merging" x.bcgn "$PGNDB" merge -f second.bcgn first.bcgn -o x.bcgn
replaces "sorting" x.bcgn "$PGNDB" sort -f second.bcgn date --reverse -o x.bcgn
replaces "splitting" x-0001.bcgn "$PGNDB" split -f second.bcgn 100 -o x
replaces "compacting" x.bcgn "$PGNDB" compact -f second.bcgn --forget -9 -o x.bcgn
replaces "suggesting names" x.bcgn "$PGNDB" names -f second.bcgn -o x.bcgn
replaces "reporting" x.bcgn "$PGNDB" dedupe -f second.bcgn --dry-run --report=x.bcgn
replaces "finding" x.bcgn "$PGNFIND" -f --player=Grey first.bcgn -o x.bcgn
replaces "unpacking" x.bcgn "$PGNUNPACK" -f second.bcgn -o x.bcgn
replaces "unpacking some" x.bcgn "$PGNUNPACK" -f -g 2 second.bcgn -o x.bcgn
replaces "listing" x.bcgn "$PGNUNPACK" -f -l --html second.bcgn -o x.bcgn
no_leftovers "nothing else is left"

cp first.bcgn x.bcgn
begin "$PGNPACK" -q --append=x.bcgn pipe
ln -s x.bcgn link.bcgn
status "over a link to it" 1 "$PGNPACK" -f c.pgn -o link.bcgn
"$PGNPACK" -f --wait=100 c.pgn -o x.bcgn 2>waiting.err 9>&- &
waiting=$!
end "waiting: the change goes on" 0 b.pgn
check "waiting: it is done then" wait $waiting
has "waiting: the new file" x.bcgn c.pgn

cp first.bcgn x.bcgn
begin "$PGNPACK" -q --append=x.bcgn pipe
"$PGNFIND" -q -f --wait=100 --plies=0- second.bcgn -o x.bcgn 2>waiting.err 9>&- &
waiting=$!
end "pgnfind waits: the change goes on" 0 b.pgn
check "pgnfind waits: it is done then" wait $waiting
check "pgnfind waits: the new file" sh -c '[ "$("$PGNUNPACK" --count x.bcgn)" = 20 ]'
status "pgnfind waits for nonsense" 1 "$PGNFIND" --wait=x first.bcgn

cp a.pgn text.bcgn
status "a text that has such a name" 0 "$PGNPACK" -f b.pgn -o text.bcgn
has "a text that has such a name is replaced" text.bcgn b.pgn

# ---- Another program replaces the database ----

cp first.bcgn x.bcgn
begin "$PGNPACK" -q -f pipe -o x.bcgn
status "a database that is to be replaced" 1 "$PGNPACK" --append=x.bcgn b.pgn
says "a database that is to be replaced: the cause" "x.bcgn: another program is changing it"
status "the same, deleting" 1 "$PGNDB" delete x.bcgn -g 1
status "the same, compacting" 1 "$PGNDB" compact x.bcgn --forget
status "the same, replacing" 1 "$PGNPACK" -f a.pgn -o x.bcgn
has "a database that is to be replaced can be read" x.bcgn a.pgn
"$PGNPACK" -q --wait=100 --append=x.bcgn b.pgn 2>waiting.err 9>&- &
waiting=$!
end "replacing goes on" 0 c.pgn
check "the change that waited is made" wait $waiting
cat c.pgn b.pgn >cb.pgn
has "in the new file" x.bcgn cb.pgn

begin "$PGNPACK" -q -f pipe nothing.pgn -o x.bcgn
end "replacing fails" 1 c.pgn
status "then the old file is free again" 0 "$PGNPACK" -q --append=x.bcgn a.pgn
cat cb.pgn a.pgn >cba.pgn
has "and changes" x.bcgn cba.pgn

# A database that was not there when the output was begun.
rm -f x.bcgn
begin "$PGNPACK" -q -f pipe -o x.bcgn
"$PGNPACK" -q --append=x.bcgn a.pgn
if command -v flock >/dev/null; then
    flock x.bcgn sh -c 'touch held; while [ ! -e go ]; do sleep 0.02; done' 9>&- &
    while [ ! -e held ]; do sleep 0.02; done
    end "a database that came meanwhile, and is being changed" 1 c.pgn
    has "stays" x.bcgn a.pgn
    touch go
    wait
else
    end "a database that came meanwhile" 0 c.pgn
fi

# ---- One new database, made by two ----

for i in 1 2 3 4 5; do
    rm -f new.bcgn
    check "three programs make one database: $i" sh -c 'for one in a b c; do
            { "$PGNPACK" -q --wait=100 --append=new.bcgn $one.pgn || touch failed; } &
        done; wait; [ ! -e failed ]'
    check "three programs make one database: nothing is lost: $i" sh -c '[ "$("$PGNUNPACK" --count new.bcgn)" = 60 ]'
done

rm -f new.bcgn
begin "$PGNPACK" -q --append=new.bcgn pipe
status "one that another program has just made" 1 "$PGNPACK" --append=new.bcgn b.pgn
says "one that another program has just made: the cause" "new.bcgn: another program is changing it"
end "which goes on" 0 a.pgn
has "with all that it has" new.bcgn a.pgn

rm -f new.bcgn
begin "$PGNPACK" -q --append=new.bcgn pipe nothing.pgn
"$PGNPACK" -q --wait=100 --append=new.bcgn b.pgn 2>waiting.err 9>&- &
waiting=$!
end "one that was made, and nothing came of it" 1 a.pgn
check "is made by the one who waited" wait $waiting
has "with what that one has" new.bcgn b.pgn
status "a new one from nothing" 0 "$PGNPACK" -q --append=empty.bcgn /dev/null
check "has no games" sh -c '[ "$("$PGNUNPACK" --count empty.bcgn)" = 0 ]'
status "a new one in no folder" 1 "$PGNPACK" -q --append=none/new.bcgn a.pgn
says "a new one in no folder: the cause" "none/new.bcgn: .*No such file"

# ---- Only looking ----

head -c $(($(wc -c <first.bcgn) - 5)) first.bcgn >torn
cat first.bcgn torn >x.bcgn
being_made x.bcgn "$(wc -c <first.bcgn)"
cp x.bcgn before.bcgn
status "a dry run of a database with a torn end" 0 "$PGNDB" set x.bcgn Annotator=me --dry-run --all
same "changes nothing" x.bcgn before.bcgn
cp first.bcgn x.bcgn
begin "$PGNPACK" -q --append=x.bcgn pipe
status "a dry run of set needs no lock" 0 "$PGNDB" set x.bcgn Annotator=me --dry-run --all
says "and says what it would do" "20 of 20 games would be changed"
status "a dry run of rename needs no lock" 0 "$PGNDB" rename x.bcgn names --dry-run
status "a dry run of dedupe needs no lock" 0 "$PGNDB" dedupe x.bcgn --dry-run
status "a dry run of delete needs no lock" 0 "$PGNDB" delete x.bcgn -g 1-3 --dry-run
says "a dry run of delete says what it would do" "3 games would be deleted: 17 of 20"
status "the log needs no lock" 0 "$PGNDB" log x.bcgn
end "after all of which the change is made" 0 b.pgn
has "as a whole" x.bcgn ab.pgn
status "a dry run of what is not there" 1 "$PGNDB" set nowhere.bcgn Annotator=me --dry-run --all
no_leftovers "nothing else is left"
finish
