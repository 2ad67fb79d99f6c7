# A reading or an allocation of a command that changes databases fails: it says so, and the database is as before or as it is to be;
# with status 0 it is as it is to be.
. "$(dirname "$0")/lib.sh"
if grep -q __asan_init "$PGNPACK" || ! ${CC:-cc} -shared -fPIC -O1 -o faults.so "$tools/faults.c" 2>cc.err; then
    echo "skip change_faults: $([ -s cc.err ] && head -n 1 cc.err || echo 'a program with sanitizers takes no preloaded library')"
    finish
fi
export SOURCE_DATE_EPOCH=1000000000

# A database of four segments: the first text ends without a line end, a name has escapes, two games are the same but for a tag, one is deleted.
game() { # NUMBER MOVES [TAG-LINE]
    printf '[Event "E%s"]\n[White "A \\"%s\\""]\n[Black "B"]\n[Date "2001.01.0%s"]\n[Result "1-0"]\n%s\n%s 1-0' "$1" "$1" "$1" "${3:+$3$'\n'}" "$2"
}
games() { # NUMBER...
    local number
    for number; do game "$number" "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 $number. Ba4" && printf '\n\n'; done
}
{ games 1 2 && game 3 '1. d4'; } >first.pgn
{ games 4 && game 2 '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 2. Ba4' '[Opening "C:\\x"]' && printf '\n'; } >second.pgn
{ games 4 5 && game 3 '1. d4' '[ECO "A00"]'; } >new.pgn
"$PGNPACK" -q first.pgn -o base.bcgn
"$PGNPACK" -q --append=base.bcgn second.pgn
"$PGNDB" delete -q base.bcgn -g 4
printf 'A "1" = C\n' >names
"$PGNPACK" -q new.pgn -o other.bcgn

printf 'ID Number      Name                 Fed Tit  JAN01 B-day\n17             B                    GER GM   2500  1950\n' >list
printf '@PLAYER\nBe\n%%Prefix "A" "C"\n' >names.ssp

mkdir old
cp new.pgn names list names.ssp other.bcgn old && cp base.bcgn old/db.bcgn

changes=(
    '--append=db.bcgn new.pgn'
    '--append=new.bcgn new.pgn'
    'pgndb add db.bcgn new.pgn --dedupe'
    'pgndb add db.bcgn new.pgn --where=event=E5'
    'pgndb add db.bcgn new.pgn --dedupe --prefer=text --merge-tags'
    'pgndb add db.bcgn new.pgn --dedupe --where=event=E5'
    'pgndb delete db.bcgn -g 1,3'
    'pgndb delete db.bcgn --where=event=E1'
    'pgndb undelete db.bcgn --all'
    'pgndb set db.bcgn Event=X --where=event=E1'
    'pgndb set db.bcgn Event=X --all'
    'pgndb unset db.bcgn White --all'
    'pgndb rename db.bcgn names'
    'pgndb dedupe db.bcgn other.bcgn'
    'pgndb dedupe db.bcgn --merge-tags --report=pairs.csv'
    'pgndb compact db.bcgn --forget'
    'pgndb compact db.bcgn --forget -2 -o compact.bcgn'
    'pgndb merge db.bcgn other.bcgn -o merged.bcgn'
    'pgndb sort db.bcgn date -o sorted.bcgn'
    'pgndb sort db.bcgn player --keep-ids -o sorted.bcgn'
    'pgndb split db.bcgn 2'
    'pgndb split db.bcgn date'
    'pgndb back -f db.bcgn 1'
    'pgndb set db.bcgn Event=X -g 1,3-'
    'pgndb rename db.bcgn names --where=event=E1'
    'pgndb undelete db.bcgn --where=event=E4'
    'pgndb rename db.bcgn names.ssp --prefixes'
    'pgndb names db.bcgn --from=list --add=FideId,Title,Elo,Fed'
)
looks=(
    'log db.bcgn' 'log db.bcgn --json' 'log db.bcgn --deleted --json' 'names db.bcgn --json' 'back db.bcgn 1 --dry-run'
    'add none.bcgn new.pgn --dedupe --dry-run' 'add db.bcgn new.pgn --dedupe --prefer=text --merge-tags --dry-run'
    'dedupe db.bcgn --merge-tags --dry-run' 'merge db.bcgn other.bcgn -o x.bcgn --dry-run' 'split db.bcgn date --dry-run'
    'compact db.bcgn --dry-run' 'names db.bcgn --from=list' 'names db.bcgn --of=events' 'set db.bcgn A=b -g 1 --dry-run'
)
{ printf 'change %s\n' "${changes[@]}" && printf 'look pgndb %s\n' "${looks[@]}"; } >plan
python3 "$tools/change_faults.py" "$(dirname "$PGNPACK")" faults.so <plan >results
while read -r verdict name; do
    if [ "$verdict" = ok ]; then ok "$name"; else fail "$name"; fi
done <results
check "all that was planned" test $((3 * (${#changes[@]} + ${#looks[@]}))) -eq $((passed + failed))
finish
