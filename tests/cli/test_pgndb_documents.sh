# pgndb: every subcommand and option is in the manual page, which has no others, and whose examples run; completions offer what the help has.
. "$(dirname "$0")/lib.sh"
docs=$(cd "$tools/../../docs" && pwd)
"$PGNDB" help >help
sed -n 's/^  \([a-z]*\) .*/\1/p' help >commands
check "there are subcommands" test "$(wc -l <commands)" -ge 16
# options_of SUBCOMMAND: "-o" and "--output", one a line; levels as "-1 ... -9" have them.
options_of() { "$PGNDB" "$1" --help | grep -E '^  +-' | cut -c1-29 | grep -Eo -e '(^|[ ,])--?[a-zA-Z0-9][a-z0-9-]*' | tr -d ' ,'; }
while read -r command; do options_of "$command"; done <commands | { cat && printf '%s\n' -V --version; } | sort -u >all.options
check "there are options" test "$(wc -l <all.options)" -ge 30

page=$docs/pgndb.1
sed -n 's/^\.Ss \([a-z]*\) database.*/\1/p' "$page" >sections
same "the manual page has a section for each subcommand, in their order" sections commands
grep -E '^\.It' "$page" | grep -Eo 'Fl -?[a-zA-Z0-9][a-z0-9-]*' | sed 's/^Fl /-/' | sort -u >manual
same "it has every option, and no others" manual all.options
# What a section shows is what its subcommand takes.
while read -r command; do
    sed -n "/^\.Ss $command database/,/^\.Ss/p" "$page" | grep -E '^\.It' | grep -Eo 'Fl -[a-z-]*' | sed 's/^Fl /-/' | sort -u >section.options
    options_of "$command" | sort -u >help.options
    check "$command: its section has options of its own only" test -z "$(comm -23 section.options help.options)"
    check "$command: its section has the example of its help" grep -Fqx ".Dl $("$PGNDB" "$command" --help | tail -n 1 | sed "s/^  //; s/\"/\\\\(dq/g")" "$page"
done <commands

mkdir bin choice choice/folder
ln -s "$PGNDB" bin/pgndb
touch choice/{a.pgn,d.bcgn,e.BCGN,f.txt}
completes() { # WANTED WORD...: in bash
    local wanted=$1
    shift
    check "bash: $* gives $wanted" env PATH="$PWD/bin:$PATH" bash -c 'cd choice && . "$0/completions/pgndb.bash"; wanted=$1; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pgndb
        got=$(printf "%s\n" "${COMPREPLY[@]}" | sort | paste -sd " "); echo "$got"; [ "$got" = "$wanted" ]' "$docs" "$wanted" "$@"
}
completes 'dedupe delete deleted' pgndb de
completes "$({ cat commands; echo help; } | sort | paste -sd ' ')" pgndb ''
completes 'undelete undo' pgndb help und
completes '--games' pgndb delete --ga
completes '--dry-run --duplicates' pgndb undelete d.bcgn --d
completes '--where' pgndb set d.bcgn --wh
completes '' pgndb log --wh
completes 'text' pgndb dedupe --prefer = te
completes 'd.bcgn e.BCGN folder' pgndb delete ''
completes 'd.bcgn e.BCGN folder' pgndb merge d.bcgn ''
completes 'a.pgn d.bcgn e.BCGN folder' pgndb add d.bcgn ''
completes 'date' pgndb sort d.bcgn da
completes 'code' pgndb split d.bcgn co
completes 'f.txt folder' pgndb rename d.bcgn f
completes '' pgndb back d.bcgn ''
while read -r command; do
    options_of "$command" | grep -vx -e '-[19]' >wanted
    if grep -qx -e --level wanted; then printf '%s\n' -1 -2 -3 -4 -5 -6 -7 -8 -9 >>wanted; fi
    completes "$(LC_ALL=C sort wanted | paste -sd ' ')" pgndb "$command" -
done <commands
for shell in bash zsh fish; do
    command -v $shell >shell.path || { echo "skip pgndb_documents: no $shell"; continue; }
    case $shell in zsh) file=_pgndb ;; *) file=pgndb.$shell ;; esac
    check "$shell reads $file" $shell -n "$docs/completions/$file"
done
if command -v fish >shell.path; then
    in_fish() { env PATH="$PWD/bin:$PATH" HOME="$PWD" fish --no-config -c "cd choice; source $docs/completions/pgndb.fish; complete -C \"$1\""; }
    check "fish offers subcommands" sh -c 'printf "%s\n" "$1" | grep -q "^undelete"' - "$(in_fish 'pgndb und')"
    check "fish offers options" sh -c 'printf "%s\n" "$1" | grep -q "^--where"' - "$(in_fish 'pgndb delete --wh')"
    check "fish offers databases first" sh -c 'test "$1" = d.bcgn' - "$(in_fish 'pgndb delete ' | sed -n 1p)"
fi
finish
