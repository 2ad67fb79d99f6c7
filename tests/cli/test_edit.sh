# pgndb set, unset, rename, names: the games concerned get new texts, all other bytes stay, in one change or none.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000

# texts FILE FIRST: the games from that one on, as text.
texts() { "$PGNUNPACK" -c -q --games "$2-" "$1"; }

# ---- Tags ----

some_games 40 >plain.pgn
some_games 10 | sed -e 's/White, Wendy/Grey, Gus/' -e 's/^\(\[Round "\)/\1R/' >grey.pgn
{ cat grey.pgn; cat plain.pgn; } >games.pgn
"$PGNPACK" -q -B 2K games.pgn -o games.bcgn
cp games.bcgn old.bcgn

status "a dry run" 0 "$PGNDB" set games.bcgn 'White=Carlsen, Magnus' --where 'white=Grey' --dry-run
says "... tells how many" 'games.bcgn: 10 of 50 games would be changed'
same "... changes nothing" games.bcgn old.bcgn
status "set" 0 "$PGNDB" set games.bcgn 'White=Carlsen, Magnus' --where 'white=Grey'
says "... tells how many" 'games.bcgn: 10 of 50 games changed'
check "old bytes stay" cmp -n "$(stat -c %s old.bcgn)" games.bcgn old.bcgn
sed 's/Grey, Gus/Carlsen, Magnus/' grey.pgn >new.pgn
check "no game is there twice" sh -c "[ \$('$PGNFIND' -c games.bcgn) -eq 50 ]"
texts games.bcgn 51 >out.pgn
same "the new texts" new.pgn out.pgn
check "it tests" "$PGNUNPACK" -t games.bcgn
id=$("$PGNDB" log old.bcgn | awk 'NR == 2 { print $3 }')
"$PGNUNPACK" -c -q -g "$id:3" games.bcgn >out.pgn
check "the old id leads to the new version" sh -c 'grep -q Carlsen out.pgn && grep -q "Round .R3" out.pgn'
"$PGNDB" log games.bcgn >log
check "it is in the log" grep -qF "pgndb set games.bcgn 'White=Carlsen, Magnus' --where white=Grey" log
cp games.bcgn once.bcgn
status "once more" 0 "$PGNDB" set games.bcgn 'White=Carlsen, Magnus' --where 'white=Carlsen'
says "... changes nothing" '0 of 50 games changed'
same "... and writes nothing" games.bcgn once.bcgn
status "-q" 0 "$PGNDB" set -q games.bcgn 'Annotator=me' --where 'white=Carlsen'
silent "-q says nothing"
check "back undoes it" "$PGNDB" back -f games.bcgn 1
same "... byte for byte" games.bcgn old.bcgn

status "several at once" 0 "$PGNDB" set games.bcgn 'Event=The "big" \ one' 'Annotator=A=B' --unset ECO --unset None \
    --where 'white=Grey' --where 'round=R1'
says "... conditions of both" '1 of 50'
texts games.bcgn 51 >out.pgn
head -n 15 grey.pgn | sed -e 's/^\[Event .*/[Event "The \\"big\\" \\\\ one"]/' \
    -e 's/^\[ECO .*/[Annotator "A=B"]/' >wanted.pgn
same "... in the text" wanted.pgn out.pgn
"$PGNDB" back -f games.bcgn 1
status "--all" 0 "$PGNDB" unset --level=1 games.bcgn WhiteElo --all
says "... are all" '50 of 50 games changed'
texts games.bcgn 51 >out.pgn
grep -v WhiteElo games.pgn >wanted.pgn
same "--all leaves all else" wanted.pgn out.pgn
"$PGNDB" back -f games.bcgn 1

# ---- Texts of all kinds ----

