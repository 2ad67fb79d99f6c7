# What daily use ran into: values of nothing, changes that said nothing, and messages that were not right.
. "$(dirname "$0")/lib.sh"
some_games 5 >games.pgn
status "pack" 0 "$PGNPACK" -q games.pgn -o whole.bcgn
: >nothing
printf ' \n\t\n' >blank

# ---- An empty value is none, for every option that takes one: also for one that there will be ----

# options_of PROGRAM: "--name" or "--name[" (where the value can be left out) of each option that its help shows with a value.
options_of() { "$1" --help | grep -oE '^ .*--[a-z0-9-]+(\[=|=)[^ ]' | grep -oE -- '--[a-z0-9-]+\[?'; }
taken=0
for program in "$PGNPACK" "$PGNUNPACK" "$PGNFIND"; do
    name=$(basename "$program")
    case $name in pgnfind) hidden='--first --head' ;; *) hidden='' ;; esac # taken, and not shown
    for option in $(options_of "$program") $hidden; do
        taken=$((taken + 1))
        option=${option%[}
        case $name$option in pgnfind--tree) continue ;; esac # no moves: from the start
        for value in '' $' \t\n'; do
            cp whole.bcgn db.bcgn
            rm -f db.pgn
            got=0
            "$program" "$option=$value" db.bcgn >out 2>err || got=$?
            shown=$(printf '%q' "$value")
            check "trap 3: $name $option=$shown is refused" test "$got" -eq 1
            check "trap 3: ... with the option and a remedy" grep -Eq "^$name: the option '$option' has an empty value: give it [A-Z]" err
            check "trap 3: ... and nothing is done" cmp db.bcgn whole.bcgn
            same_empty "trap 3: ... nor written" out
            absent "trap 3: ... nor unpacked" db.pgn
        done
    done
done
for moves in '' ' '; do
    status "trap 3: pgnfind --tree='$moves'" 0 "$PGNFIND" --tree="$moves" whole.bcgn
    cp out none
    "$PGNFIND" --tree whole.bcgn >out
    same "trap 3: ... is that of the start" none out
done
check "trap 3: all three programs' help was read" test "$taken" -ge 70
# What the completions offer (those of pgnfind ask its help) is in the help, too: no option is left out above.
for program in "$PGNPACK" "$PGNUNPACK"; do
    name=$(basename "$program")
    options_of "$program" | tr -d '[' | sort -u >of_help
    grep -oE -- '--[a-z0-9-]+=' "$tools/../../docs/completions/$name.bash" | tr -d = | sort -u >of_completion
    "$program" --help | grep -oE -- '--[a-z0-9-]+' | sort -u >all_of_help
    check "trap 3: the completions of $name offer no other options" test -z "$(comm -13 all_of_help of_completion)"
done

# ---- Every task with an empty condition, and every condition of nothing ----

tasks=('delete db.bcgn --where=@' 'set db.bcgn A=b --where=@' 'unset db.bcgn Event --where=@' 'add db.bcgn games.pgn --where=@'
    'delete db.bcgn --where=@ --dry-run' 'set db.bcgn A=b --dry-run --where=@')
for task in "${tasks[@]}"; do
    for condition in '' ' ' 'player=' 'player= ' 'player=""' 'not player=""' 'moves=' 'moves="1. "' 'tag=White=' 'event="A|"' variations either \
        mirrored not 'not not' 'final not' 'final then' 'player=Wendy not' '""' '--' '-- ' 'elo=' 'date=' 'result=' 'pgn= ' 'fen='; do
        cp whole.bcgn db.bcgn
        arguments=()
        for word in $task; do arguments+=("${word/@/$condition}"); done
        status "trap 3: ${task/@/\'$condition\'}" 1 "$PGNDB" "${arguments[@]}"
        says "trap 3: ... says why" "empty|asks nothing|ends with|nothing on the board|no condition named|list of moves is empty"
        check "trap 3: ... and leaves the database" cmp db.bcgn whole.bcgn
    done
