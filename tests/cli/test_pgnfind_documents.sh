# pgnfind: every option and condition is in the manual page, options are in the completions, and none of them has others.
. "$(dirname "$0")/lib.sh"
docs=$(cd "$tools/../../docs" && pwd)
cd "$SCRATCH" || exit 1
"$PGNFIND" --help >help
of_lines() { grep -Eo -e '(^|[ ,])--?[a-zA-Z0-9][a-z0-9-]*' | tr -d ' ,' | sort -u; }
sed -n '/^Conditions/,/^$/p' help | grep -E '^  +-' | sed 's/=.*//' | of_lines >conditions
sed '/^Conditions/,/^$/d' help | grep -E '^  +-' | cut -c1-29 | of_lines | grep -vx -e '-[19]' >options
for level in 1 2 3 4 5 6 7 8 9; do echo -$level; done >levels
sort -u options levels >all.options
sort -u conditions options >shown
check "there are conditions and options" sh -c '[ "$(wc -l <conditions)" -ge 5 ] && [ "$(wc -l <options)" -ge 25 ]'
check "no name is both" sh -c 'test -z "$(comm -12 conditions options | tee /dev/stderr)"'
check "--help has 80 columns at most" awk 'length > 80 { wide = 1 } END { exit wide || NR < 40 }' help
check "--help has groups" sh -c 'test "$(grep -cE "^[A-Z].*:\$" help)" -ge 5'
check "--help: no group is empty" awk '/^[A-Z].*:$/ { title = 1; next } title && !/^  / { exit 1 } { title = 0 }' help
check "--help has no option twice" sh -c 'test -z "$(grep -oE "^ +(-., )?--[a-z0-9-]+" help | sort | uniq -d)"'

grep -E '^\.It' "$docs/pgnfind.1" | grep -Eo 'Fl -?[a-zA-Z0-9][a-z0-9-]*' | sed 's/^Fl /-/' | grep -vx -e '-[19]' | sort -u >manual
same "the manual page has every option and condition, and no others" manual shown
grep -E '^\.Dl pgnfind' "$docs/pgnfind.1" >examples
check "the manual page has ten examples" test "$(wc -l <examples)" -ge 10

# The examples run, on any games.
some_games 20 >games.pgn
"$PGNPACK" -q games.pgn
cp games.bcgn 2023.bcgn
cp games.bcgn 2024.bcgn
mkdir bin
ln -s "$PGNFIND" bin/pgnfind
ln -s "$PGNUNPACK" bin/pgnunpack
printf '#!/bin/sh\ncat >jq.in\n' >bin/jq
chmod +x bin/jq
while read -r line; do
    line=${line#.Dl }
    line=${line//'\(dq'/\"}
    status "example: $line" 0 env PATH="$PWD/bin:$PATH" bash -c "set -o pipefail; $line"
done <examples

sed -n "/local options='/,/'\$/p" "$docs/completions/pgnfind.bash" | grep -Eo -e '--?[a-zA-Z0-9][a-z0-9-]*' | sort -u >bash.options
same "bash: the options" bash.options all.options
grep '^complete' "$docs/completions/pgnfind.fish" >fish.lines
{ grep -Eo -e '-s [^ ]' fish.lines | sed 's/-s /-/'; grep -Eo -e '-l [a-z0-9-]*' fish.lines | sed 's/-l /--/'; } | sort -u >fish.options
same "fish: the options" fish.options all.options
sed -n '/^options=/,/^)/p' "$docs/completions/_pgnfind" | grep -Eo -e '[{'"'"',)*]--?[a-zA-Z0-9][a-z0-9-]*' | sed 's/^.//' | sort -u >zsh.options
same "zsh: the options" zsh.options all.options

mkdir choice choice/folder
touch choice/{a.pgn,d.bcgn,e.BCGN,f.txt}
completes() { # WANTED WORD...: in bash, pgnfind being the program
    local wanted=$1
    shift
    check "bash: $* gives $wanted" env PATH="$PWD/bin:$PATH" bash -c 'cd choice && . "$0/completions/pgnfind.bash"; wanted=$1; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pgnfind
        got=$(printf "%s\n" "${COMPREPLY[@]}" | sort | paste -sd " "); echo "$got"; [ "$got" = "$wanted" ]' "$docs" "$wanted" "$@"
}
completes '--numbers' pgnfind --num
completes '--moves' pgnfind --moves
completes '--variations' pgnfind --vari
completes 'date' pgnfind --sort = da
completes 'eco elo event' pgnfind --sort e
completes 'd.bcgn e.BCGN folder' pgnfind ''
completes 'd.bcgn e.BCGN folder' pgnfind --then ''
completes '' pgnfind --moves ''
completes '' pgnfind --moves = d
completes 'a.pgn d.bcgn e.BCGN f.txt folder' pgnfind -o ''
if command -v fish >shell.path; then
    in_fish() { env PATH="$PWD/bin:$PATH" HOME="$PWD" fish --no-config -c "cd choice; source $docs/completions/pgnfind.fish; complete -C \"$1\""; }
    check "fish offers databases first" sh -c 'test "$1" = d.bcgn' - "$(in_fish 'pgnfind ' | sed -n 1p)"
    check "fish offers conditions" sh -c 'printf "%s\n" "$1" | grep -q "^--variations"' - "$(in_fish 'pgnfind --var')"
fi
if command -v zsh >shell.path; then
    check "zsh takes the conditions from the help" sh -c \
        '$1 --help | sed -n "$(sed -n "s/.*sed -n .\(.*\)\x27 | tr.*/\1/p" "$2")" | grep -q "^--moves=\[the position"' - "$PGNFIND" "$docs/completions/_pgnfind"
fi
finish