printf '\357\273\277[White "A"]\r\n[Black "B"]\r\n\r\n1. e4 *\r\n\r\n[White "A"] [Black "C"] 1. d4 {(} *\n[White "A" ]\n[White "B" ]\n[Broken]\n\n1. e5 *\n\n[White "A"]\n\n1. e4' >odd.pgn
"$PGNPACK" -q odd.pgn -o odd.bcgn
status "odd texts" 0 "$PGNDB" set odd.bcgn White=Z --where 'tag="White=A"'
says "... all of them" '4 of 4'
sed -e 's/White "[AB]"/White "Z"/g' -e 's/^\[White "Z" \]$/&/' -e '0,/^\[White "Z" \]/s//\n&/' odd.pgn >wanted.pgn
printf '\n\n' >>wanted.pgn
"$PGNUNPACK" -c -q odd.bcgn | tail -c "$(stat -c %s wanted.pgn)" >out.pgn
same "... but for the value as they were" wanted.pgn out.pgn
check "... four games" sh -c "[ \$('$PGNFIND' -c odd.bcgn) -eq 4 ]"
printf '1. e4 e5\n\n[White "A"]\n\n{c} 1. d4\n\n[Site "x"]\n[White "A"]\n\n*\n\n{stray} rubbish\n' >loose.pgn
"$PGNPACK" -q loose.pgn -o loose.bcgn
before=$("$PGNFIND" -c loose.bcgn)
status "games that run into each other" 0 "$PGNDB" unset loose.bcgn White --all
check "... stay as many" sh -c "[ \$('$PGNFIND' -c loose.bcgn) -eq $before ]"
check "... and it tests" "$PGNUNPACK" -t loose.bcgn
printf '[White "A"]\n\n1. e4 e5\n\n[White "B"]\n\n2. d4 d5 *\n\n[White "C"]\n\n{c} 3. Nc3 *\n\n[White "D"]\n\n*\n' >tagless.pgn
"$PGNPACK" -q tagless.pgn -o tagless.bcgn
status "games that are nothing but moves" 0 "$PGNDB" unset tagless.bcgn White --all
says "... are changed" '4 of 4'
"$PGNUNPACK" --json tagless.bcgn >out
check "... and do not run together" sh -c "[ \$(wc -l <out) -eq 4 ]"
check "... their moves are their own" sh -c "sed -n 2p out | grep -q 'd4' && ! sed -n 1p out | grep -q 'd4'"
printf '[White "A"]\n\n1. e4' >one.pgn
printf '[White "A"]\n\n1. d4' >two.pgn
"$PGNPACK" -q one.pgn two.pgn -o both.bcgn
status "a text without a line end before another" 0 "$PGNDB" set both.bcgn White=B --all
printf '[White "B"]\n\n1. e4\n\n[White "B"]\n\n1. d4\n\n' >wanted.pgn
"$PGNUNPACK" -c -q both.bcgn | tail -c "$(stat -c %s wanted.pgn)" >out.pgn
same "... gets one" wanted.pgn out.pgn
printf '[White "A"]\r\n\r\n1. e4' >one.pgn
printf '[White "A"]\r\n\r\n1. d4' >two.pgn
"$PGNPACK" -q -f one.pgn two.pgn -o both.bcgn
status "and with CR LF" 0 "$PGNDB" set both.bcgn White=B --all
printf '[White "B"]\r\n\r\n1. e4\r\n\r\n[White "B"]\r\n\r\n1. d4\r\n\r\n' >wanted.pgn
"$PGNUNPACK" -c -q both.bcgn | tail -c "$(stat -c %s wanted.pgn)" >out.pgn
same "... gets one of its kind" wanted.pgn out.pgn
printf '[FEN "8/8/8/8/8/8/k7/2K5 w - - 0 1"]\n[White "A"]\n\n1. Kd1 *\n\n[White "A"]\n\n' >needed.pgn
"$PGNPACK" -q needed.pgn -o needed.bcgn
cp needed.bcgn needed.old
status "a tag that moves need" 0 "$PGNDB" unset needed.bcgn FEN --where white=A
says "... is told" 'game 1.*left as it is: the moves would make no sense'
same "... and stays" needed.bcgn needed.old
status "nothing would be left" 0 "$PGNDB" unset needed.bcgn White --where plies=0
says "... is told, too" 'game 2.*left as it is: the text would be no game'

# ---- Mistakes ----

status "which games?" 1 "$PGNDB" set games.bcgn White=x
says "... is asked" "which games.*--all"
status "both" 1 "$PGNDB" set games.bcgn White=x --all --where white=A
status "no value" 1 "$PGNDB" set games.bcgn White --all
says "... is told" 'is no tag and value'
status "no tag" 1 "$PGNDB" set games.bcgn =x --all
status "a bad name" 1 "$PGNDB" set games.bcgn 'a b=x' --all
says "... is told" "letters, digits"
status "a bad value" 1 "$PGNDB" set games.bcgn "White=$(printf 'a\tb')" --all
says "... is told" 'control characters'
status "a bad condition" 1 "$PGNDB" set games.bcgn White=x --where 'colour=red'
status "an output" 1 "$PGNDB" set games.bcgn White=x --all -o x.bcgn
status "no such file" 1 "$PGNDB" set none.bcgn White=x --all
status "no database" 2 "$PGNDB" set games.pgn White=x --all
same "mistakes change nothing" games.bcgn old.bcgn

