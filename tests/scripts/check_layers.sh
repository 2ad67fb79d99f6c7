#!/usr/bin/env bash
# A file includes its own folder and those that its folder may know. The text (pgn) and the formats (bcgn0; container and
# what stands on it) do not know each other: both speak struct game. The commands and bindings know the public header only.
set -euo pipefail
shopt -s nullglob

declare -A may_include=(
    [util]=''
    [chess]='util'
    [encoding]='util chess'
    [game]='util chess'
    [pgn]='util chess game'
    [bcgn0]='util chess game encoding'
    [entropy]='util'
    [net]='util chess game encoding entropy'
    [moves]='util chess encoding entropy net'
    [value]='util chess encoding entropy net moves'
    [container]='util entropy moves'
    [shape]='util game entropy container'
    [tags]='util chess game entropy container'
    [comments]='util chess game entropy moves container'
    [layout]='util chess game container'
    [search]='util chess encoding entropy moves container'
    [block]='util chess game net search moves container shape tags comments layout'
    [lib]='util chess game pgn bcgn0 value net moves container search block'
    [cli]=''
    [bindings]=''
    [train]='util pgn net moves'
)

files=0 failed=0
fault() {
    echo "check_layers: $*"
    failed=$((failed + 1))
}

check_file() {
    local file=$1 folder allowed line number name
    folder=${file#src/}
    folder=${folder%%/*}
    if [[ ! -v may_include[$folder] ]]; then
        fault "$file: the folder src/$folder has no place in the order of layers"
        return
    fi
    allowed=" $folder ${may_include[$folder]} "
    while IFS=: read -r number line; do
        name=${line#*\"}
        name=${name%%\"*}
        case $name in
        pgnpack.h) ;;
        */*) [[ $allowed == *" ${name%%/*} "* ]] || fault "$file:$number: src/$folder must not include $name" ;;
        *) fault "$file:$number: write the folder too: \"$folder/$name\"" ;;
        esac
    done < <(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$file")
}

for file in src/*/*.[ch] src/*/*/*.[ch]; do
    check_file "$file"
    files=$((files + 1))
done
for file in docs/examples/*.c; do
    if grep -nE '#[[:space:]]*include[[:space:]]*"' "$file" | grep -v '"pgnpack.h"'; then
        fault "$file: examples use the public header only"
    fi
    files=$((files + 1))
done
((files > 100)) || fault "only $files files were found"
echo "layers of $files files: $((failed == 0)) passed, $failed failed"
((failed == 0))
