# Files as a version 1.1 of the format may write them (docs/FORMAT.md, chapter 28): read, and where that is allowed changed, as those of 1.0.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null && command -v zstd >/dev/null || { echo "skip $test_name: there is no python3, or no zstd"; finish; }
export SOURCE_DATE_EPOCH=1700000000
data=$tools/../../data

"$PGNPACK" -q -3 -B 16K "$data/classics.pgn" -o one.bcgn
"$PGNPACK" -q -5 --index "$data/annotated.pgn" -o five.bcgn
cp one.bcgn several.bcgn
head -c 3000 "$data/clocked.pgn" >more.pgn
check 'a database of several segments' sh -c '"$PGNDB" add -q several.bcgn more.pgn && "$PGNDB" delete -q several.bcgn -g 3,5 &&
    "$PGNDB" set -q several.bcgn -g 7 Annotator=me'
check '... of which there are several' test "$("$PGNUNPACK" -l several.bcgn | grep -c segment)" -gt 0

# as_before NEWER OLD: whatever reads gives the same of both.
as_before() {
    local newer=$1 old=$2 question
    for question in '"$PGNUNPACK" -qc FILE' 'cat FILE | "$PGNUNPACK" -q' '"$PGNUNPACK" -q --salvage -c FILE' '"$PGNUNPACK" -q --with-deleted -c FILE' \
        '"$PGNUNPACK" -q --tags-only -c FILE' '"$PGNUNPACK" -q -g 2,7 -c FILE' '"$PGNFIND" -c --player=e FILE' '"$PGNFIND" --csv --moves=e4 FILE' \
        '"$PGNFIND" --tree FILE' '"$PGNFIND" -c --attack "N > k q" FILE' '"$PGNFIND" --csv=Date,Move,FEN --material "Q0 q0" FILE' \
        '"$PGNFIND" --table=Year,Result FILE' '"$PGNDB" check FILE | grep checked' '"$PGNDB" dedupe --dry-run FILE' \
        '"$tools/../format/bcgn1.py" FILE'; do
        sh -c "${question//FILE/$old}" >wanted 2>&1
        sh -c "${question//FILE/$newer}" >given 2>&1
        sed -i "s/$newer/$old/g" given
        same "$newer: ${question//FILE/}" given wanted
    done
    status "$newer: is tested" 0 "$PGNUNPACK" -t "$newer"
}

# changed_as_before NEWER OLD: changes leave the same texts, and the file is whole.
changed_as_before() {
    local change
    cp "$1" newer.bcgn
    cp "$2" older.bcgn
    for change in 'add DB more.pgn' 'delete DB -g 2,4-6' 'set DB -g 1 Annotator=you' 'undo DB last' 'dedupe DB' 'compact DB' 'compact -5 DB'; do
        status "$1: pgndb $change" 0 sh -c "\"\$PGNDB\" ${change/DB/newer.bcgn}"
        "$PGNDB" ${change/DB/older.bcgn} >/dev/null 2>&1
        "$PGNUNPACK" -qc older.bcgn >wanted
        "$PGNUNPACK" -qc newer.bcgn >given
        same "$1: ... leaves the same games" given wanted
        status "$1: ... and a whole file" 0 "$PGNUNPACK" -t newer.bcgn
    done
}

for newer in sections-one sections-five ignorable-several read-only-several; do
    kind=${newer%-*} name=${newer##*-}
    check "$newer is made" "$tools/newer.py" "$kind" "$name.bcgn" "$newer.bcgn"
    check "$newer is not the old one" sh -c "! cmp -s $newer.bcgn $name.bcgn"
    as_before "$newer.bcgn" "$name.bcgn"
    if [ "$kind" != read-only ]; then
        changed_as_before "$newer.bcgn" "$name.bcgn"
        status "$newer is merged" 0 "$PGNDB" merge -q -f "$newer.bcgn" one.bcgn -o merged.bcgn
    fi
done

# To be kept as it is: no change, and no block of it elsewhere.
newer=read-only-several.bcgn
cp "$newer" before
for change in "add $newer more.pgn" "delete $newer -g 2" "set $newer -g 1 Annotator=you" "unset $newer -g 1 Site" "undo $newer last" "compact $newer" \
    "compact -5 $newer" "back -f $newer 1" "merge -f $newer five.bcgn -o merged.bcgn" "merge -f five.bcgn $newer -o merged.bcgn"; do
    # shellcheck disable=SC2086 # words
    status "pgndb $change: is refused" 1 "$PGNDB" $change
    says "pgndb $change: ... for a newer pgnpack" 'newer pgnpack'
done
same "$newer: nothing was changed" "$newer" before
status "$newer: packed anew" 0 "$PGNPACK" -q -f -3 "$newer" -o again.bcgn
status "$newer: ... into what can be changed" 0 "$PGNDB" delete -q again.bcgn -g 1

# What cannot be read is said to be newer, not damaged. Where it is only a record of changes, the games are there, but what is deleted is not known.
for name in one several; do
    for kind in needed profile block; do
        check "$kind: is made of $name" "$tools/newer.py" $kind $name.bcgn new.bcgn
        wanted=1
        if [ $kind = block ] && [ $name = several ]; then wanted=2; fi
        for command in '"$PGNUNPACK" -c new.bcgn' '"$PGNUNPACK" -t new.bcgn' '"$PGNFIND" --tree new.bcgn' '"$PGNDB" compact -5 new.bcgn'; do
            status "$kind of $name: $command" $wanted sh -c "$command"
            says "$kind of $name: ... says so" 'needs a newer pgnpack'
        done
        status "$kind of $name: from a pipe" 1 sh -c 'cat new.bcgn | "$PGNUNPACK"'
        says "$kind of $name: ... says so" 'needs a newer pgnpack'
        status "$kind of $name: by the second reader" 2 "$tools/../format/bcgn1.py" new.bcgn
        says "$kind of $name: ... says so" 'Unsupported'
    done
done
finish
