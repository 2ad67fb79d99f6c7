# Completion of pgnpack and pgnunpack for bash.

# _pgnpack_matching WORD PATTERN: folders, and files whose names, in any case, match an extended regular expression.
_pgnpack_matching() {
    local file
    COMPREPLY=()
    while IFS= read -r file; do
        [[ -d $file || ${file,,} =~ $2 ]] && COMPREPLY+=("$file")
    done < <(compgen -f -- "$1")
}

# Files that a command takes: packed ones to unpack, texts to pack; archives to both; to -l and views packed ones as they are.
# Where there is none of these, any.
_pgnpack_files() {
    local wrapped='(\.(gz|bz2|xz|zst))?$' archive='|\.(zip|7z|tar|tgz|tbz2|txz|tzst|tar\.(gz|bz2|xz|zst))$'
    local words=" ${COMP_WORDS[*]} " file
    if [[ $words =~ \ (-l|--list|--count|--csv|--json|--html|-g|--games|--member|--skip|-n|--limit|--head|--shard|--tags-only)[\ =] ]]; then
        _pgnpack_matching "$1" '\.bcgn$'
    elif [[ ${COMP_WORDS[0]##*/} == pgnunpack || $words =~ \ (-d|-t|--decompress|--test)\  ]]; then
        _pgnpack_matching "$1" "\\.bcgn$wrapped$archive"
    elif [[ $words =~ \ (-o|--output|-c|--stdout)[\ =] ]]; then
        _pgnpack_matching "$1" "\\.(pgn|bcgn)$wrapped$archive" # packed files are packed anew
    else
        _pgnpack_matching "$1" "\\.pgn$wrapped$archive"
    fi
    for file in "${COMPREPLY[@]}"; do
        [[ -d $file ]] || return
    done
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# The file of -o: one that is there, to be replaced.
_pgnpack_outputs() {
    if [[ ${COMP_WORDS[0]##*/} == pgnunpack || " ${COMP_WORDS[*]} " =~ \ (-d|--decompress|-l)\  ]]; then
        _pgnpack_matching "$1" '\.(pgn|txt|csv|json|html)$'
    else
        _pgnpack_matching "$1" '\.bcgn$'
    fi
}

_pgnpack() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} option
    local both='-o --output -c --stdout --no-times -f --force -k --keep --rm -r --recursive --filelist -d --decompress
        --no-unwrap --max-expansion -T --threads -M --memory --no-progress -q --quiet -v --verbose -h --help
        -V --version --with-deleted'
    local pack='-1 -2 -3 -4 -5 -6 -7 -8 -9 --level --best --moves -B --block-size --index --no-index --verify --bcgn0 --headerless
        --roster-only --lossy --append --wait'
    local unpack='-C --directory -t --test -l --list --count --csv --json --html -g --games --member --skip -n --limit --head --tags-only --no-flags
        --numbers --ids --shard --salvage --expect-games'
    # "--moves=in" comes as three words where '=' breaks words.
    if [[ $cur == = ]]; then
        cur='' option=$prev
    elif [[ $prev == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=$prev
    fi
    COMPREPLY=()
    case $option in
    --level) mapfile -t COMPREPLY < <(compgen -W '1 2 3 4 5 6 7 8 9' -- "$cur") ;;
    --moves) mapfile -t COMPREPLY < <(compgen -W 'index bits table model best' -- "$cur") ;;
    --bcgn0) [[ $prev == = || ${COMP_WORDS[COMP_CWORD]} == = ]] &&
        mapfile -t COMPREPLY < <(compgen -W 'index fixed variable' -- "$cur") ;;
    --append) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    -o | --output) _pgnpack_outputs "$cur" ;;
    --filelist) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    -C | --directory) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    -T | --threads | -M | --memory | -B | --block-size | -g | --games | --member | --skip | -n | --limit | --head | --shard | --expect-games | \
        --max-expansion | --wait) ;;
    *)
        if [[ $cur == -* && ${COMP_WORDS[0]##*/} == pgnunpack ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$both $unpack" -- "$cur")
        elif [[ $cur == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$both $pack $unpack" -- "$cur")
        else
            _pgnpack_files "$cur"
        fi
        ;;
    esac
}
complete -o filenames -F _pgnpack pgnpack pgnunpack
