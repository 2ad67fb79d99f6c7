# pgndb: what each subcommand makes of a database, and --dry-run nothing; what it prints, and what it refuses; and how pgnpack leads to it.
. "$(dirname "$0")/lib.sh"
export SOURCE_DATE_EPOCH=1700000000
programs=$(dirname "$PGNDB")
state() { python3 "$tools/database_state.py" "$programs" "$1"; }

{
    some_games 12
    some_games 3 # there twice
    printf '[Event "Others"]\n[White "Müller, Karl"]\n[Black "White, Wendy"]\n[Date "1999.01.02"]\n[Result "1/2-1/2"]\n[ECO "B90"]\n\n1. d4 d5 1/2-1/2\n\n'
    printf '[Event "Others"]\n[White "Wendy White"]\n[Black "Black, Bob"]\n[Date "2001.??.??"]\n[Result "0-1"]\n\n1. c4 e5 2. Nc3 0-1\n\n'
} >games.pgn
{
    some_games 2
    printf '[Event "New"]\n[White "New, N"]\n[Black "White, Wendy"]\n[Date "2022.05.05"]\n[Result "1-0"]\n\n1. f4 e5 2. g3 1-0\n\n'
} >week.pgn
printf 'White, Wendy = White, W\n' >table
status "pack" 0 "$PGNPACK" -q games.pgn -o first.bcgn
cp first.bcgn games.bcgn
status "games that are deleted, duplicates, and new versions" 0 sh -c '"$PGNDB" delete -q games.bcgn -g 1,5-7 &&
    "$PGNDB" dedupe -q games.bcgn && "$PGNDB" set -q games.bcgn Site=Here --where event=Others'
cp games.bcgn full.bcgn
"$PGNPACK" -q week.pgn -o week.bcgn

printf '2\n9 10\n' >list
id=$("$PGNFIND" --csv=GameId full.bcgn | sed -n 4p)

# ---- Each subcommand ----

# works NAME PATTERN WORDS...: on games.bcgn, which full.bcgn is; it says that, does it, and with --dry-run nothing.
works() {
    local name=$1 pattern=$2
    shift 2
    rm -f made*
    cp full.bcgn games.bcgn
    status "$name: pgndb $*" 0 "$PGNDB" "$@"
    case $1 in
    log | names)
        check "$name: it is printed" grep -Eq "$pattern" out
        check "$name: nothing is changed" cmp games.bcgn full.bcgn
        return
        ;;
    merge | sort | split) check "$name: a file is made" sh -c 'ls made*' ;;
    *) check "$name: the database is changed" sh -c '! cmp -s games.bcgn full.bcgn' ;;
    esac
    says "$name: it is said" "^pgndb: (games|made).bcgn: $pattern"
    check "$name: all is whole" sh -c '"$PGNUNPACK" -qt games.bcgn $(ls made* 2>/dev/null)'
    rm -f made*
    cp full.bcgn games.bcgn
    status "$name: --dry-run" 0 "$PGNDB" "$@" --dry-run
    says "$name: --dry-run tells" "^pgndb: [a-z.]+: .*(would be|would have|nothing is changed)"
    check "$name: --dry-run leaves the database" cmp games.bcgn full.bcgn
    check "$name: --dry-run makes no file" sh -c '! ls made* 2>/dev/null'
}

works 'delete' '3 games deleted: 8 of 19 games in use$' delete games.bcgn -g 2,9-10
works 'delete those of a list' '3 games deleted: 8 of 19 games in use$' delete games.bcgn --games=@list
works 'delete by an id' '1 game deleted: 10 of 19 games in use$' delete -g "$id" games.bcgn
works 'delete what is found' '4 games deleted: 7 of 19 games in use$' delete games.bcgn --where 'white=Wendy date=2021.03.10-'
works 'undelete' '2 games brought back: 13 of 19 games in use$' undelete games.bcgn -g 5,7
works 'undelete all' '4 games brought back: 15 of 19 games in use$' undelete games.bcgn --all
works 'undelete duplicates' '2 games brought back: 13 of 19 games in use$' undelete games.bcgn --duplicates --all
works 'undelete a duplicate' '1 game brought back: 12 of 19 games in use$' undelete games.bcgn --duplicates -g 14
works 'set' '2 of 11 games changed$' set games.bcgn 'Site=Lower Hall' Round=7 --where event=Others
works 'set and unset' '11 of 11 games changed$' set games.bcgn Annotator=A --all --unset ECO
works 'unset' '10 of 11 games changed$' unset games.bcgn ECO Round --all -5
works 'rename' '10 of 11 games changed$' rename games.bcgn table
works 'names' $'^Wendy White\tWhite, Wendy\t' names games.bcgn
works 'dedupe' '8 duplicates deleted: 3 of 19 games in use$' dedupe games.bcgn --kind=loose --prefer=last
works 'add' '1 game added: 12 of 20 games in use$' add games.bcgn week.pgn --dedupe --prefer=text
works 'add some' '1 game added: 12 of 20 games in use$' add games.bcgn week.pgn --where white=New
works 'add at the level' '3 games added: 14 of 22 games in use$' add games.bcgn week.pgn --best --where player=Wendy --verify
works 'merge' '19 games, [0-9]+ bytes$' merge games.bcgn first.bcgn -o made.bcgn
works 'sort' '11 games, [0-9]+ bytes$' sort games.bcgn date --reverse --keep-ids -o made.bcgn
works 'compact' '11 games; .* became 1, ' compact games.bcgn --forget
works 'compact with options of both' '11 games; .* became 1, ' compact games.bcgn --forget --force -4 --wait=3 --no-index --drop-ids
works 'compact anew' '11 games; .* became 1, ' compact games.bcgn --forget -5 --drop-ids
works 'split' '11 games are in 3 files' split games.bcgn 5 -o made.bcgn
works 'split by a tag' '11 games are in 3 files' split games.bcgn eco -o made.bcgn
works 'log' '^ +4  .*pgndb set -q games.bcgn Site=Here --where event=Others$' log games.bcgn
works 'what is deleted' '^ +14 .* duplicate ' log games.bcgn --deleted
works 'back' 'is at state 2 again: 17 games, of which 4 deleted' back -f games.bcgn 2

