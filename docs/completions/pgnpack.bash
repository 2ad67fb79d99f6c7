# Completion of pgnpack and pgnunpack for bash.

# Folders, and of files those that the command takes: packed ones to unpack, others to pack.
_pgnpack_files() {
    local file packed=0
    [[ ${COMP_WORDS[0]##*/} == pgnunpack || " ${COMP_WORDS[*]} " =~ \ (-d|-t|-l|--decompress|--test|--list)\  ]] && packed=1
    COMPREPLY=()
    while IFS= read -r file; do
        if [[ -d $file || $packed -eq $([[ $file =~ \.bcgn(\.(gz|bz2|xz|zst))?$ ]] && echo 1 || echo 0) ]]; then
            COMPREPLY+=("$file")
        fi
    done < <(compgen -f -- "$1")
}

_pgnpack() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} option
    local both='-o --output -c --stdout -f --force -k --keep --rm -r --recursive --filelist -d --decompress
        --no-unwrap --max-expansion -T --threads -M --memory --no-progress -q --quiet -v --verbose -h --help
        -V --version'
    local pack='-1 -2 -3 -4 -5 -6 -7 -8 -9 --level --best --moves -B --block-size --verify --bcgn0 --headerless
        --roster-only --lossy'
    local unpack='-C --directory -t --test -l --list --count --csv --json --html -g --games --member --skip --limit --head --tags-only
        --numbers --shard --salvage --expect-games'
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
    -C | --directory) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    -T | --threads | -M | --memory | -B | --block-size | -g | --games | --member | --skip | --limit | --head | --shard | --expect-games | \
        --max-expansion) ;;
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
