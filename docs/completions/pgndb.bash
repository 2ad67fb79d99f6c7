# Completion of pgndb for bash. Subcommands and their options are those that the program's help has.

_pgndb_commands() { "$1" help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p'; }

# _pgndb_options PROGRAM SUBCOMMAND: "-o" and "--output", one a line.
_pgndb_options() {
    "$1" "$2" --help 2>/dev/null | sed -n '/^  -1 /s/.*/-1 -2 -3 -4 -5 -6 -7 -8 -9/p; s/^  \( *-[^ ]*\( --[^ ]*\)\{0,1\}\).*/\1/p' |
        grep -Eo -e '(^|[ ,])--?[a-zA-Z1-9][a-z-]*' | tr -d ' ,'
}

# _pgndb_matching WORD PATTERN: folders, and files whose names, in any case, match an extended regular expression.
_pgndb_matching() {
    local file
    COMPREPLY=()
    while IFS= read -r file; do
        [[ -d $file || ${file,,} =~ $2 ]] && COMPREPLY+=("$file")
    done < <(compgen -f -- "$1")
}

# _pgndb_argument WORD SUBCOMMAND: what stands behind the options; the first of them is the database.
_pgndb_argument() {
    local word count=0
    for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        [[ $word == -* || $word == = ]] || count=$((count + 1))
    done
    case $2$count in
    sort1) mapfile -t COMPREPLY < <(compgen -W 'date player eco elo plies white black event site round result' -- "$1") ;;
    split1) mapfile -t COMPREPLY < <(compgen -W 'year month eco code' -- "$1") ;;
    rename1) mapfile -t COMPREPLY < <(compgen -f -- "$1") ;;
    *0 | dedupe* | classify* | merge* | names* | compact* | delete* | undelete* | log* | check* | info*) _pgndb_matching "$1" '\.bcgn$' ;;
    add*) _pgndb_matching "$1" '\.(pgn|bcgn|zip|7z|tar|tgz)(\.(gz|bz2|xz|zst))?$' ;;
    esac
}

_pgndb() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} option command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [[ $COMP_CWORD == 1 || ($COMP_CWORD == 2 && $command == help) ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_pgndb_commands "${COMP_WORDS[0]}") help" -- "$cur")
        return
    fi
    # "--prefer=te" comes as three words where '=' breaks words.
    if [[ $cur == = ]]; then
        cur='' option=$prev
    elif [[ $prev == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=$prev
    fi
    case $option in
    --level) mapfile -t COMPREPLY < <(compgen -W '1 2 3 4 5 6 7 8 9' -- "$cur") ;;
    --kind) mapfile -t COMPREPLY < <(compgen -W 'exact loose version' -- "$cur") ;;
    --prefer) mapfile -t COMPREPLY < <(compgen -W 'rank text comments tags first last' -- "$cur") ;;
    --of) mapfile -t COMPREPLY < <(compgen -W 'players events sites Annotator' -- "$cur") ;;
    --add) mapfile -t COMPREPLY < <(compgen -W 'FideId Title Elo Fed FideId,Title,Elo,Fed' -- "$cur") ;;
    --filelist | --report | --table | --from | -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    -g | --games | --where | --wait | -T | --threads | -M | --memory) ;;
    *)
        if [[ $cur == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_pgndb_options "${COMP_WORDS[0]}" "$command")" -- "$cur")
        else
            _pgndb_argument "$cur" "$command"
        fi
        ;;
    esac
}
complete -o filenames -F _pgndb pgndb
