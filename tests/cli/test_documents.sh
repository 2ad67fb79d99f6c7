# Every option is in the manual page, the help and the completions, and none of them has others.
. "$(dirname "$0")/lib.sh"
docs=$(cd "$tools/../../docs" && pwd)

# Letters and long names, one a line, as "-o" and "--output".
of_help() { "$1" --help | grep -E '^  +-' | grep -Eo -e '(^|[ ,])--?[a-zA-Z0-9][a-z0-9-]*' | tr -d ' ,' | sort -u; }
of_manual() {
    grep -E '^\.(It|Nm|Op|.*Fl)' "$1" | grep -Eo 'Fl -?[a-zA-Z0-9][a-z0-9-]*' | sed 's/^Fl /-/' |
        grep -E '^(-.|--.*)$' | sort -u
}
of_bash() { # of the variables named
    local name
    for name; do sed -n "/local $name='/,/'\$/p" "$docs/completions/pgnpack.bash"; done |
        grep -Eo -e '--?[a-zA-Z0-9][a-z0-9-]*' | sort -u
}
of_fish() {
    { grep -Eo -e '-s [^ ]' "$1" | sed 's/-s /-/'; grep -Eo -e '-l [a-z0-9-]*' "$1" | sed 's/-l /--/'; } | sort -u
}
of_zsh() {
    grep -Eo -e '[{'"'"',)*]--?[a-zA-Z0-9][a-z0-9-]*' "$docs/completions/_pgnpack" | sed 's/^.//' | sort -u
}

of_help "$PGNPACK" >pack.help
of_help "$PGNUNPACK" >unpack.help
# "-1 ... -9" stands for nine.
sed -i '/^-[19]$/d' pack.help
for level in 1 2 3 4 5 6 7 8 9; do echo -$level; done >levels
sort -u -o pack.all pack.help unpack.help levels
check "the help has options" test "$(wc -l <pack.all)" -gt 60
# pgnpack takes all options, but its help leaves those for unpacking to pgnunpack's.
# Nor does it show those for which there are subcommands of pgndb now.
table=$tools/../../src/cli/options/options_table.c
sed '/not shown any more/,/^$/d' "$table" | grep -oE '^    \{OPTION_[A-Z0-9_]*, "[a-z0-9-]+",' |
    sed -E "s/^.*\"(.*)\",/--\\1/" >table.names
! grep -q 'OPTION_LEVELS(' "$table" || cat levels >>table.names
sort -u table.names >table.options
grep -E -e '^(-.|--.*)$' pack.all | grep -vE -e '^-[^1-9]$' >long.options
same "every option of the table is in a help, and no other" long.options table.options
for program in "$PGNPACK" "$PGNUNPACK"; do
    name=$(basename "$program")
    "$program" --help >help
    check "$name --help has 80 columns at most" awk 'length > 80 { wide = 1 } END { exit wide || NR < 40 }' help
    check "$name --help has groups" sh -c 'test "$(grep -cE "^[A-Z].*:\$" help)" -ge 7'
    check "$name --help: no group is empty" awk '/^[A-Z].*:$/ { title = 1; next } title && !/^  / { exit 1 } { title = 0 }' help
    check "$name --help has no option twice" sh -c 'test -z "$(grep -oE "^ +(-., )?--[a-z0-9-]+" help | sort | uniq -d)"'
done
check "of unpacking, pgnpack --help has the beginning only" sh -c \
    'comm -12 pack.help unpack.help | grep -qx -e --list && ! grep -qE -e "--(csv|member|shard|salvage|tags-only)" pack.help'

of_manual "$docs/pgnunpack.1" >man.unpack
check "pgnunpack.1 has every option" sh -c 'test -z "$(comm -13 man.unpack unpack.help | tee /dev/stderr)"'
of_manual "$docs/pgnpack.1" >man.pack
check "pgnpack.1 has every option that is not for unpacking" sh -c \
    'test -z "$(sort -u man.pack man.unpack levels | comm -13 - pack.all | tee /dev/stderr)"'
check "pgnpack.1 has the rest that both programs have" sh -c \
    'grep -vxE -e "-[Ctlgn]|--(directory|test|list|count|csv|json|html|games|member|skip|limit|head|tags-only|numbers|ids|no-flags|shard|salvage|expect-games)" unpack.help |
        sort -u | comm -23 - man.pack | { ! grep .; }'
