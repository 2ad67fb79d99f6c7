# pgnpack --set, --unset, --rename, --spelling: the games concerned get new texts, all other bytes stay, in one change or none.
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

status "a dry run" 0 "$PGNPACK" --set 'White=Carlsen, Magnus' --where 'white=Grey' --dry-run games.bcgn
says "... tells how many" 'games.bcgn: 10 of 50 games would be changed'
same "... changes nothing" games.bcgn old.bcgn
status "--set" 0 "$PGNPACK" --set 'White=Carlsen, Magnus' --where 'white=Grey' games.bcgn
says "... tells how many" 'games.bcgn: 10 of 50 games changed'
check "old bytes stay" cmp -n "$(stat -c %s old.bcgn)" games.bcgn old.bcgn
sed 's/Grey, Gus/Carlsen, Magnus/' grey.pgn >new.pgn
check "no game is there twice" sh -c "[ \$('$PGNFIND' -c games.bcgn) -eq 50 ]"
texts games.bcgn 51 >out.pgn
same "the new texts" new.pgn out.pgn
check "it tests" "$PGNUNPACK" -t games.bcgn
id=$("$PGNPACK" --log old.bcgn | awk 'NR == 2 { print $3 }')
"$PGNUNPACK" -c -q -g "$id:3" games.bcgn >out.pgn
check "the old id leads to the new version" sh -c 'grep -q Carlsen out.pgn && grep -q "Round .R3" out.pgn'
"$PGNPACK" --log games.bcgn >log
check "it is in the log" grep -qF "pgnpack --set 'White=Carlsen, Magnus' --where white=Grey games.bcgn" log
cp games.bcgn once.bcgn
status "once more" 0 "$PGNPACK" --set 'White=Carlsen, Magnus' --where 'white=Carlsen' games.bcgn
says "... changes nothing" '0 of 50 games changed'
same "... and writes nothing" games.bcgn once.bcgn
status "-q" 0 "$PGNPACK" -q --set 'Annotator=me' --where 'white=Carlsen' games.bcgn
silent "-q says nothing"
check "--truncate-to undoes it" "$PGNPACK" --truncate-to=1 games.bcgn
same "... byte for byte" games.bcgn old.bcgn

status "several at once" 0 "$PGNPACK" --set 'Event=The "big" \ one' --set 'Annotator=A=B' --unset ECO --unset None \
    --where 'white=Grey' --where 'round=R1' games.bcgn
says "... conditions of both" '1 of 50'
texts games.bcgn 51 >out.pgn
head -n 15 grey.pgn | sed -e 's/^\[Event .*/[Event "The \\"big\\" \\\\ one"]/' \
    -e 's/^\[ECO .*/[Annotator "A=B"]/' >wanted.pgn
same "... in the text" wanted.pgn out.pgn
"$PGNPACK" --truncate-to=1 games.bcgn
status "--all" 0 "$PGNPACK" --unset WhiteElo --all --level=1 games.bcgn
says "... are all" '50 of 50 games changed'
texts games.bcgn 51 >out.pgn
grep -v WhiteElo games.pgn >wanted.pgn
same "--all leaves all else" wanted.pgn out.pgn
"$PGNPACK" --truncate-to=1 games.bcgn

# ---- Texts of all kinds ----