done
for task in unpack delete undelete; do
    case $task in unpack) command=("$PGNUNPACK") ;; *) command=("$PGNDB" "$task") ;; esac
    for list in @nothing @blank @ @missing , 1, ,1 - 0 5-2 -1 99999999999999999999 1e9 0x10 2x '+3' ' 3' '3 ' 8f2k1qz: :17 6 1-6 6-; do
        cp whole.bcgn db.bcgn
        status "trap 3: $task of the list '$list'" 1 "${command[@]}" "-g$list" db.bcgn
        check "trap 3: ... says why" test -s err
        check "trap 3: ... and leaves the database" cmp db.bcgn whole.bcgn
    done
done
for table in nothing blank missing; do
    status "trap 3: rename by the table '$table'" 1 "$PGNDB" rename db.bcgn $table
    says "trap 3: ... says why" "$table: "
    check "trap 3: ... and leaves the database" cmp db.bcgn whole.bcgn
done
for word in '' A =x ' =x' 'A B=x' --unset= '--unset= ' $'A=b\nc'; do
    status "trap 3: set '$word'" 1 "$PGNDB" set db.bcgn C=d "$word" --all
    check "trap 3: ... says why" test -s err
    check "trap 3: ... and leaves the database" cmp db.bcgn whole.bcgn
done
# Numbers that are none, or absurd.
for number in -1 99999999999999999999 1e9 0x10 5x 5.0 '+3' ' 5'; do
    for task in 'back db.bcgn --' 'split db.bcgn --' 'compact db.bcgn --level' 'delete db.bcgn -g 1 --wait'; do
        cp whole.bcgn db.bcgn
        case $task in *' --') words=("$number") ;; *) words=("${task##* }=$number") task=${task% *} ;; esac
        # shellcheck disable=SC2086 # words
        status "trap 3: $task '${words[*]}'" 1 "$PGNDB" $task "${words[@]}"
        check "trap 3: ... and leaves the database" cmp db.bcgn whole.bcgn
    done
    for option in --wait --level --threads --block-size --memory --max-expansion; do
        cp whole.bcgn db.bcgn
        status "trap 3: $option='$number'" 1 "$PGNPACK" "$option=$number" db.bcgn
        check "trap 3: ... and leaves the database" cmp db.bcgn whole.bcgn
    done
    for option in --skip --limit --head --expect-games --shard; do
        status "trap 3: $option='$number'" 1 "$PGNUNPACK" "$option=$number" -c db.bcgn
    done
    for option in --limit --depth --threads --memory --wait --level --ply --plies --elo; do
        case $option$number in --ply-1 | --plies-1 | --elo-1 | --ply' 5' | --plies' 5' | --elo' 5') continue ;; esac # up to 1; blanks
        status "trap 3: pgnfind $option='$number'" 1 "$PGNFIND" "$option=$number" db.bcgn
    done
done
# All games are meant where that is said.
status "trap 3: --all" 0 "$PGNDB" set db.bcgn A=b --all
status "trap 3: a condition that every game fulfils" 0 "$PGNDB" delete -q db.bcgn --where plies=1-
status "trap 3: undelete --all" 0 "$PGNDB" undelete -q db.bcgn --all

# ---- Every task with a file that is none: no name, blanks, nothing in it, a folder ----

printf 'a = b\n' >table
mkdir hollow
while read -r task; do
    for file in '' ' ' nothing blank hollow /dev/null; do
        cp whole.bcgn db.bcgn
        got=0
        # shellcheck disable=SC2086
        sh -c "${task//FILE/\"\$0\"}" "$file" >out 2>err || got=$?
        shown=$(printf '%q' "$file")
        check "trap 3: ${task//FILE/$shown} is refused" test "$got" -eq 1 -o "$got" -eq 2
        check "trap 3: ... with a word" grep -Eq '^pgn(pack|unpack|find|db): .' err
        check "trap 3: ... and nothing is done" cmp db.bcgn whole.bcgn
        absent "trap 3: ... nor made" new new.bcgn new-0001.bcgn
    done