# ---- Names by a table ----

cat >table <<'END'
# What is wrong in games.pgn
Grey, Gus = Grau, Gustav
Black, Bob	Black, Robert	a remark	and more

[events]
Club championship = Championship of the club
[Site]
Upper Hall	 Hall
[ECO]
C41	C42
END
cp old.bcgn games.bcgn
status "rename, dry" 0 "$PGNDB" rename games.bcgn table --dry-run
says "... tells how many" '50 of 50 games would be changed'
same "... changes nothing" games.bcgn old.bcgn
status "rename" 0 "$PGNDB" rename games.bcgn table
says "... tells how many" '50 of 50 games changed'
texts games.bcgn 51 >out.pgn
sed -e 's/Grey, Gus/Grau, Gustav/' -e 's/Black, Bob/Black, Robert/' -e 's/Club champ.*"/Championship of the club"/' \
    -e 's/Upper Hall/ Hall/' -e 's/C41/C42/' games.pgn >wanted.pgn
same "... all names of the table, and nothing else" wanted.pgn out.pgn
cp games.bcgn once.bcgn
status "rename once more" 0 "$PGNDB" rename games.bcgn table
says "... changes nothing" '0 of 50'
same "... writes nothing" games.bcgn once.bcgn

# renames TABLE PLAYER: what becomes of Grey, Gus
renames() {
    cp old.bcgn games.bcgn
    status "table: $1" 0 "$PGNDB" rename games.bcgn table
    check "... gives $2" sh -c "[ \$('$PGNFIND' -c --white='=$2' games.bcgn) -eq 10 ]"
}
printf 'Grey, Gus = A\nA = B\nB = C\n' >table
renames "a chain" C
printf 'A = B\nGrey, Gus = A\nX = B\nY = X\nB = C\n' >table
renames "chains that meet" C
printf '\357\273\277Grey, Gus\tA\r\n\r\n# x\r\n' >table
renames "a mark, and CR LF" A
printf '[players]\nGrey, Gus\tA\nGrey, Gus = A\nA = A' >table
renames "twice the same" A
printf 'Gr = x\nGrey, Gus = G=H' >table
renames "a sign in a name" G=H
printf '@SITE\nTown #Country\n= Upper Hall\n@PLAYER\n%%Bio none\nGau, Gustav   #GM DEN [2531]\n%%Bio another\n= Grey, Gus # a remark\n=  Gus Grey\nOther, One\n' >table
renames "a spelling file of SCID" "Gau, Gustav"
check "... with its sections" sh -c "[ \$('$PGNFIND' -c --site=Town games.bcgn) -eq 50 ]"
printf 'The "Grey" \\\\ one = A\n' >table
sed 's/Grey, Gus/The \\"Grey\\" \\\\\\\\ one/' grey.pgn >quoted.pgn
"$PGNPACK" -q -f quoted.pgn
status "names with quotes" 0 "$PGNDB" rename quoted.bcgn table
says "... are compared without escapes" '10 of 10'
printf '# Grey, Gus = A\n' >table
status "a table of remarks" 1 "$PGNDB" rename games.bcgn table
says "... says what it lacks, and no line" 'table: has no names to replace'
cp old.bcgn games.bcgn
check "a table from standard input" sh -c "printf 'Grey, Gus = A\n' | '$PGNDB' rename games.bcgn -"
check "... is one, too" sh -c "[ \$('$PGNFIND' -c --white=A games.bcgn) -eq 10 ]"