printf '\357\273\277[White "A"]\r\n[Black "B"]\r\n\r\n1. e4 *\r\n\r\n[White "A"] [Black "C"] 1. d4 {(} *\n[White "A" ]\n[White "B" ]\n[Broken]\n\n1. e5 *\n\n[White "A"]\n\n1. e4' >odd.pgn
"$PGNPACK" -q odd.pgn -o odd.bcgn
status "odd texts" 0 "$PGNPACK" --set White=Z --where 'tag="White=A"' odd.bcgn
says "... all of them" '4 of 4'
sed -e 's/White "[AB]"/White "Z"/g' -e 's/^\[White "Z" \]$/&/' -e '0,/^\[White "Z" \]/s//\n&/' odd.pgn >wanted.pgn
printf '\n\n' >>wanted.pgn
"$PGNUNPACK" -c -q odd.bcgn | tail -c "$(stat -c %s wanted.pgn)" >out.pgn
same "... but for the value as they were" wanted.pgn out.pgn
check "... four games" sh -c "[ \$('$PGNFIND' -c odd.bcgn) -eq 4 ]"
printf '1. e4 e5\n\n[White "A"]\n\n{c} 1. d4\n\n[Site "x"]\n[White "A"]\n\n*\n\n{stray} rubbish\n' >loose.pgn
"$PGNPACK" -q loose.pgn -o loose.bcgn
before=$("$PGNFIND" -c loose.bcgn)
status "games that run into each other" 0 "$PGNPACK" --unset White --all loose.bcgn
check "... stay as many" sh -c "[ \$('$PGNFIND' -c loose.bcgn) -eq $before ]"
check "... and it tests" "$PGNUNPACK" -t loose.bcgn
printf '[White "A"]\n\n1. e4 e5\n\n[White "B"]\n\n2. d4 d5 *\n\n[White "C"]\n\n{c} 3. Nc3 *\n\n[White "D"]\n\n*\n' >tagless.pgn
"$PGNPACK" -q tagless.pgn -o tagless.bcgn
status "games that are nothing but moves" 0 "$PGNPACK" --unset White --all tagless.bcgn
says "... are changed" '4 of 4'
"$PGNUNPACK" --json tagless.bcgn >out
check "... and do not run together" sh -c "[ \$(wc -l <out) -eq 4 ]"
check "... their moves are their own" sh -c "sed -n 2p out | grep -q 'd4' && ! sed -n 1p out | grep -q 'd4'"
printf '[White "A"]\n\n1. e4' >one.pgn
printf '[White "A"]\n\n1. d4' >two.pgn
"$PGNPACK" -q one.pgn two.pgn -o both.bcgn
status "a text without a line end before another" 0 "$PGNPACK" --set White=B --all both.bcgn
printf '[White "B"]\n\n1. e4\n\n[White "B"]\n\n1. d4\n\n' >wanted.pgn
"$PGNUNPACK" -c -q both.bcgn | tail -c "$(stat -c %s wanted.pgn)" >out.pgn
same "... gets one" wanted.pgn out.pgn
printf '[White "A"]\r\n\r\n1. e4' >one.pgn
printf '[White "A"]\r\n\r\n1. d4' >two.pgn
"$PGNPACK" -q -f one.pgn two.pgn -o both.bcgn
status "and with CR LF" 0 "$PGNPACK" --set White=B --all both.bcgn
printf '[White "B"]\r\n\r\n1. e4\r\n\r\n[White "B"]\r\n\r\n1. d4\r\n\r\n' >wanted.pgn
"$PGNUNPACK" -c -q both.bcgn | tail -c "$(stat -c %s wanted.pgn)" >out.pgn
same "... gets one of its kind" wanted.pgn out.pgn
printf '[FEN "8/8/8/8/8/8/k7/2K5 w - - 0 1"]\n[White "A"]\n\n1. Kd1 *\n\n[White "A"]\n\n' >needed.pgn
"$PGNPACK" -q needed.pgn -o needed.bcgn
cp needed.bcgn needed.old
status "a tag that moves need" 0 "$PGNPACK" --unset FEN --where white=A needed.bcgn
says "... is told" 'game 1.*left as it is: the moves would make no sense'
same "... and stays" needed.bcgn needed.old
status "nothing would be left" 0 "$PGNPACK" --unset White --where plies=0 needed.bcgn
says "... is told, too" 'game 2.*left as it is: the text would be no game'

# ---- Mistakes ----