done <<'END'
"$PGNPACK" --append=FILE games.pgn
"$PGNDB" delete FILE -g 1
"$PGNDB" delete FILE --where plies=1-
"$PGNDB" undelete FILE --all
"$PGNDB" set FILE A=b --all
"$PGNDB" unset FILE White --all
"$PGNDB" rename FILE table
"$PGNDB" rename db.bcgn FILE
"$PGNDB" names FILE
"$PGNDB" dedupe FILE
"$PGNDB" dedupe db.bcgn FILE --dry-run
"$PGNDB" log FILE
"$PGNDB" back -f FILE 1
"$PGNDB" compact FILE --forget
"$PGNDB" compact FILE --forget -o new
"$PGNDB" merge db.bcgn FILE -o new
"$PGNDB" sort FILE date -o new
"$PGNDB" split FILE 100 -o new
"$PGNPACK" --filelist=FILE -o new
"$PGNDB" delete db.bcgn -g @FILE
"$PGNDB" undelete db.bcgn -g @FILE
"$PGNUNPACK" -t FILE
"$PGNUNPACK" -l FILE
"$PGNUNPACK" --count FILE
"$PGNUNPACK" -c --salvage FILE
"$PGNUNPACK" -c -g 1 FILE
"$PGNUNPACK" -c -g @FILE db.bcgn
"$PGNUNPACK" -t --filelist=FILE
"$PGNFIND" FILE
"$PGNFIND" --index FILE
"$PGNFIND" --tree -- FILE
"$PGNFIND" --names=White FILE
"$PGNFIND" --stats FILE
"$PGNFIND" --filelist=FILE
END

# ---- Times and cuts that are odd ----

# A year that has more digits than a date, and one beyond all years.
for time in 67767976233532799 253402300800 9223372036854775807; do
    cp whole.bcgn db.bcgn
    status "trap 25: a change at the time $time" 0 env SOURCE_DATE_EPOCH=$time "$PGNDB" delete -q db.bcgn -g 1
    status "trap 25: ... in the log" 0 "$PGNDB" log db.bcgn
    check "trap 25: ... is no time" grep -Eq '^ +2  -  ' out
done
status "trap 25: the last second of 9999" 0 sh -c 'cp whole.bcgn db.bcgn && SOURCE_DATE_EPOCH=253402300799 "$PGNDB" delete -q db.bcgn -g 1 && "$PGNDB" log db.bcgn'
check "trap 25: ... is one" grep -q '9999-12-31T23:59:59Z' out

# What was cut but not brought to the disk was cut.
if grep -q __asan_init "$PGNPACK" || ! ${CC:-cc} -shared -fPIC -O1 -o faults.so "$tools/faults.c" 2>cc.err; then
    echo "skip traps_daily: no failing calls"
else
    "$PGNDB" delete -q db.bcgn -g 2
    status "trap 25: back whose sync fails" 1 env LD_PRELOAD="$SCRATCH/faults.so" FAULT_CALL=fsync FAULT_AT=1 FAULT=5 "$PGNDB" back -f db.bcgn 1
    says "trap 25: ... says that it did" "db.bcgn: was shortened, but may not be so after a power cut"
    same "trap 25: ... and it did" db.bcgn whole.bcgn
    "$PGNDB" delete -q db.bcgn -g 2
    cp db.bcgn changed.bcgn
    status "trap 25: back that fails" 1 env LD_PRELOAD="$SCRATCH/faults.so" FAULT_CALL=ftruncate FAULT_AT=1 FAULT=5 "$PGNDB" back -f db.bcgn 1
    says "trap 25: ... says that it did not" "db.bcgn: cannot be shortened"
    same "trap 25: ... and it did not" db.bcgn changed.bcgn
fi

# ---- What was found is taken as it was told ----

some_games 1 9 >one.pgn
cp whole.bcgn told.bcgn
cp whole.bcgn five.bcgn
"$PGNDB" add -q whole.bcgn one.pgn --where plies=1-
for way in numbers ids; do
    status "trap 25: --$way" 0 "$PGNFIND" --$way --round='2|5|9' --pattern Nf3 whole.bcgn
    cp out found
    check "trap 25: ... with the plies behind tabs" test "$(grep -Ec $'^[^\t]+\t3$' found)" -eq 3
    "$PGNUNPACK" -c -g 2,5-6 whole.bcgn >wanted
    status "trap 25: --$way > f; -g @f" 0 "$PGNUNPACK" -c -g @found whole.bcgn
    same "trap 25: ... these games, and no ply is one" wanted out
    status "trap 25: --$way of two databases" 0 "$PGNFIND" --$way --round=2 whole.bcgn told.bcgn
    cp out found
    status "trap 25: ... is no list of one" 1 "$PGNUNPACK" -c -g @found whole.bcgn
    says "trap 25: ... and says so" "found: line 1: is of several databases, as pgnfind lists them; let it search one at a time"
    same_empty "trap 25: ... nothing is written" out