# What pgnpack did before there was pgndb: it leads there.
while read -r option meant; do
    cp full.bcgn games.bcgn
    for value in '' =3; do
        status "pgnpack --$option$value" 1 "$PGNPACK" "--$option$value" games.bcgn
        check "... leads to pgndb ${meant%%,*}" grep -qxF "pgnpack: the option '--$option' is about databases: pgndb $meant does that; see pgnpack --help" err
    done
    check "... which there is" "$PGNDB" "${meant%%,*}" --help
    check "... and nothing is done" cmp games.bcgn full.bcgn
done <<'END'
compact compact
dedupe dedupe, or pgndb add --dedupe,
delete delete
delete-where delete
deleted deleted
log log
merge merge
rename rename
set set
sort sort
spelling names
split split
truncate-to back
undelete undelete
unset unset
END
status "pgnpack of a beginning of one" 1 "$PGNPACK" --delet=3 games.bcgn
says "... does not know it" "the option '--delet=3' is unknown"
status "pgnunpack, which never did that" 1 "$PGNUNPACK" --delete=3 games.bcgn
says "... does not know it, either" "the option '--delete=3' is unknown"

# --append stays with pgnpack, and does the same as add.
cp full.bcgn old.bcgn
cp full.bcgn games.bcgn
status "add all: pgnpack" 0 "$PGNPACK" --append=old.bcgn week.pgn -6
check "add all: pgnpack --append stays" test "$(cat err)" = 'pgnpack: old.bcgn: 3 games added: 14 of 22 games in use'
status "add all: pgndb" 0 "$PGNDB" add games.bcgn week.pgn -6
check "add all: one line" test "$(cat err)" = 'pgndb: games.bcgn: 3 games added: 14 of 22 games in use'
state old.bcgn >old.state
state games.bcgn >new.state
same "add all: it is the same database" new.state old.state
cp full.bcgn games.bcgn
status "add all: --dry-run" 0 "$PGNDB" add games.bcgn week.pgn --dry-run
says "add all: --dry-run tells" '^pgndb: games.bcgn: 3 games would be added$'
check "add all: --dry-run leaves it" cmp games.bcgn full.bcgn
status "add: a database that is not there, --dry-run" 0 "$PGNDB" add new.bcgn week.pgn --dry-run --dedupe
says "... tells that it would be made" '^pgndb: new.bcgn: would be made: 3 games$'
absent "... and makes none" new.bcgn
status "add: it is made" 0 "$PGNDB" add new.bcgn week.pgn
says "... says so" '^pgndb: new.bcgn: made: 3 games$'
status "... and is there then" 0 "$PGNDB" add new.bcgn week.pgn --dry-run
says "... says so" '^pgndb: new.bcgn: 3 games would be added$'
check "... with all games" sh -c '"$PGNUNPACK" -c new.bcgn | cmp - week.pgn'

# What add has of pgnpack --append.
gzip -k week.pgn
printf 'week.pgn\nweek.pgn.gz\n' >week.list
for words in '--filelist=week.list' '--best week.pgn' 'week.pgn --verify' '--no-unwrap week.pgn.gz' '-9 week.pgn --filelist=week.list'; do
    cp full.bcgn old.bcgn
    cp full.bcgn games.bcgn
    # shellcheck disable=SC2086 # words
    status "add $words: pgnpack" 0 "$PGNPACK" --append=old.bcgn $words
    # shellcheck disable=SC2086
    status "add $words: pgndb" 0 "$PGNDB" add games.bcgn $words
    state old.bcgn >old.state
    state games.bcgn >new.state
    same "... comes to the same" new.state old.state
done

# ---- More of each ----