# Quotes of any length, one after the other.
short='x\\\\y' long=$(printf '\\\\%.0s' {1..2000})
printf '[White "%s"]\n\n*\n\n[White "%s"]\n\n*\n\n' "$(printf "$short")" "$long" >slashes.pgn
printf '%s\tshort\n%s\tlong\n' 'x\y' "$(printf '\\%.0s' {1..2000})" >table
"$PGNPACK" -q -f slashes.pgn -o slashes.bcgn
status "names with more and more quotes" 0 "$PGNDB" rename slashes.bcgn table
says "... are all found" '2 of 2'
check "... each its own" sh -c "[ \$('$PGNFIND' -c --white==long slashes.bcgn) -eq 1 ] && [ \$('$PGNFIND' -c --white==short slashes.bcgn) -eq 1 ]"
# The same name of a person and of an event are two.
printf '[Event "Same"]\n[White "Same"]\n[Black "Other"]\n\n*\n' >kinds.pgn
printf 'Same = Person\n[events]\nSame = Event\n' >table
"$PGNPACK" -q kinds.pgn
status "names of two kinds" 0 "$PGNDB" rename kinds.bcgn table
"$PGNUNPACK" --csv=Event,White,Black kinds.bcgn | tail -n 1 >out
check "... become what their own section says" grep -qx 'Event,Person,Other' out
status "conditions as pgnfind takes them" 0 "$PGNDB" set kinds.bcgn Round=7 --where '--white=Person --event="Event"'
says "... are conditions" '1 of 1 game changed'

cp old.bcgn damaged.bcgn
head -c 60 /dev/zero | dd of=damaged.bcgn bs=1 seek=200 conv=notrunc status=none
cp damaged.bcgn damaged.old
printf 'Grey, Gus = A\n' >table
status "a damaged block" 2 "$PGNDB" rename damaged.bcgn table
same "... and nothing is changed" damaged.bcgn damaged.old
status "a damaged block, and set" 2 "$PGNDB" set damaged.bcgn White=A --where 'white="Grey, Gus"'
same "... changes nothing, too" damaged.bcgn damaged.old
status "a sign in a condition's value" 0 "$PGNDB" set kinds.bcgn Round=9 --where tag=White=Person
says "... is of the value" '1 of 1 game changed'

for twice in 'A=b A=c' 'A=b B=c A=b' 'A=b --unset=A' '--unset=A A=b'; do
    cp old.bcgn twice.bcgn
    status "a tag twice: $twice" 1 "$PGNDB" set twice.bcgn $twice --all
    says "... is told" "one tag is changed twice, by 'A=b?' and 'A.*'; give one of them"
    same "... changes nothing" twice.bcgn old.bcgn
done
status "two tags" 0 "$PGNDB" set -q twice.bcgn A=b AB=c --unset=ABC --all

# mistake NAME LINE CAUSE
mistake() {
    cp old.bcgn games.bcgn
    status "table: $1" 1 "$PGNDB" rename games.bcgn table
    says "... is told" "table.*$2.*$3"
    same "... changes nothing" games.bcgn old.bcgn
}
printf 'A = B\nB = C\nC = A\n' >table
mistake "a circle" 'line [123]' 'itself'
printf '# x\nA = B\nA = C\n' >table
mistake "two new names" 'line 3' 'line 2 has another'
printf 'A = B\nGrey, Gus=A\n' >table
mistake "no blanks" 'line 2' 'neither'
printf 'A = B\n\n = C\n' >table
mistake "no old name" 'line 3' '(no name|neither)'
for line in 'A = ' $'A\t' $'A\t \tremark'; do
    printf 'B = C\n%s\n' "$line" >table
    mistake "no new name" 'line 2' 'there is no new name; pgndb unset'
done
printf 'A\tB\x01\n' >table
mistake "control characters" 'line 1' 'control'
printf '[no such thing]\nA = B\n' >table
mistake "no section" 'line 1' 'section'
printf '[White]\nA = B\n' >table
mistake "half of the players" 'line 1' 'players'
printf '@PLAYER\n= A\n' >table
mistake "an alias of nobody" 'line 2' 'no name before'
printf '# nothing\n\n' >table
mistake "nothing" '' 'no names'
: >table
mistake "an empty table" '' 'no names'
{ head -c 5000 /dev/zero | tr '\0' x; printf ' = A\n'; } >table
mistake "a long name" 'line 1' '4,096'
{ printf 'A = '; head -c 5000 /dev/zero | tr '\0' x; } >table
mistake "a long new name" 'line 1' '4,096'
for ((i = 0; i < 70; i++)); do printf '[T%d]\nA = B\n' $i; done >table
mistake "many sections" 'line 1[0-9][0-9]' '64 tags'
head -c 100000 /dev/urandom >table
cp old.bcgn games.bcgn
"$PGNDB" rename -q games.bcgn table 2>err
check "noise is no table" sh -c "[ $? -eq 1 ]"
rm table
status "no table" 1 "$PGNDB" rename games.bcgn table
for ((i = 0; i < 20000; i++)); do printf 'N%d = N%d\n' $i $((i + 1)); done >table
check "a long chain" "$PGNDB" rename -q games.bcgn table

