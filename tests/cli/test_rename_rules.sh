# pgndb rename: %Prefix, %Infix and %Suffix of SCID's spelling files, and --prefixes.
. "$(dirname "$0")/lib.sh"

# players NAME...: x.bcgn, a game for each as White, from the town of that name.
players() {
    local round=0
    for name; do
        printf '[Site "%s"]\n[Round "%d"]\n[White "%s"]\n[Black "?"]\n[Result "*"]\n\n*\n\n' "$name" $((++round)) "$name"
    done >x.pgn
    "$PGNPACK" -q -f x.pgn -o x.bcgn
}

# become NAME WANTED [COLUMN [OPTION]]: what players, or towns, are after the table, by rounds: games that change are the last ones.
become() {
    status "$1" 0 "$PGNDB" rename x.bcgn table ${4:-}
    "$PGNUNPACK" --csv="Round,${3:-White}" x.bcgn | tail -n +2 | sort -n | cut -d , -f 2- | tr -d '"\r' | paste -sd '|' >out.names
    printf '%s\n' "$2" >want.names
    same "$1: the names" out.names want.names
}

printf '@PLAYER\n%%Prefix "Mc " "Mac"\n%%Infix "ou" "u"\n%%Suffix ", jr" " Jr"\n' >table
players 'Mc Coy, A' 'Coy, Mc ' 'Mouse, Lou' 'Smith, jr' 'Smith, jr, A' 'Mc Lou, jr'
become "a beginning, a part, an end" 'MacCoy, A|Coy, Mc |Muse, Lou|Smith Jr|Smith, jr, A|MacLu Jr'
become "once more, the part is elsewhere" 'MacCoy, A|Coy, Mc |Muse, Lu|Smith Jr|Smith, jr, A|MacLu Jr'
become "nothing is left to do" 'MacCoy, A|Coy, Mc |Muse, Lu|Smith Jr|Smith, jr, A|MacLu Jr'
says "nothing is left to do: it is said" '0 of 6 games'
silent_of_warnings() { check "$1" sh -c '! grep -q warning err'; }
silent_of_warnings "rules that met nothing are not told"
players 'Mc Coy, A' 'Coy, Mc ' 'Mouse, Lou' 'Smith, jr' 'Smith, jr, A' 'Mc Lou, jr'
become "other sections' names stay" 'Mc Coy, A|Coy, Mc |Mouse, Lou|Smith, jr|Smith, jr, A|Mc Lou, jr' Site

printf '@PLAYER\nMc Coy, A\n= Koy\n@SITE\n%%Infix "a" "b"\n@PLAYER\n%%Prefix "Mc " "Mac"\nMacDo, B\n= MacDow, B\nMc Kept\n' >table
players 'Mc Coy, A' 'Koy' 'Mc Dow, B' 'Mc Kept' 'Mc Other' 'Lara'
become "names of the table, and what becomes one" 'Mc Coy, A|Mc Coy, A|MacDo, B|Mc Kept|MacOther|Lara'
players 'Lara' 'lbrb'
become "rules of another section, once each" 'Lbra|lbrb' Site

printf '@PLAYER\n%%Infix "a" "b"\n%%Prefix "b" "c"\n%%Suffix "z" ""\n%%Infix "only" ""\n%%Infix "q" "r"\n%%Infix "r" "q"\n' >table
players 'ax' 'z' 'xz' 'only' 'only x' 'q'
become "in the order of the file; no name becomes blank" 'cx|z|x|only| x|q'
printf '@PLAYER\r\n%%Infix\t"a"\t"b" # a remark\r\n%%Suffix "x""y"\r\n%%Bio "x\r\n%%Prefixes\r\n%%Elo 2000:2700\r\n' >table
players 'ax'
become "line ends of Windows, tabs, remarks, other lines" 'by'
long=$(printf '%04000d' 0)
printf '@PLAYER\n%%Infix "x" "%s"\n' "$long" >table
players 'xa' "x$long"
become "names that would be too long" "${long}a|x$long"
printf '@PLAYER\n%%Infix "\\" "/"\n' >table
players 'a\\b'
become "without escapes" 'a/b'

printf '@PLAYER\n%%Prefix "Mc " "Mac"\n%%Suffix "never" "x"\nMac Do\n= MacDow\n' >table
players 'Mc Coy' 'Mc Dow' 'Mc Coy'
cp x.bcgn before.bcgn
status "--dry-run" 0 "$PGNDB" rename x.bcgn table --dry-run
says "--dry-run: the rule" '3 values would be corrected by %Prefix "Mc " "Mac"'
says "--dry-run: the name that a rule led to" '1 value "MacDow" would be "Mac Do"'
says "--dry-run: the games" '3 of 3 games would be changed'
check "--dry-run: no other rule" sh -c '! grep -q Suffix err'
silent_of_warnings "--dry-run: no warning"
same "--dry-run changes nothing" x.bcgn before.bcgn
status "--where" 0 "$PGNDB" rename x.bcgn table --where 'white=Dow'
says "--where: these games only" '1 of 3 games changed'