cp full.bcgn games.bcgn
status "set games of a list" 0 "$PGNDB" set games.bcgn Round=99 -g 10,8-9,8
says "... says how many" '^pgndb: games.bcgn: 3 of 11 games changed$'
check "... each once" sh -c 'test "$("$PGNFIND" -c --round 99 games.bcgn)" = 3'
status "unset: a game that there is not" 1 "$PGNDB" unset games.bcgn Round -g 3,99
says "... is told" 'games.bcgn: has no game 99: there are'
check "... and nothing is done" sh -c 'test "$("$PGNFIND" -c --round 99 games.bcgn)" = 3'
for choice in '-g8-9' '--where=player=Wendy date=2021.03.09-2021.03.10'; do
    cp full.bcgn games.bcgn
    status "rename, $choice" 0 "$PGNDB" rename games.bcgn table "$choice"
    says "... in these games only" '^pgndb: games.bcgn: 2 of 11 games changed$'
    check "... which have the new name" sh -c 'test "$("$PGNFIND" --white "=White, W" --csv=Round games.bcgn | sort | paste -sd " ")" = "8 9 Round"'
done
cp full.bcgn games.bcgn
printf 'White, Wendi = W\nWhite, Wendy = White, W\nNobody = N\n' >mistyped
status "rename of names that no game has" 0 "$PGNDB" rename games.bcgn mistyped --dry-run
says "... warns" 'games.bcgn: warning: 2 names of the table are in none of these games, beginning with "White, Wendi"$'
status "rename of names that games have" 0 "$PGNDB" rename games.bcgn table --dry-run
check "... does not" sh -c '! grep warning err'
status "rename in no game" 1 "$PGNDB" rename games.bcgn table --where player=
check "... changes nothing" cmp games.bcgn full.bcgn
status "undelete what is found" 0 "$PGNDB" undelete games.bcgn --where 'player=Bob date=2021.03.06-2021.03.07'
says "... says how many" '^pgndb: games.bcgn: 2 games brought back: '
cp full.bcgn games.bcgn
cp full.bcgn two.bcgn
status "delete from several" 0 "$PGNDB" delete games.bcgn two.bcgn -g 2
check "... tells each" test "$(grep -c '^pgndb: [a-z]*.bcgn: 1 game deleted: 10 of 19 games in use$' err)" = 2
status "undelete in several" 0 "$PGNDB" undelete games.bcgn two.bcgn -g 2
check "... they are as before" test "$(grep -c '^pgndb: [a-z]*.bcgn: 1 game brought back: 11 of 19 games in use$' err)" = 2
status "undelete all duplicates" 0 "$PGNDB" undelete games.bcgn --duplicates
says "... without --all" '^pgndb: games.bcgn: 2 games brought back: '
status "tags of duplicates, --dry-run" 0 "$PGNDB" dedupe first.bcgn --merge-tags --dry-run --kind loose
says "... are counted" 'duplicates? among'
for words in 'merge full.bcgn week.bcgn -o made.bcgn' 'sort full.bcgn date -o made.bcgn' 'split full.bcgn 5 -o made.bcgn' 'compact full.bcgn -o made.bcgn'; do
    rm -f made*
    # shellcheck disable=SC2086 # words
    status "$words" 0 "$PGNDB" $words
    check "... says one line" test "$(grep -c '^pgndb: [a-z]*.bcgn: [0-9]* games' err)$(wc -l <err)" = 11
    rm -f made*
    # shellcheck disable=SC2086
    status "$words, -q" 0 "$PGNDB" $words -q
    silent "... says nothing"
done

status "merge of one twice" 0 "$PGNDB" merge full.bcgn week.bcgn full.bcgn -o made.bcgn -f
says "... is told" 'full.bcgn: warning: all of it is in an earlier input, too; its games come once$'
rm -f made*
status "split by year" 0 "$PGNDB" split full.bcgn year -o made.bcgn
ls made* >years
rm -f made*
status "... as by date" 0 "$PGNDB" split full.bcgn date -o made.bcgn
same "... makes the same files" years <(ls made*)
# A command of the log can be given to a shell, and does the same again.
cp full.bcgn games.bcgn
cp full.bcgn again.bcgn
status "a change with blanks and quotes" 0 "$PGNDB" set games.bcgn "Event=O'Neil's Cup, 2nd" --where 'player="Black, Bob" date=2021-'
command=$("$PGNDB" log games.bcgn --json | tail -n 1 | python3 -c 'import json, sys; print(json.loads(sys.stdin.read())["command"])')
mkdir again
cp again.bcgn again/games.bcgn
status "its command, again" 0 sh -c "cd again && pgndb() { \"\$PGNDB\" \"\$@\"; } && $command"
state games.bcgn >old.state
state again/games.bcgn >new.state
same "... makes the same" new.state old.state
# JSON.
cp full.bcgn games.bcgn
json() { # NAME EXPRESSION WORDS...: it is true of the lines, each a value
    local name=$1 expression=$2
    shift 2
    status "$name" 0 "$PGNDB" "$@"
    check "... is JSON" python3 -c 'import json, sys
text = open("out").read()
rows = json.loads(text) if text[0] == "[" else [json.loads(line) for line in text.splitlines()]
sys.exit(not eval(sys.argv[1]))' "$expression"
}
json 'log --json' '[(r["change"], r["added"], r["deleted"]) for r in rows] == [(1, 17, 0), (2, 0, 4), (3, 0, 2), (4, 2, 2)] and rows[3]["command"].startswith("pgndb set -q games.bcgn Site") and rows[3]["time"] == "2023-11-14T22:13:20Z" and all(r["state"] for r in rows)' log games.bcgn --json
json 'log --deleted --json' '[(r["game"], r["why"], r.get("of")) for r in rows if r["change"] > 2] == [(14, "duplicate", 2), (15, "duplicate", 3), (16, "replaced", 18), (17, "replaced", 19)]' \
    log games.bcgn --deleted --json