check "the manual pages have no others" sh -c \
    'sort -u man.pack man.unpack | grep -vxE -e "-[1-9]" | comm -23 - pack.all | { ! grep .; }'
of_bash both unpack >bash.unpack
same "bash: the options of pgnunpack" bash.unpack unpack.help
of_bash both pack unpack >bash.pack
same "bash: the options of pgnpack" bash.pack pack.all
of_fish "$docs/completions/pgnunpack.fish" >fish.unpack
same "fish: the options of pgnunpack" fish.unpack unpack.help
of_fish "$docs/completions/pgnpack.fish" >fish.pack
same "fish: the options of pgnpack" fish.pack pack.all
of_zsh >zsh.pack
same "zsh: the options of both" zsh.pack pack.all

for shell in bash zsh fish; do
    command -v $shell >shell.path || { echo "skip documents: no $shell"; continue; }
    for file in "$docs"/completions/*; do
        case $shell:$file in
        bash:*.bash | zsh:*/_* | fish:*.fish) check "$shell reads $(basename "$file")" $shell -n "$file" ;;
        esac
    done
done
completes() { # WANTED WORD...
    local wanted=$1
    shift
    check "bash completes $*" bash -c '. "$0/completions/pgnunpack.bash"; wanted=$1; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pgnpack; echo "${COMPREPLY[*]}"; [ "${COMPREPLY[*]}" = "$wanted" ]' \
        "$docs" "$wanted" "$@"
}
: >file_in_reach
completes --moves pgnpack --mov
completes bits pgnpack --moves = bi
completes 'index bits table model best' pgnpack --moves =
completes 'index fixed variable' pgnpack --bcgn0 =
completes '--list --limit' pgnunpack --li
completes '' pgnunpack --mov
completes file_in_reach pgnpack file_in

# The files that a command takes.
mkdir choice choice/folder
touch choice/{a.pgn,b.PGN,c.pgn.gz,d.bcgn,e.zip,f.txt,g.tar.gz,h.bcgn.xz,'i j.pgn'}
offers() { # WANTED WORD...
    local wanted=$1
    shift
    check "bash offers $wanted to $*" bash -c 'cd choice && . "$0/completions/pgnunpack.bash"; wanted=$1; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pgnpack
        got=$(printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " "); echo "$got"; [ "$got" = "$wanted " ]' "$docs" "$wanted" "$@"
}
offers 'a.pgn b.PGN c.pgn.gz e.zip folder g.tar.gz i j.pgn' pgnpack ''
offers 'a.pgn b.PGN c.pgn.gz d.bcgn e.zip folder g.tar.gz h.bcgn.xz i j.pgn' pgnpack -o x ''
offers 'd.bcgn folder' pgnpack -9 -o ''
offers 'd.bcgn e.zip folder g.tar.gz h.bcgn.xz' pgnpack -t ''
offers 'd.bcgn e.zip folder g.tar.gz h.bcgn.xz' pgnunpack ''
offers 'd.bcgn folder' pgnunpack -l --html ''
offers 'd.bcgn folder' pgnunpack --csv ''
offers 'a.pgn b.PGN f.txt folder i j.pgn' pgnunpack d.bcgn -o ''
offers folder pgnunpack -C ''
offers f.txt pgnpack f.t
if command -v fish >shell.path; then
    of_fish_first() { # WANTED LINE
        check "fish offers $1 first to $2" sh -c 'cd choice && HOME=$PWD fish --no-config -c \
            "source $0/completions/pgnpack.fish; source $0/completions/pgnunpack.fish; complete -C \"$2\"" | sed -n 1p | grep -qx "$1"' \
            "$docs" "$1" "$2"
    }
    of_fish_first a.pgn 'pgnpack '
    of_fish_first d.bcgn 'pgnpack -l '
    of_fish_first d.bcgn 'pgnunpack '
fi

# What ".Op" is called with in the midst of a line is all that follows there: "[=columns | --json]" for "[=columns] | --json".
for page in "$docs"/*.[1-9]; do
    check "brackets end where they should in $(basename "$page")" sh -c '! grep -nE "^\..* Op .*( \| | Fl .* Ar )" "$1"' sh "$page"
done
if command -v groff >shell.path; then
    for page in "$docs"/*.[1-9]; do
        groff -mdoc -Tutf8 -ww -z "$page" >groff.out 2>&1
        check "groff takes $(basename "$page") without a warning" test ! -s groff.out
    done
else
    echo "skip documents: no groff"
fi
finish
