# Completion of pgnfind for bash. Conditions are those that the program's help has.

# _pgnfind_conditions PROGRAM: "--name" or "--name=", one a line.
_pgnfind_conditions() {
    "$1" --help 2>/dev/null | sed -n '/^Conditions/,/^$/p' | grep -Eo -e '^ +--[a-z-]+=?' | tr -d ' '
}

# _pgnfind_matching WORD PATTERN: folders, and files whose names, in any case, match an extended regular expression.
_pgnfind_matching() {
    local file
    COMPREPLY=()
    while IFS= read -r file; do
        [[ -d $file || ${file,,} =~ $2 ]] && COMPREPLY+=("$file")
    done < <(compgen -f -- "$1")
}

_pgnfind() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} option conditions
    local options='-c --count --numbers --ids --with-deleted --csv --json --diagram --svg --export --no-flags --mark --tree --depth --html --names --of --stats --table --report --explain --index -o --output -1 -2 -3 -4 -5 -6 -7 -8 -9 --level -f --force --wait
        -n --limit --novel --sort --reverse --query --scoutfish -r --recursive --filelist -T --threads -M --memory --no-progress -q --quiet -v --verbose
        -h --help -V --version'
    # "--sort=da" comes as three words where '=' breaks words.
    if [[ $cur == = ]]; then
        cur='' option=$prev
    elif [[ $prev == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=$prev
    fi
    COMPREPLY=()
    conditions=$(_pgnfind_conditions "${COMP_WORDS[0]}")
    case $option in
    --level) mapfile -t COMPREPLY < <(compgen -W '1 2 3 4 5 6 7 8 9' -- "$cur") ;;
    --sort) mapfile -t COMPREPLY < <(compgen -W 'date elo plies player white black event site round result eco' -- "$cur") ;;
    --result) mapfile -t COMPREPLY < <(compgen -W '1-0 0-1 1/2 won lost' -- "$cur") ;;
    -o | --output) _pgnfind_matching "$cur" '\.(bcgn|pgn|csv|json|html|txt)$' ;;
    --filelist | --query | --scoutfish) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    --of) mapfile -t COMPREPLY < <(compgen -W 'Event Site ECO Opening White Black Date Round' -- "$cur") ;;
    -n | --limit | --first | --depth | --names | --wait | -T | --threads | -M | --memory) ;;
    *)
        if [[ $option == --* && $'\n'$conditions$'\n' == *$'\n'$option=$'\n'* ]]; then
            return # a condition's value
        elif [[ $cur == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$options ${conditions//=/}" -- "$cur")
        else
            _pgnfind_matching "$cur" '\.bcgn$'
        fi
        ;;
    esac
}
complete -o filenames -F _pgnfind pgnfind