json 'names --json' '{(r["from"], r["to"]) for r in rows} >= {("Wendy White", "White, Wendy")}' names first.bcgn --json
json 'info --json' 'rows[0]["games"] == 11 and rows[0]["name"] == "games.bcgn"' info games.bcgn --json
status "info" 0 "$PGNDB" info games.bcgn first.bcgn -v
mv out info
"$PGNUNPACK" -l -v games.bcgn first.bcgn >list.out
same "... as pgnunpack -l" info list.out
mkdir -p some/more
cp games.bcgn some/a.bcgn
cp first.bcgn some/more/b.bcgn
for words in 'info -l' 'check -t'; do
    status "${words% *} of a folder" 0 "$PGNDB" "${words% *}" -r some -v
    sed -i 's/^pgndb: //' err
    mv err one.err
    mv out one.out
    status "... as pgnunpack ${words#* }" 0 "$PGNUNPACK" "${words#* }" -r some -v
    sed -i 's/^pgnunpack: //' err
    [ "${words% *}" = check ] || comes_to "... prints the same" out one.out # check has a table besides
    comes_to "... says the same" err one.err
done
status "check, well" 0 "$PGNDB" check games.bcgn
says "... says so" '^pgndb: games.bcgn: 19 games, .*: all is well$'
status "check -q" 0 "$PGNDB" check games.bcgn -q
silent "... says nothing"
status "check" 0 "$PGNDB" check games.bcgn -v
says "... as pgnunpack -t" 'games.bcgn: 19 games, .*: all is well'

# ---- Help ----

status "pgndb alone" 1 "$PGNDB"
same "... shows the subcommands" out <("$PGNDB" help)
status "pgndb help" 0 "$PGNDB" help
check "... in 80 columns" awk 'length > 80 { exit 1 }' out
sed -n 's/^  \([a-z]*\) .*/\1/p' out >commands
check "... has them all" test "$(tr '\n' ' ' <commands)" = \
    'add delete undelete set unset result comment flag edit replace rename classify names dedupe merge sort compact split log deleted undo back check info '
for word in -h --help; do
    status "pgndb $word" 0 "$PGNDB" $word
    same "... is the same" out <("$PGNDB" help)
done
status "pgndb --version" 0 "$PGNDB" --version
check "... is ours" sh -c 'sed s/pgnpack/pgndb/ <("$PGNPACK" --version) | cmp - out'
cp first.bcgn a.bcgn
cp full.bcgn b.bcgn
while read -r command; do
    "$PGNPACK" -q -f -o games.bcgn games.pgn games.pgn
    "$PGNDB" delete -q games.bcgn -g 17
    "$PGNDB" delete -q games.bcgn -g 20
    rm -f names.txt
    "$PGNUNPACK" -qc -g 12 games.bcgn | sed 's/^\[Round .*/[Round "99"]/' >corrected.pgn
    status "help $command" 0 "$PGNDB" help "$command"
    check "... in 80 columns" awk 'length > 80 && !/^  pgndb/ { exit 1 }' out
    check "... has a sentence, options and an example" \
        sh -c 'sed -n 2p out | grep -q "^[A-Z].*\.$" && grep -q "^      --no-progress" out && tail -n 2 out | head -n 1 | grep -qx Example:'
    mv out help
    status "$command --help" 0 "$PGNDB" "$command" --help
    same "... is the same" out help
    example=$(tail -n 1 help)
    export EDITOR=true
    status "example: $example" 0 sh -c "test $command != rename || cp table names.txt; pgndb() { \"\$PGNDB\" \"\$@\"; }; ${example#  }"
done <commands

# ---- Mistakes ----

refuses() { # NAME PATTERN WORDS...
    local name=$1 pattern=$2
    shift 2
    cp full.bcgn games.bcgn
    status "$name" 1 "$PGNDB" "$@"
    says "$name: why" "^pgndb: .*$pattern"
    same_empty "$name: nothing is printed" out
    check "$name: the database stays" cmp games.bcgn full.bcgn
}
refuses 'a subcommand mistyped' "'dedup' is unknown; did you mean dedupe\?; see pgndb --help$" dedup games.bcgn
refuses 'its beginning' "'unde' is unknown; did you mean undelete\?" unde games.bcgn
refuses 'that of several' "'und' is short for several: undelete, undo;" und games.bcgn
refuses 'another word for it' "'append' is unknown; did you mean add\?" append games.bcgn week.pgn
while read -r word meant; do
    refuses "$word" "'$word' is unknown; did you mean $meant\?; see" "$word" games.bcgn
