#!/usr/bin/env bash
# A file includes its own room and those that its room may know; a room is a folder of src, or a folder in one that the table
# names. The text (pgn) and the formats (bcgn0; container and what stands on it) do not know each other: both speak struct game.
# The bindings know the public header only, the commands besides it what is of each system.
set -euo pipefail
shopt -s nullglob

declare -A may_include=(
    [util]=''
    [system]='util'
    [chess]='util'
    [encoding]='util chess'
    [game]='util chess'
    [pgn]='util chess game'
    [entropy/coding]='util'
    [entropy/kernels]='util entropy/coding'
    [entropy/models]='util entropy/coding entropy/kernels'
    [net/features]='util chess encoding game'
    [net/kernels]='util net/features'
    [net/odds]='util chess entropy/coding net/features net/kernels'
    [base]='util system game net/odds'
    [bcgn0]='util chess encoding game base'
    [moves/index]='util chess encoding'
    [moves/table]='util encoding entropy/coding net/features'
    [moves/best]='util chess encoding entropy/coding net/odds'
    [moves/streams]='util chess encoding entropy/coding entropy/models net/odds moves/index moves/table moves/best'
    [value]='util chess encoding net/odds moves/table'
    [container/sections]='util entropy/models moves/streams'
    [container/file]='util container/sections'
    [container/segments]='util container/sections container/file'
    [shape]='util game entropy/models container/sections'
    [tags/base]='util chess game container/sections'
    [tags/model]='util chess game entropy/models tags/base'
    [tags/read]='util game entropy/coding container/sections tags/base tags/model'
    [tags/write]='util game entropy/coding container/sections tags/base tags/model tags/read'
    [comments]='util chess game entropy/coding entropy/models moves/streams container/sections'
    [layout]='util chess game container/sections'
    [search/text]='util'
    [search/columns]='util chess encoding container/sections'
    [search/conditions]='util chess encoding moves/index search/text search/columns'
    [search/steps]='util chess encoding moves/index search/columns search/conditions'
    [search/openings]='util chess entropy/coding container/sections'
    [block]='util chess game net/features net/odds moves/index moves/streams container/sections container/file shape tags/base tags/read tags/write comments layout search/columns'
    [lib/games]='util chess game pgn base value container/sections container/file'
    [lib/open]='util system base container/sections container/file container/segments'
    [lib/read]='util system base container/sections container/file container/segments block lib/games lib/open'
    [lib/write]='util system game pgn base container/sections container/file container/segments search/openings block lib/games lib/open lib/read'
    [lib/rows]='util chess game base container/file search/text search/openings block lib/games lib/open lib/read'
    [lib/names]='util game base search/text lib/games lib/open lib/rows'
    [lib/query]='chess game pgn base container/file search/text search/conditions search/steps lib/games'
    [lib/search]='util system game base shape comments moves/index container/sections search/text search/columns search/conditions search/steps block lib/games lib/open lib/read lib/write lib/rows lib/query'
    [lib/tree]='util chess base search/openings block lib/games lib/open lib/read lib/write lib/rows lib/search'
    [lib/duplicates]='util system game base search/text search/columns lib/games lib/read lib/search'
    [lib/change]='util system base container/sections container/segments block lib/open lib/write lib/rows'
    [cli/base]='system'
    [cli/files]='util system cli/base'
    [cli/wrappers]='cli/base cli/files'
    [cli/run]='system cli/base cli/files cli/wrappers'
    [cli/options]='system cli/base cli/files cli/run'
    [cli/forms]='cli/base cli/run'
    [cli/pages]='system cli/base cli/run cli/forms'
    [cli/unpack]='system cli/base cli/files cli/wrappers cli/run cli/forms'
    [cli/list]='cli/base cli/run cli/forms cli/pages cli/unpack'
    [cli/pack]='cli/base cli/files cli/run cli/unpack'
    [cli/openings]='cli/base cli/files'
    [cli/search]='util system cli/base cli/files cli/run'
    [cli/table]='cli/base cli/run cli/forms cli/pages'
    [cli/count]='util system cli/base cli/run cli/forms cli/pages cli/table cli/search cli/openings'
    [cli/report]='system cli/base cli/run cli/forms cli/pages cli/table cli/search cli/count'
    [cli/novel]='cli/base cli/run cli/search cli/openings'
    [cli/find]='system cli/base cli/files cli/run cli/options cli/forms cli/pages cli/table cli/search cli/count cli/novel'
    [cli/change]='system cli/base cli/files cli/run cli/forms cli/pack cli/openings'
    [cli/names]='system cli/base cli/files cli/run cli/forms cli/change'
    [cli/duplicates]='system cli/base cli/files cli/run cli/forms cli/pack cli/change'
    [cli/check]='util system cli/base cli/files cli/wrappers cli/run cli/forms cli/unpack cli/duplicates'
    [cli/database]='cli/base cli/run cli/options'
    [cli/programs]='system cli/base cli/files cli/run cli/options cli/database cli/unpack cli/list cli/pack cli/search cli/count cli/report cli/find cli/openings cli/change cli/names cli/duplicates cli/check'
    [bindings]=''
    [train]='util pgn net moves'
)

files=0 failed=0
fault() {
    echo "check_layers: $*"
    failed=$((failed + 1))
}

# The room of a file's path below src, in `room`.
find_room() {
    room=${1%/*}
    if [[ ! -v may_include[$room] ]]; then room=${1%%/*}; fi
}

check_file() {
    local file=$1 own allowed line number name room
    find_room "${file#src/}"
    own=$room
    if [[ ! -v may_include[$own] ]]; then
        fault "$file: the folder has no place in the order of layers"
        return
    fi
    allowed=" $own ${may_include[$own]} "
    while IFS=: read -r number line; do
        name=${line#*\"}
        name=${name%%\"*}
        case $name in
        pgnpack.h | pgnpack_extra.h) ;;
        */*)
            find_room "$name"
            [[ $allowed == *" $room "* || $allowed == *" ${room%%/*} "* ]] || fault "$file:$number: src/$own must not include $name"
            ;;
        *) fault "$file:$number: write the folder too: \"$folder/$name\"" ;;
        esac
    done < <(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$file")
}

for file in src/*/*.[ch] src/*/*/*.[ch]; do
    check_file "$file"
    files=$((files + 1))
done
for file in docs/examples/*.c; do
    if grep -nE '#[[:space:]]*include[[:space:]]*"' "$file" | grep -vE '"pgnpack(_extra)?.h"'; then
        fault "$file: examples use the public headers only"
    fi
    files=$((files + 1))
done
((files > 100)) || fault "only $files files were found"
echo "layers of $files files: $((failed == 0)) passed, $failed failed"
((failed == 0))