done

# ---- Words that lead elsewhere ----

for way in '--id X' --id=X '--id whole.bcgn'; do
    status "trap 25: pgnfind $way" 1 "$PGNFIND" $way whole.bcgn
    says "trap 25: ... leads to pgnunpack" "^pgnfind: --id: '.*' is had by pgnunpack -g"
    same_empty "trap 25: ... and nothing is listed" out
done
for condition in $("$PGNFIND" --help | sed -n '/^Conditions/,/^What is written/s/^ *--\([a-z-]*\).*/\1/p'); do
    case $condition in move | moves | for | tag) continue ;; esac # beginnings of options that there are
    for program in "$PGNPACK" "$PGNUNPACK"; do
        status "trap 25: $(basename "$program") --$condition=x" 1 "$program" --$condition=x whole.bcgn
        says "trap 25: ... leads to pgnfind" "'--$condition=x' is a condition: pgnfind finds games by it"
    done
done
status "trap 25: pgnfind without a file" 1 "$PGNFIND" --white=Wendy
says "trap 25: ... asks for one" "^pgnfind: no database given"
status "trap 25: ... or has one" 0 "$PGNFIND" --white=Wendy -c <whole.bcgn

# ---- Months that there are not ----

for date in 2011.19.11 2011.00.01 2011.??.?? 2011.1.2 2011 2011.12.31 2011.99 2011.13.01; do
    printf '[Event "x"]\n[Date "%s"]\n[Result "*"]\n\n1. e4 *\n\n' "$date"
done >months.pgn
"$PGNPACK" -qq months.pgn -o months.bcgn
status "trap 25: split by month" 0 "$PGNDB" split -q months.bcgn month
check "trap 25: ... of months that there are, and one that is unknown" test "$(echo months-*)" = 'months-2011-01.bcgn months-2011-12.bcgn months-2011-unknown.bcgn'
check "trap 25: ... with all games" test "$("$PGNUNPACK" -q --count months-*.bcgn | tail -n 1)" = '8 total'

# ---- Nobody reads "1 blocks" ----

printf '[Event "x"]\n[Result "*"]\n\n1. e4 *\n\n' >single.pgn
"$PGNPACK" -q single.pgn -o single.bcgn
cp single.bcgn double.bcgn
head -c $(($(wc -c <single.bcgn) + 1)) <(cat single.bcgn single.bcgn) >byte.bcgn
: >told
for command in '"$PGNDB" compact -v double.bcgn --forget' '"$PGNDB" merge -v -f single.bcgn -o x.bcgn' '"$PGNUNPACK" -t byte.bcgn' \
    '"$PGNPACK" -v -f single.pgn -o x.bcgn' '"$PGNUNPACK" -v -f single.bcgn -o x.pgn' '"$PGNFIND" -v single.bcgn' '"$PGNDB" delete -v double.bcgn -g 1' \
    '"$PGNDB" undelete double.bcgn --all' '"$PGNPACK" --append=byte.bcgn single.pgn' '"$PGNDB" dedupe -v single.bcgn' \
    '"$PGNDB" merge -f byte.bcgn -o x.bcgn' '"$PGNDB" set single.bcgn A=b --all' '"$PGNDB" sort -v -f single.bcgn date -o x.bcgn'; do
    sh -c "$command" >/dev/null 2>>told
done
check "trap 25: there is one of something" grep -Eq '(^|[^0-9.,])1 (game|byte|block|segment)( |,|$)' told
check "trap 25: ... and no '1 games'" sh -c '! grep -E "(^|[^0-9.,])1 (games|bytes|blocks|segments|files|plies|duplicates|warnings)" told'