done <<'END'
new add
create add
pack add
find pgnfind
search pgnfind
count pgnunpack
export pgnunpack
salvage pgnunpack --salvage
index pgnfind --index
dup dedupe
deduplicate dedupe
END
refuses 'an option in place of it' "give a subcommand before '--delete=3'" --delete=3 games.bcgn
refuses 'help of none' "'dalete' is unknown; did you mean delete\?" help dalete
refuses 'a blank one' "the subcommand '' is unknown" ''
refuses 'an option of another' "'--prefer' goes with add, dedupe; see pgndb log --help" log games.bcgn --prefer=text
refuses 'a letter of another' "'--games' goes with delete, undelete, set, unset, result, comment, flag, edit, replace, rename" merge games.bcgn -g 3 -o x.bcgn
refuses 'an option mistyped' "'--wehre=x' is unknown; did you mean --where\?" delete games.bcgn --wehre=x
refuses 'a condition as an option' "'--white=Wendy' is a condition: .*pgndb takes it in --where" delete games.bcgn --white=Wendy
refuses 'no games' 'which games\? Give -g, --where' delete games.bcgn
refuses 'no games to set' 'which games\?' set games.bcgn Event=x
refuses 'games twice' "'--games' and '--where' exclude each other" delete games.bcgn -g 3 --where white=Wendy
refuses 'all and some' "'--where' and '--all' exclude each other" unset games.bcgn ECO --where white=Wendy --all
refuses 'ids kept and not' "exclude each other" split games.bcgn 5 --keep-ids --drop-ids
refuses 'a number in place of -g' "which games\?" delete games.bcgn 3
for option in --prefer=text --merge-tags --report=made.csv; do
    refuses "add $option without --dedupe" "the option '${option%%=*}' goes with --dedupe" add games.bcgn week.pgn "$option"
done
absent '... no report' made.csv
cp full.bcgn indexed.bcgn
"$PGNFIND" --index indexed.bcgn
cp week.pgn notes.idx
for words in 'add games.bcgn indexed.bcgn.idx' 'info indexed.bcgn.idx' 'check games.bcgn indexed.bcgn.idx' 'delete ./indexed.bcgn.idx -g 2'; do
    # shellcheck disable=SC2086
    refuses "an index: $words" "indexed.bcgn.idx' is an index, which pgnfind --index made, and no database" $words
done
status "a file that is only called so" 0 "$PGNDB" add other.bcgn notes.idx
refuses 'a tag before the database' "the database comes first, and not 'Event=X': pgndb set DB TAG=VALUE...; see pgndb set --help" set -g 3 Event=X games.bcgn
refuses 'a key before the database' "the database comes first, and not 'date'" sort date games.bcgn -o made.bcgn
refuses 'a table before the database' "'games.bcgn' is a database, and comes before the table: pgndb rename DB TABLE" rename table games.bcgn
refuses 'a state before the database' "the database comes first, and not '2'" back 2 games.bcgn
refuses 'the database before the subcommand' "the subcommand comes first, and not 'games.bcgn': pgndb info DB" games.bcgn info
refuses 'nothing to set' "missing argument: it takes 'DB TAG=VALUE...'" set games.bcgn --all
refuses 'no file' "missing argument: it takes 'DB FILE...'" add games.bcgn
refuses 'no database' "missing argument: it takes 'DB...'" info
refuses 'no output' "give the output: '-o FILE.bcgn'" merge games.bcgn first.bcgn
refuses 'several files on one stream' "'-o -' has no meaning" split games.bcgn 5 -o -
refuses 'two to sort' "unexpected argument 'second.bcgn'" sort games.bcgn date second.bcgn -o x.bcgn
refuses 'nothing to sort by' "'colour': cannot sort by that; .*, backwards with --reverse;" sort games.bcgn colour -o x.bcgn
ln full.bcgn hard.bcgn
mkdir -p folder
refuses 'a database twice' "games.bcgn: is given twice" dedupe games.bcgn ./games.bcgn
refuses 'a database by two names, --dry-run' "hard.bcgn: is given twice" dedupe full.bcgn hard.bcgn --dry-run
refuses 'no file of games' "'@' is no list of games" delete games.bcgn -g @
refuses 'a folder, without -r' 'folder: Is a directory; give the files in it, or -r$' add games.bcgn folder
refuses 'a folder where there is no -r' 'folder: Is a directory; give the files in it$' log folder
for word in info check; do
    refuses "$word of a folder without -r" 'folder: Is a directory; give the files in it, or -r$' $word folder
