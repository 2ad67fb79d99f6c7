# Completion of pgnunpack for bash: it is in the file of pgnpack, but looked for by this name.
for file in "${BASH_SOURCE[0]%/*}"/pgnpack{,.bash}; do
    # shellcheck source=/dev/null
    [[ -r $file ]] && . "$file"
done
unset file
