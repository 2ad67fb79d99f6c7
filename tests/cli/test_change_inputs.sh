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

# refuses WANTED FILE OPTIONS...: a status other than 0, and the file is named.
refuses() {
    local file=$1 got=0
    shift
    "$PGNPACK" "$@" "$file" >out 2>err </dev/null || got=$?
    if [ "$got" -ne 1 ] && [ "$got" -ne 2 ]; then
        fail "$* $file: status $got"
    elif ! grep -q "^pgnpack: $file: " err; then
        fail "$* $file: nothing is said of it"
        sed 's/^/     | /' err
    else
        ok "$* $file"
    fi
}

# needs_name OPTIONS...: standard input is no database that could be changed.
needs_name() {
    status "$*, no database" 1 "$PGNPACK" "$@"
    says "$*, no database: what is asked for" "has to be a file: give its name"
    status "$*, standard input" 1 "$PGNPACK" "$@" - <whole.bcgn
    says "$*, standard input: what is asked for" "has to be a file: give its name"
}

for change in --delete=1 --delete-where=result=1-0 --undelete --truncate-to=1 --set=A=b:--all --unset=White:--all \
    --rename=table.txt --dedupe --dedupe:--dry-run --compact; do
    IFS=: read -ra words <<<"$change"
    needs_name "${words[@]}"
done
for change in --delete=1 --delete-where=result=1-0 --undelete --truncate-to=1 --set=A=b:--all --unset=White:--all \
    --rename=table.txt --dedupe --dedupe:--dry-run --compact --log --deleted --spelling --merge:-oout.bcgn \
    --sort=date:-oout.bcgn --split=2:-omade --split=eco:-omade --compact:-oout.bcgn; do
    IFS=: read -ra words <<<"$change"
    for file in nothing.bcgn text.pgn zero.bcgn wrapped.bcgn.zst empty.bcgn; do
        refuses $file "${words[@]}"
    done
    case $change in --log | --deleted | --spelling) ;; *) refuses cut.bcgn "${words[@]}" ;; esac
    unchanged "${words[*]}"
done
for file in text.pgn zero.bcgn wrapped.bcgn.zst empty.bcgn cut.bcgn; do
    status "--append=$file" "$([ $file = zero.bcgn ] && echo 1 || echo 2)" "$PGNPACK" --append=$file more.pgn
    says "--append=$file: it is named" "^pgnpack: $file: "
    says "--append=$file: what that means" "nothing was changed; (only what pgnpack has packed|what is whole of it)"
done
status "--append=-" 1 "$PGNPACK" --append=- text.pgn
says "--append=-: what is asked for" "has to be a file: give its name, not '-'"
unchanged "--append"
status "a list that is none" 1 "$PGNPACK" --delete=x whole.bcgn
says "a list that is none: of which option" "^pgnpack: --delete: 'x' is no list of games"
status "a list that is none, of -g" 1 "$PGNUNPACK" -g x whole.bcgn
says "a list that is none, of -g: of which option" "^pgnunpack: -g: 'x' is no list of games"
check "a log of standard input" sh -c '"$PGNPACK" --log <whole.bcgn | grep -q "^ *1 "'
status "a log of a pipe" 1 sh -c 'cat whole.bcgn | "$PGNPACK" --log'
says "a log of a pipe: the cause" "standard input: is a pipe, and this needs a file"

finish