done
refuses 'a condition with capitals' 'no condition named "White"; did you mean white\?;|named "White", but white=NAME:' delete games.bcgn --where White=Wendy
refuses 'a condition mistyped' 'no condition named "playr"; did you mean player\?' delete games.bcgn --where playr=Wendy
refuses 'a comparison' 'no condition named "elo<1500", but elo=RANGE: ' delete games.bcgn --where 'elo<1500'
refuses 'a comparison with =' 'no condition named "Elo>", but elo=RANGE: ' delete games.bcgn --where 'Elo>=1500'
refuses 'a value that lost its quotes' "named \"Janos\"; values with blanks stand in double quotes, as in 'player=" delete games.bcgn --where 'event=IV Janos'
refuses 'an option of pgnpack' "'-B' is pgnpack's, as in pgnpack --append=DB; see" add games.bcgn week.pgn -B 1M
refuses 'one that is a condition, too' "'--moves' is pgnpack's, as in pgnpack --append=DB, or, in --where, a condition" add games.bcgn week.pgn --moves=best
refuses 'the condition' "'--moves' is a condition: pgndb takes it in --where" delete games.bcgn --moves=e4
refuses 'no state' "'x' is no state of the log" back games.bcgn x
refuses 'a state that there is not' "there is no state 9" back games.bcgn 9
refuses 'the same, --dry-run' "there is no state 9: the last one is" back games.bcgn 9 --dry-run
refuses 'no tag and value' "'Event' is no tag and value" set games.bcgn Event --all
refuses 'a stream as a database' "a database that is changed has to be a file" delete - -g 1
refuses 'a stream to add to' "a database that is added to has to be a file" add - week.pgn
for blank in '' ' ' $' \t\n'; do
    shown=$(printf '%q' "$blank")
    refuses "-g $shown" "'-g' has an empty value: give it N,M-K" delete games.bcgn -g "$blank"
    refuses "--where $shown" "'--where' has an empty value: give it COND" set games.bcgn Event=x --where "$blank"
    refuses "set Event=$shown" "'Event=.*has no value; pgndb unset takes tags away" set games.bcgn "Event=$blank" --all
    refuses "unset $shown" "an argument is empty" unset games.bcgn "$blank" --all
    refuses "a database $shown" "an argument is empty" compact games.bcgn "$blank"
done
for condition in variations 'player=' 'not' 'not player=""'; do
    refuses "--where '$condition'" 'asks nothing|ends with|empty|no condition' delete games.bcgn --where "$condition"
    refuses "undelete --where '$condition'" 'asks nothing|ends with|empty|no condition' undelete games.bcgn --where "$condition"
done

# Every option with a value, of every subcommand, with a value of nothing.
while read -r command; do
    case $command in
    add) words=(games.bcgn week.pgn) ;;
    set) words=(games.bcgn A=b) ;;
    unset) words=(games.bcgn ECO) ;;
    rename) words=(games.bcgn table) ;;
    sort) words=(games.bcgn date) ;;
    split) words=(games.bcgn 5) ;;
    back | undo) words=(games.bcgn 2) ;;
    replace) words=(games.bcgn week.pgn) ;;
    result) words=(games.bcgn 1-0) ;;
    comment) words=(games.bcgn 3 words) ;;
    flag) words=(games.bcgn todo) ;;
    *) words=(games.bcgn) ;;
    esac
    for option in $("$PGNDB" "$command" --help | grep -oE -- '--[a-z0-9-]+\[?=' | tr -d '[=' | sort -u); do
        refuses "$command $option=" "the option '$option' has an empty value: give it [A-Z]" "$command" "${words[@]}" "$option="
    done
done <commands

# ---- Damage ----

# Games that are damaged, in a database that can be opened: what to do is told, once, and that nothing was done.
{
    some_games 30
    some_games 30 | tr 2 3
} | "$PGNPACK" -q -B 1K -o many.bcgn -
for offset in $(seq 400 100 3000); do
    cp many.bcgn damaged.bcgn
    being_made damaged.bcgn "$offset"
    if "$PGNUNPACK" -qq -l damaged.bcgn >list.out 2>err && ! "$PGNDB" set -qq damaged.bcgn A=b --all --dry-run 2>err; then break; fi
done
cp damaged.bcgn kept.bcgn
printf 'Nobody = Somebody\n' >nobody
for words in 'set damaged.bcgn A=b --all' 'unset damaged.bcgn Event --all' 'set damaged.bcgn A=b --all --dry-run' 'rename damaged.bcgn nobody' \
    'compact damaged.bcgn -5' 'delete damaged.bcgn --where player=Nobody' 'dedupe damaged.bcgn'; do
    # shellcheck disable=SC2086
    status "damaged games: $words" 2 "$PGNDB" $words
    check "... what to do is told once" test "$(grep -c 'nothing was changed; .*pgnunpack --salvage' err)" = 1
    check "... it stays" cmp damaged.bcgn kept.bcgn
done

# Another program has it.
cp full.bcgn games.bcgn
flock games.bcgn sh -c '"$PGNDB" delete games.bcgn -g 2 2>first.err; "$PGNDB" delete games.bcgn -g 2 --wait=1 2>second.err'
check "locked: --wait is told" grep -q 'another program is changing it: .*, or give --wait=SECONDS$' first.err
check "locked, --wait: how long it took" grep -q 'another program is changing it, still after 1 second$' second.err