status "which games?" 1 "$PGNPACK" --set White=x games.bcgn
says "... is asked" "which games.*--all"
status "both" 1 "$PGNPACK" --set White=x --all --where white=A games.bcgn
status "no value" 1 "$PGNPACK" --set White --all games.bcgn
says "... is told" 'is no tag and value'
status "no tag" 1 "$PGNPACK" --set =x --all games.bcgn
status "a bad name" 1 "$PGNPACK" --set 'a b=x' --all games.bcgn
says "... is told" "letters, digits"
status "a bad value" 1 "$PGNPACK" --set "White=$(printf 'a\tb')" --all games.bcgn
says "... is told" 'control characters'
status "a bad condition" 1 "$PGNPACK" --set White=x --where 'colour=red' games.bcgn
status "--where alone" 1 "$PGNPACK" --where white=A games.bcgn
status "--all alone" 1 "$PGNPACK" --all games.bcgn
status "--dry-run alone" 1 "$PGNPACK" --dry-run games.bcgn
status "two tasks" 1 "$PGNPACK" --set White=x --all --rename=t games.bcgn
status "an output" 1 "$PGNPACK" --set White=x --all -o x.bcgn games.bcgn
status "no such file" 1 "$PGNPACK" --set White=x --all none.bcgn
status "no database" 2 "$PGNPACK" --set White=x --all games.pgn
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
status "--rename, dry" 0 "$PGNPACK" --rename=table --dry-run games.bcgn
says "... tells how many" '50 of 50 games would be changed'
same "... changes nothing" games.bcgn old.bcgn
status "--rename" 0 "$PGNPACK" --rename=table games.bcgn
says "... tells how many" '50 of 50 games changed'
texts games.bcgn 51 >out.pgn
sed -e 's/Grey, Gus/Grau, Gustav/' -e 's/Black, Bob/Black, Robert/' -e 's/Club champ.*"/Championship of the club"/' \
    -e 's/Upper Hall/ Hall/' -e 's/C41/C42/' games.pgn >wanted.pgn
same "... all names of the table, and nothing else" wanted.pgn out.pgn
cp games.bcgn once.bcgn
status "--rename once more" 0 "$PGNPACK" --rename=table games.bcgn
says "... changes nothing" '0 of 50'
same "... writes nothing" games.bcgn once.bcgn