# ---- Spelling ----

opponents=(Zukertort Blackburne Anderssen Morphy Steinitz Tarrasch Lasker Pillsbury Janowski Maroczy Schlechter Teichmann)
# played NAME EVENT GAMES: games of his
played() {
    local i
    for ((i = 1; i <= $3; i++)); do
        printf '[Event "%s"]\n[Date "1991.01.%02d"]\n[Round "%d"]\n[White "%s"]\n[Black "%s"]\n\n*\n\n' "$2" "$i" "$i" \
            "$1" "${opponents[i - 1]}, A"
    done
}
{
    played 'Carlsen, Magnus' Open 12
    played 'Kasparov, Garry' 'Open B' 12
    played 'Calrsen, Magnus' 'Cup A' 2
    played 'Magnus Carlsen' 'Cup B' 2
    played 'Kasparov, G' 'Cup C' 2
} >names.pgn
printf '[White "@Carlsen, Magnus"]\n[Black "Somebody, Else"]\n\n*\n\n' >>names.pgn
printf '[White "#Carlsen, Magnus"]\n[Black "Kasparov,\033 Garry"]\n\n*\n' >>names.pgn
"$PGNPACK" -q names.pgn -o names.bcgn
cp names.bcgn names.old
status "names" 0 "$PGNDB" names names.bcgn
says "... leaves names out that no table can have" '3 suggestions left out'
same "... changes nothing" names.bcgn names.old
cp out table
cut -f1,2 table | grep -v '^[#[]' | sort >pairs
printf 'Calrsen, Magnus\tCarlsen, Magnus\nKasparov, G\tKasparov, Garry\nMagnus Carlsen\tCarlsen, Magnus\n' >wanted
same "... finds the planted ones" wanted pairs
check "... says why" grep -q 'points: a slip; 2 and 12 games; of 1991 and 1991; 2 opponents of both' table
status "its table is one for rename" 0 "$PGNDB" rename names.bcgn table
says "... which changes these games" '6 of 32'
status "names once more" 0 "$PGNDB" names -q names.bcgn
check "... finds nothing more" sh -c "! grep -v '^[#[]' out"
status "-o" 0 "$PGNDB" names -q names.old -o suggested
same "... takes the same table" table suggested
status "-o onto a file" 1 "$PGNDB" names -q names.old -o suggested
status "... with -f" 0 "$PGNDB" names -q -f names.old -o suggested
status "no such database" 1 "$PGNDB" names none.bcgn
status "no database" 2 "$PGNDB" names games.pgn
no_leftovers "no output is left"

# ---- A game of more than a block ----

{ printf '[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n\n1. e4 {'; yes 'a comment that goes on' | head -n 800000; printf '} e5 *\n\n[Event "C"]\n\n1. d4 *\n\n'; } >large.pgn
"$PGNPACK" -q -1 large.pgn -o large.bcgn
status "a game of more than 16 MiB" 0 "$PGNDB" set large.bcgn White=x --all --dry-run
says "... is left as it is" 'game 2: .*more than 16 MiB'
status "... and not sorted" 4 "$PGNDB" sort large.bcgn date -o sorted.bcgn
says "... but told" 'large.bcgn: game 2: it has more than 16 MiB'
status "it is deleted" 0 "$PGNDB" delete large.bcgn -g 2
"$PGNUNPACK" -c -q large.bcgn >out.pgn
printf '[Event "A"]\n\n1. e4 *\n\n[Event "C"]\n\n1. d4 *\n\n' >left.pgn
same "... with all of its text" left.pgn out.pgn
status "compacted" 0 "$PGNDB" compact large.bcgn --forget
"$PGNUNPACK" -c -q large.bcgn >out.pgn
same "... nothing is left of it" left.pgn out.pgn
status "... and the others are sorted" 0 "$PGNDB" sort -q large.bcgn date -o sorted.bcgn
rm -f large.*

finish