# refused NAME LINE TEXT: as the table's third line.
refused() {
    printf '@PLAYER\nA\n%b\n' "$2" >table
    status "$1" 1 "$PGNDB" rename x.bcgn table
    says "$1: the line is told" "table: line 3: $3"
}
cp before.bcgn x.bcgn
refused "no text" '%Prefix' 'is no rule'
refused "one text" '%Prefix "a"' 'is no rule'
refused "no quotes" '%Infix a b' 'is no rule'
refused "a quote that is not closed" '%Infix "a" "b' 'is no rule'
refused "something behind it" '%Suffix "a" "b" c' 'is no rule'
refused "nothing to replace" '%Suffix "" "b"' 'there is nothing to replace'
refused "control characters" '%Suffix "a" "\001"' 'a text of the rule has control characters'
same "mistakes change nothing" x.bcgn before.bcgn
printf '%%Prefix "a" "b"\n' >table
status "a rule before any section of SCID" 1 "$PGNDB" rename x.bcgn table
says "... is a line like others" 'line 1: is neither'
printf '@PLAYER\n%%Bio x\n' >table
status "no rule and no name to replace" 1 "$PGNDB" rename x.bcgn table
says "... is told" 'has no names to replace'

# --prefixes: names of the database that are the beginning of one name only.
completes() { become "$1" "$2" "${3:-White}" --prefixes; }
printf '@PLAYER\nKasparov, Garry # GM\n= Kasparow, G\n= Weinstein, G\nKasparov, Sergey\nKarpov, Anatoly\nKarpov\nLi\nLi, An\nLi, An B\n@SITE\nMoskva\n' >table
players 'Kasparov, G' 'Kasparov, S' 'Kasparov, ' 'Kar' 'Weinst' 'Li' 'Li, ' 'Kasparo' 'Kasparov, Garry K' 'Mosk' 'Kasparow,' 'K'
completes "one name only" 'Kasparov, Garry|Kasparov, Sergey|Kasparov, |Kar|Weinst|Li|Li, |Kasparo|Kasparov, Garry K|Mosk|Kasparow,|K'
players 'Mosk' 'Kasparov, G'
completes "sites by their own section" 'Moskva|Kasparov, G' Site
players 'Kasparov, G'
become "not unasked" 'Kasparov, G'
printf '@PLAYER\nKasparov, Garry\n= Kaspi\n= Kasparov, G K\n%%Prefix "GM " ""\n' >table
players 'Kasp' 'GM Kasparov' 'Kaspi' 'Kasparov, G K' 'GM Kaspi' 'Kaspar, A' ' Kasp' 'Kasparov, G'
cp x.bcgn before.bcgn
status "--prefixes, --dry-run" 0 "$PGNDB" rename x.bcgn table --prefixes --dry-run
says "it is told beforehand" '1 value "Kasparov, G" would be "Kasparov, Garry", of which it is the beginning'
says "... of what rules leave, too" '1 value "Kasparov" would be "Kasparov, Garry", of which it is the beginning'
says "... and what stands in the table as before" '1 value "Kasparov, G K" would be "Kasparov, Garry"$'
same "... and nothing is changed" x.bcgn before.bcgn
completes "names to replace, and rules" \
    'Kasparov, Garry|Kasparov, Garry|Kasparov, Garry|Kasparov, Garry|Kasparov, Garry|Kaspar, A| Kasp|Kasparov, Garry'
check "none of them is missed as of the table" sh -c '! grep -q "in none of these games" err'
printf '@PLAYER\nA, One\nB, Two\n= A, One\n' >table
players 'A, O' 'A'
completes "a right name that is replaced elsewhere is none" 'A, O|A'
printf '\357\273\277@PLAYER\r\n\r\nM\303\274ller, Karsten\r\n   \r\n' >table
players 'M' $'M\303\274' 'Mu' '?' ''
completes "line ends of Windows, a byte order mark, names that say nothing" $'M\303\274ller, Karsten|M\303\274ller, Karsten|Mu|?|'
seq -f 'Same %g, A' 3000 >names
{ echo @PLAYER; echo Same; sed 's/^/= /' names; } >table
players Sam Same 'Same 17,'
completes "many names that are to be one" 'Same|Same|Same 17,'
printf 'a = b\n' >table
cp before.bcgn x.bcgn
status "--prefixes and another table" 1 "$PGNDB" rename x.bcgn table --prefixes
says "... is refused" 'table: is no spelling file of SCID, with @PLAYER or the like; --prefixes is for these'
printf '@PLAYER\n' >table
status "--prefixes and no name" 1 "$PGNDB" rename x.bcgn table --prefixes
says "... is refused, too" 'has no names to replace'
status "--prefixes elsewhere" 1 "$PGNDB" names x.bcgn --prefixes
says "... is told" "the option '--prefixes' goes with rename"
finish