# renames TABLE PLAYER: what becomes of Grey, Gus
renames() {
    cp old.bcgn games.bcgn
    status "table: $1" 0 "$PGNPACK" --rename=table games.bcgn
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
status "names with quotes" 0 "$PGNPACK" --rename=table quoted.bcgn
says "... are compared without escapes" '10 of 10'
printf '# Grey, Gus = A\n' >table
status "a table of remarks" 1 "$PGNPACK" --rename=table games.bcgn
says "... says what it lacks, and no line" 'table: has no names to replace'
cp old.bcgn games.bcgn
check "a table from standard input" sh -c "printf 'Grey, Gus = A\n' | '$PGNPACK' --rename=- games.bcgn"
check "... is one, too" sh -c "[ \$('$PGNFIND' -c --white=A games.bcgn) -eq 10 ]"

# Quotes of any length, one after the other.
short='x\\\\y' long=$(printf '\\\\%.0s' {1..2000})
printf '[White "%s"]\n\n*\n\n[White "%s"]\n\n*\n\n' "$(printf "$short")" "$long" >slashes.pgn
printf '%s\tshort\n%s\tlong\n' 'x\y' "$(printf '\\%.0s' {1..2000})" >table
"$PGNPACK" -q -f slashes.pgn -o slashes.bcgn
status "names with more and more quotes" 0 "$PGNPACK" --rename=table slashes.bcgn
says "... are all found" '2 of 2'
check "... each its own" sh -c "[ \$('$PGNFIND' -c --white==long slashes.bcgn) -eq 1 ] && [ \$('$PGNFIND' -c --white==short slashes.bcgn) -eq 1 ]"
# The same name of a person and of an event are two.
printf '[Event "Same"]\n[White "Same"]\n[Black "Other"]\n\n*\n' >kinds.pgn
printf 'Same = Person\n[events]\nSame = Event\n' >table
"$PGNPACK" -q kinds.pgn
status "names of two kinds" 0 "$PGNPACK" --rename=table kinds.bcgn
"$PGNUNPACK" --csv=Event,White,Black kinds.bcgn | tail -n 1 >out
check "... become what their own section says" grep -qx 'Event,Person,Other' out
status "conditions as pgnfind takes them" 0 "$PGNPACK" --set Round=7 --where '--white=Person --event="Event"' kinds.bcgn
says "... are conditions" '1 of 1 game changed'

cp old.bcgn damaged.bcgn
head -c 60 /dev/zero | dd of=damaged.bcgn bs=1 seek=200 conv=notrunc status=none
cp damaged.bcgn damaged.old
printf 'Grey, Gus = A\n' >table
status "a damaged block" 2 "$PGNPACK" --rename=table damaged.bcgn
same "... and nothing is changed" damaged.bcgn damaged.old
status "a damaged block, and --set" 2 "$PGNPACK" --set White=A --where 'white="Grey, Gus"' damaged.bcgn
same "... changes nothing, too" damaged.bcgn damaged.old
status "a sign in a condition's value" 0 "$PGNPACK" --set Round=9 --where tag=White=Person kinds.bcgn
says "... is of the value" '1 of 1 game changed'

for twice in '--set=A=b --set=A=c' '--set=A=b --set=B=c --set=A=b' '--set=A=b --unset=A' '--unset=A --set=A='; do
    cp old.bcgn twice.bcgn
    status "a tag twice: $twice" 1 "$PGNPACK" $twice --all twice.bcgn
    says "... is told" "one tag is changed twice, by 'A=b?' and 'A.*'; give one of them"
    same "... changes nothing" twice.bcgn old.bcgn
done
status "two tags" 0 "$PGNPACK" -q --set=A=b --set=AB=c --unset=ABC --all twice.bcgn

# mistake NAME LINE CAUSE
mistake() {
    cp old.bcgn games.bcgn
    status "table: $1" 1 "$PGNPACK" --rename=table games.bcgn
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
"$PGNPACK" -q --rename=table games.bcgn 2>err
check "noise is no table" sh -c "[ $? -eq 1 ]"
rm table
status "no table" 1 "$PGNPACK" --rename=table games.bcgn
for ((i = 0; i < 20000; i++)); do printf 'N%d = N%d\n' $i $((i + 1)); done >table
check "a long chain" "$PGNPACK" -q --rename=table games.bcgn

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
status "--spelling" 0 "$PGNPACK" --spelling names.bcgn
says "... leaves names out that no table can have" '3 suggestions left out'
same "... changes nothing" names.bcgn names.old
cp out table
cut -f1,2 table | grep -v '^[#[]' | sort >pairs
printf 'Calrsen, Magnus\tCarlsen, Magnus\nKasparov, G\tKasparov, Garry\nMagnus Carlsen\tCarlsen, Magnus\n' >wanted
same "... finds the planted ones" wanted pairs
check "... says why" grep -q 'points: a slip; 2 and 12 games; of 1991 and 1991; 2 opponents of both' table
status "its table is one for --rename" 0 "$PGNPACK" --rename=table names.bcgn
says "... which changes these games" '6 of 32'
status "--spelling once more" 0 "$PGNPACK" -q --spelling names.bcgn
check "... finds nothing more" sh -c "! grep -v '^[#[]' out"
status "-o" 0 "$PGNPACK" -q --spelling names.old -o suggested
same "... takes the same table" table suggested
status "-o onto a file" 1 "$PGNPACK" -q --spelling names.old -o suggested
status "... with -f" 0 "$PGNPACK" -q -f --spelling names.old -o suggested
status "no such database" 1 "$PGNPACK" --spelling none.bcgn
status "no database" 2 "$PGNPACK" --spelling games.pgn
no_leftovers "no output is left"

# ---- A game of more than a block ----

{ printf '[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n\n1. e4 {'; yes 'a comment that goes on' | head -n 800000; printf '} e5 *\n\n[Event "C"]\n\n1. d4 *\n\n'; } >large.pgn
"$PGNPACK" -q -1 large.pgn -o large.bcgn
status "a game of more than 16 MiB" 0 "$PGNPACK" --set White=x --all --dry-run large.bcgn
says "... is left as it is" 'game 2: .*more than 16 MiB'
status "... and not sorted" 4 "$PGNPACK" --sort=date large.bcgn -o sorted.bcgn
says "... but told" 'large.bcgn: game 2: it has more than 16 MiB'
status "it is deleted" 0 "$PGNPACK" --delete=2 large.bcgn
"$PGNUNPACK" -c -q large.bcgn >out.pgn
printf '[Event "A"]\n\n1. e4 *\n\n[Event "C"]\n\n1. d4 *\n\n' >left.pgn
same "... with all of its text" left.pgn out.pgn
status "compacted" 0 "$PGNPACK" --compact large.bcgn
"$PGNUNPACK" -c -q large.bcgn >out.pgn
same "... nothing is left of it" left.pgn out.pgn
status "... and the others are sorted" 0 "$PGNPACK" -q --sort=date large.bcgn -o sorted.bcgn
rm -f large.*

finish