# ---- A dry run names the values that it would hit ----

for name in 'Polgar, Judit' 'Polgar, S' 'Polgar, Sofia' 'Short, N'; do
    printf '[Event "E"]\n[White "%s"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 *\n\n' "$name"
done | sed '1,/^1/s/"E"/"F"/' >names.pgn
"$PGNPACK" -q names.pgn -o names.bcgn
cp names.bcgn before.bcgn
dry() { # LINES SUBCOMMAND ARGUMENT...
    local lines=$1
    shift
    status "trap 25: $1 --dry-run ${*:2}" 0 "$PGNDB" "$1" names.bcgn "${@:2}" --dry-run
    check "trap 25: ... these are hit" test "$(sed -n '/: warning: /d; s/^pgndb: names.bcgn: //p' err | tr '\n' '/')" = "$lines"
    same "trap 25: ... and nothing is changed" names.bcgn before.bcgn
}
dry '2 games would be deleted: 2 of 4 games in use/1 game with White "Polgar, S"/1 game with White "Polgar, Sofia"/' delete --where 'white="Polgar, S"'
dry '1 game would be deleted: 3 of 4 games in use/1 game with White "Polgar, S"/' delete --where 'white="=Polgar, S"'
dry '2 games would be deleted: 2 of 4 games in use/1 game with player "Polgar, S"/1 game with player "Polgar, Sofia"/' delete --where 'player=Polgar not white=Judit'
dry '0 games would be deleted: 4 of 4 games in use/' delete --where white=Nobody
dry '3 of 4 games would be changed/1 game with White "Polgar, Judit"/1 game with White "Polgar, S"/1 game with White "Polgar, Sofia"/2 games with Event "E"/1 game with Event "F"/' unset Event --where white=Polgar
dry '4 of 4 games would be changed/3 games with Event "E"/1 game with Event "F"/' set Event=G Zug=1 --all
printf 'Polgar, S = Polgar, Susan\nNobody = Somebody\nBob = Robert\n[events]\nE = G\n' >table
dry '4 of 4 games would be changed/1 value "Polgar, S" would be "Polgar, Susan"/4 values "Bob" would be "Robert"/3 values "E" would be "G"/' rename table
for n in $(seq 30); do sed "s/Short, N/Short, N$n/" names.pgn; done >many.pgn
"$PGNPACK" -qf many.pgn -o names.bcgn
cp names.bcgn before.bcgn
status "trap 25: many values" 0 "$PGNDB" delete names.bcgn --where white=Short --dry-run
check "trap 25: ... the first of them" test "$(grep -c 'with White "Short' err)" -eq 20
says "trap 25: ... and how many more" "\.\.\. and 10 more values of it; -v shows them all"
status "trap 25: many values, -v" 0 "$PGNDB" delete -v names.bcgn --where white=Short --dry-run
check "trap 25: ... all of them" test "$(grep -c 'with White "Short' err)" -eq 30

# ---- Every change says what it did, and nothing with -q ----

says_what() { # PATTERN SUBCOMMAND ARGUMENT...
    local pattern=$1
    shift
    cp told.bcgn quiet.bcgn
    status "trap 25: $*" 0 "$PGNDB" "$1" told.bcgn "${@:2}"
    says "trap 25: ... says what it did" "told.bcgn: $pattern"
    cp quiet.bcgn told.bcgn
    status "trap 25: $* with -q" 0 "$PGNDB" "$1" -q told.bcgn "${@:2}"
    silent "trap 25: ... says nothing"
}
cp five.bcgn told.bcgn
says_what '1 game deleted: 4 of 5 games in use' delete -g 1
says_what '2 games deleted: 2 of 5 games in use' delete -g 2-3
says_what '1 game brought back: 3 of 5 games in use' undelete -g 1
says_what '2 games deleted: 1 of 5 games in use' delete --where 'round=1|4'
says_what '4 games brought back: 5 of 5 games in use' undelete --all
says_what '1 game added: 6 now' add one.pgn
says_what '1 of 6 games changed' set A=b --where round=9
says_what 'is at state 1 again: 5 games, of which 0 deleted' back -f 1

finish
