# Every command about databases, given what is no database: it says why, which file, and what helps; nothing is changed.
. "$(dirname "$0")/lib.sh"
some_games 5 >text.pgn
cp text.pgn more.pgn
"$PGNPACK" -q text.pgn -o whole.bcgn
"$PGNPACK" -q --bcgn0 text.pgn -o zero.bcgn
head -c 200 whole.bcgn >cut.bcgn
zstd -q whole.bcgn -o wrapped.bcgn.zst
: >empty.bcgn
printf 'A = B\n' >table.txt
mkdir kept
cp text.pgn ./*.bcgn wrapped.bcgn.zst kept

unchanged() { # NAME
    local name=$1 file
    for file in text.pgn zero.bcgn cut.bcgn wrapped.bcgn.zst empty.bcgn whole.bcgn; do
        cmp -s $file kept/$file || { fail "$name: $file was changed" && cp kept/$file $file; }
    done
    absent "$name: no output" out.bcgn nothing.bcgn made
    no_leftovers "$name: no leftovers"
}

# refuses FILE WORDS...: a status other than 0, and the file is named, which is DB in the words.
refuses() {
    local file=$1 got=0 cause
    shift
    cause="$file: "
    if [ "$1/$file" = rename/nothing.bcgn ]; then cause="the database comes first, and not '$file'"; fi
    set -- "${@/#DB/$file}"
    "$PGNDB" "$@" >out 2>err </dev/null || got=$?
    if [ "$got" -ne 1 ] && [ "$got" -ne 2 ]; then
        fail "$*: status $got"
    elif ! grep -q "^pgndb: $cause" err; then
        fail "$*: nothing is said of it"
        sed 's/^/     | /' err
    else
        ok "$*"
    fi
}

in_place=('delete DB -g 1' 'delete DB --where=result=1-0' 'undelete DB --all' 'back DB 1' 'set DB A=b --all' 'unset DB White --all' 'rename DB table.txt'
    'dedupe DB' 'dedupe DB --dry-run' 'compact DB --forget')
for change in "${in_place[@]}"; do
    # shellcheck disable=SC2086 # words
    status "$change, no database" 1 "$PGNDB" ${change/DB/}
    says "$change, no database: what is asked for" "missing argument: it takes 'DB"
    # shellcheck disable=SC2086
    status "$change, standard input" 1 "$PGNDB" ${change/DB/-} <whole.bcgn
    says "$change, standard input: what is asked for" "has to be a file: give its name"
done
for change in "${in_place[@]}" 'log DB' 'log DB --deleted' 'names DB' 'merge DB -o out.bcgn' 'sort DB date -o out.bcgn' 'split DB 2 -o made' \
    'split DB eco -o made' 'compact DB --forget -o out.bcgn'; do
    for file in nothing.bcgn text.pgn zero.bcgn wrapped.bcgn.zst empty.bcgn; do
        # shellcheck disable=SC2086
        refuses $file $change
    done
    # shellcheck disable=SC2086
    case $change in log* | names*) ;; *) refuses cut.bcgn $change ;; esac
    unchanged "$change"
done
for file in text.pgn zero.bcgn wrapped.bcgn.zst empty.bcgn cut.bcgn; do
    status "--append=$file" "$([ $file = zero.bcgn ] && echo 1 || echo 2)" "$PGNPACK" --append=$file more.pgn
    says "--append=$file: it is named" "^pgnpack: $file: "
    says "--append=$file: what that means" "nothing was changed; (only what pgnpack has packed|what is whole of it)"
done
status "--append=-" 1 "$PGNPACK" --append=- text.pgn
says "--append=-: what is asked for" "has to be a file: give its name, not '-'"
unchanged "--append"
status "a list that is none" 1 "$PGNDB" delete whole.bcgn -g x
says "a list that is none: of which option" "^pgndb: -g: 'x' is no list of games"
status "a list that is none, of -g" 1 "$PGNUNPACK" -g x whole.bcgn
says "a list that is none, of -g: of which option" "^pgnunpack: -g: 'x' is no list of games"
check "a log of standard input" sh -c '"$PGNDB" log - <whole.bcgn | grep -q "^ *1 "'
status "a log of a pipe" 1 sh -c 'cat whole.bcgn | "$PGNDB" log -'
says "a log of a pipe: the cause" "standard input: is a pipe, and this needs a file"

finish