head -c $(($(stat -c %s full.bcgn) - 300)) full.bcgn >cut.bcgn
for words in 'delete games.bcgn -g 2' 'set games.bcgn A=b --all' 'replace games.bcgn -g 2 corrected.pgn' 'edit games.bcgn -g 2' 'result games.bcgn -g 2 1-0' 'comment games.bcgn -g 2 1 x' 'flag games.bcgn -g 2 x' 'dedupe games.bcgn' \
    'compact games.bcgn' 'back games.bcgn 1' 'undo games.bcgn 1' 'check games.bcgn' \
    'info games.bcgn' 'add games.bcgn week.pgn' 'names games.bcgn' 'sort games.bcgn date -o x.bcgn' 'log games.bcgn'; do
    # shellcheck disable=SC2086 # words
    cp cut.bcgn games.bcgn
    status "a file that was cut: $words" 2 "$PGNDB" $words
    check "... stays" cmp games.bcgn cut.bcgn
done
status "a file that was cut: --force goes on" 0 "$PGNDB" delete games.bcgn -g 2 --force
says "... and says where the end is" 'moved to games.bcgn.torn'
cp cut.bcgn games.bcgn
rm -f games.bcgn.torn
status "... compact, too" 0 "$PGNDB" compact games.bcgn --force
says "... moves the end" 'moved to games.bcgn.torn'
status "... and what is left is whole" 0 "$PGNDB" check games.bcgn

# What --force would do is tried, too.
for words in 'delete games.bcgn -g 2' 'set games.bcgn A=b --all' 'dedupe games.bcgn' 'back games.bcgn 1' 'undo games.bcgn 1' 'add games.bcgn week.pgn'; do
    cp cut.bcgn games.bcgn
    rm -f games.bcgn.torn
    # shellcheck disable=SC2086 # words
    status "a file that was cut: $words --force --dry-run" 0 "$PGNDB" $words --force --dry-run
    says "... says what would be moved" 'would be moved to games.bcgn.torn'
    check "... moves nothing" sh -c 'cmp games.bcgn cut.bcgn && [ ! -e games.bcgn.torn ]'
done

# An output that would be refused is refused with --dry-run; what is left is what was there.
cp full.bcgn games.bcgn
cp full.bcgn there.bcgn
mkdir -p folder
databases() { ls -A | grep -E 'bcgn|pgnpack-'; }
databases >before
for words in 'sort games.bcgn date' 'compact games.bcgn' 'merge games.bcgn week.bcgn'; do
    for output in there.bcgn games.bcgn folder nowhere/x.bcgn; do
        # shellcheck disable=SC2086 # words
        status "dry run, -o $output: $words" 1 "$PGNDB" $words -o "$output" --dry-run
    done
    # shellcheck disable=SC2086 # words
    status "dry run, -f: $words" 0 "$PGNDB" $words -o there.bcgn -f --dry-run
    databases >after
    check "... nothing came of it" sh -c 'cmp full.bcgn there.bcgn && cmp before after'
done

cp full.bcgn games.bcgn
status "set of games of which one is deleted" 0 "$PGNDB" set games.bcgn Round=77 -g 1-2
says "... says so" "games.bcgn: warning: 1 game of those that were named is deleted, and not changed"
status "set of one that is there" 0 "$PGNDB" set games.bcgn Round=78 -g 3
check "... says nothing of it" sh -c '! grep -q deleted, err'

# An old number leads to the game that is there now; each further change has one of its own.
cp full.bcgn games.bcgn
before=$("$PGNUNPACK" --count --with-deleted games.bcgn)
status "a draw, as queries have it" 0 "$PGNDB" result -q games.bcgn -g 3 1/2
"$PGNDB" set -q games.bcgn Round=79 -g $((before + 1))
cp games.bcgn kept.bcgn
for words in 'set games.bcgn Round=80' 'comment games.bcgn 1 word' 'flag games.bcgn odd' 'result games.bcgn draw' 'classify games.bcgn'; do
    # shellcheck disable=SC2086 # words
    status "an old number: $words" 1 "$PGNDB" $words -g 3
    says "... leads to the new one" "games.bcgn: game 3: is the old version of game $((before + 2)); give that number, or the id"
    check "... and nothing is changed" cmp games.bcgn kept.bcgn
done
status "an old number, read" 1 "$PGNUNPACK" -g 3 games.bcgn
says "... leads to the new one" "games.bcgn: game 3: is the old version of game $((before + 2)); give that number"
status "an old version in a range" 0 "$PGNDB" set games.bcgn Round=80 -g 3-4
says "... is passed over" "1 game of those that were named is deleted, and not changed"
check "a draw is one" sh -c '"$PGNUNPACK" -g "$1" games.bcgn | grep -qx "\\[Result \"1/2-1/2\"\\]"' - $((before + 2))

# A way back loses what came since: only where that is said, and where there is something to lose.
cp full.bcgn games.bcgn
status "back where games would be lost" 1 "$PGNDB" back games.bcgn 1
says "... says how many, and what loses nothing" "games.bcgn: [0-9]+ game texts? that came since would be gone for good: give --force .* pgndb undo"
check "... and nothing is changed" cmp games.bcgn full.bcgn
status "back where games would be lost, --dry-run" 0 "$PGNDB" back games.bcgn 1 --dry-run
says "... says how many" "warning: [0-9]+ game texts? that came since would be gone for good"
"$PGNPACK" -q -f week.pgn -o fresh.bcgn
"$PGNDB" delete -q fresh.bcgn -g 1
status "back where no game came since" 0 "$PGNDB" back fresh.bcgn 1
check "... says nothing of any" sh -c '! grep -q "for good" err'

# The change that made the database is not the last one that is meant.
cp fresh.bcgn kept.bcgn
for dry in '' --dry-run; do
    # shellcheck disable=SC2086 # no word
    status "undo last of the first change $dry" 1 "$PGNDB" undo fresh.bcgn last $dry
    says "... says what would" "no change is left but the first, which made the database: pgndb undo 1 would delete all of its games"
    check "... and nothing is changed" cmp fresh.bcgn kept.bcgn
done
status "undo of the first change by its number" 0 "$PGNDB" undo fresh.bcgn 1

# "not" of the board alone is nearly always something else than what was meant.
for words in '--not --mate' '--not --moves e4' '--player=Wendy --not --check'; do
    # shellcheck disable=SC2086 # words
    status "pgnfind $words" 0 "$PGNFIND" -c $words full.bcgn
    says "... says so" "'not [a-z]*' asks for some position where that does not hold, .* 'times' 0 behind it"
done
for words in '--not --player=Wendy' '--mate --times 0' '--moves e4 --not --check' '--not --check --final' '--not --mate --for 3' '-q --not --mate'; do
    # shellcheck disable=SC2086 # words
    status "pgnfind $words" 0 "$PGNFIND" -c $words full.bcgn
    check "... says nothing of it" sh -c '! grep -q "nearly every game" err'
done
status "pgndb by not" 0 "$PGNDB" delete full.bcgn --where 'not mate' --dry-run
says "... says so" "'not mate' asks for some position"

cp full.bcgn games.bcgn
status "split of standard input without a name" 1 sh -c '"$PGNDB" split - 10 <games.bcgn'
says "... asks for one" "give the parts of standard input a name"
check "... makes no file" sh -c '! ls ./--*.bcgn'

# What is no tag of the games: a word of --where, a database, a name with other capitals.
for words in 'date=-1999 Site=X --where player=Wendy' 'white=Z -g 8' 'elo=2500- --all' 'eco=B90 --all' 'Site=X player=Wendy -g 8'; do
    # shellcheck disable=SC2086 # words
    refuses "set $words" "is a condition, and would be a new tag: conditions go together in --where" set games.bcgn $words
done
refuses 'set eco' "; the tag is ECO$" set games.bcgn eco=B90 --all
refuses 'two databases to unset' "'week.bcgn' is no name of a tag" unset games.bcgn week.bcgn ECO --all
refuses 'one of them with --unset' "'week.bcgn' is no name of a tag" set games.bcgn Site=X --unset week.bcgn --all
refuses 'a list of tags' "'ECO,Round' is no name of a tag" unset games.bcgn ECO,Round --all
cp full.bcgn games.bcgn
for words in 'unset games.bcgn eCo -g 8' 'set games.bcgn eCo=B90 -g 8' 'set games.bcgn Site=X --unset eCo -g 8' 'unset games.bcgn Eco --all --dry-run'; do
    # shellcheck disable=SC2086
    status "$words" 0 "$PGNDB" $words
    says "... warns" 'warning: games.bcgn: none of these games has a tag (eCo|Eco); the games have (ECO|eCo)'
    cp full.bcgn games.bcgn
done
for word in Whitetitle UtcDate timecontrol; do
    cp full.bcgn games.bcgn
    status "set $word" 0 "$PGNDB" set games.bcgn $word=1800 -g 8
    says "... warns" "games.bcgn: warning: none of these games has a tag $word; PGN's is (WhiteTitle|UTCDate|TimeControl)$"
done
cp full.bcgn games.bcgn
status "unset of a tag that there is not" 0 "$PGNDB" unset games.bcgn Annotater --all
says "... warns" 'warning: games.bcgn: none of these games has a tag Annotater; give the name as'
printf '[date "x"]\n\n1. e4 *\n' | "$PGNDB" add -q games.bcgn -
for words in 'unset games.bcgn ECO --all' 'set games.bcgn Annotator=A --all' 'set games.bcgn date=-1999 --all'; do
    # shellcheck disable=SC2086
    status "$words" 0 "$PGNDB" $words
    check "... says one line, of no tag" sh -c '! grep -v "games changed$" err'
done
for word in 'Event=x' 'No Tag'; do
    status "unset '$word'" 1 "$PGNDB" unset games.bcgn "$word" --all
    says "... is told" "a tag's name has neither blanks nor '='"
done

# However many options there are, each is looked at.
many=$(yes -- -v | head -97)
cp full.bcgn games.bcgn
for words in 'log games.bcgn --unset Event --all' 'delete games.bcgn -g 2 --all' 'add games.bcgn week.pgn --deleted'; do
    # shellcheck disable=SC2086 # words
    status "behind 97 options: ${words%% *}" 1 "$PGNDB" ${words%% *} $many ${words#* }
    check "... changes nothing" cmp games.bcgn full.bcgn
done
finish
