#!/usr/bin/env bash
# vectors.sh [--make] BUILD: packed files that are kept for ever with their texts. BUILD/pgnunpack has to give each text,
# and the second reader, too (where there are python3 and zstd; not with READER=none); what BUILD/pgnpack makes of the text
# has to have the hash in packed.sha256, if its libzstd is the version in libzstd-version: another one may pack otherwise.
# --make notes these hashes anew, after the packer has learnt to choose otherwise, and adds the packed files of new lines
# of list.txt. Packed files that are there stay as they are.
set -uo pipefail
export LC_ALL=C
making=
if [[ ${1-} == --make ]]; then
    making=1
    shift
fi
build=$(cd "$1" && pwd) || exit 1
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

expect() { # what, command...
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $what"
        failed=$((failed + 1))
    fi
}

# Seconds of Python for each of these.
slow=' styles-7 lists-9 engines-9 segments continued '
has_second_reader() {
    [[ ${READER-} != none && (${READER-} == all || $slow != *" $1 "*) ]] && command -v python3 >/dev/null && command -v zstd >/dev/null
}

second_reader() {
    ../../format/bcgn1.py "$1" >"$work/read" && cmp "$work/read" "$work/text"
}

# Games of up to 160 plies, with variations and null moves: so many moves that codec index cuts them into stripes.
knights() { # games
    awk -v games="$1" 'BEGIN {
        split("Nf3 Nc6 Nc3 Nf6 Ng1 Nb8 Nb1 Ng8", moves, " ")
        split("a3 b6 h3 Na6 g3 e6", others, " ")
        for (game = 0; game < games; game++) {
            printf "[Event \"%d\"]\n[Result \"*\"]\n\n", game
            for (ply = 0; ply <= game * 37 % 160; ply++) {
                number = int(ply / 2) + 1
                dots = ply % 2 ? "..." : "."
                printf "%s%s ", ply % 2 ? "" : number ". ", moves[(ply + 4 * (game % 2)) % 4 + 1 + 4 * (int(ply / 4) % 2)]
                if (ply % 23 == game % 23)
                    printf "(%d%s %s) ", number, dots, others[ply % 2 + 1 + 2 * (game % 3)]
                if (ply % 41 == game % 41)
                    printf "(%d%s -- %s) ", number, dots, others[(ply + 1) % 2 + 1 + 2 * (game % 3)]
            }
            print "*\n"
        }
    }'
}

zstd_here=$(pkg-config --modversion libzstd 2>/dev/null || echo unknown)
if [[ $making ]]; then
    echo "$zstd_here" >libzstd-version
    : >packed.sha256
fi
zstd_kept=$(<libzstd-version)

# More than goes into a block, and no PGN: it goes on in the next one.
yes 'No game stands here.' | head -c 17000000 >"$work/long.txt"
ln -s "$PWD"/*.pgn "$work"
knights 70 >"$work/some-knights.pgn"
knights 380 >"$work/many-knights.pgn"

while read -r name options inputs; do
    if [[ $name == '#' || -z $name ]]; then continue; fi
    read -ra inputs <<<"$inputs"
    if [[ $options == joined ]]; then
        for input in "${inputs[@]}"; do
            cat "$work/${input%-*}.pgn" >&3
            cat "$input.bcgn"
        done 3>"$work/text" >"$work/packed"
    else
        cat "${inputs[@]/#/$work/}" >"$work/text"
        (cd "$work" && SOURCE_DATE_EPOCH=1000000000 "$build/pgnpack" -qq -f -T 1 ${options//,/ } -o packed "${inputs[@]}")
    fi
    hash=$(sha256sum <"$work/packed")
    if [[ $making ]]; then
        echo "${hash%-}$name.bcgn" >>packed.sha256
        cp -n "$work/packed" "$name.bcgn"
    fi
    "$build/pgnunpack" -qq -c "$name.bcgn" >"$work/unpacked"
    expect "$name.bcgn is unpacked" cmp "$work/unpacked" "$work/text"
    if [[ $zstd_here == "$zstd_kept" ]]; then
        expect "$name: packed as packed.sha256 has it (if the packer chooses otherwise on purpose: make vectors-anew)" \
            grep -qx "${hash%-}$name.bcgn" packed.sha256
    fi
    if has_second_reader "$name"; then
        expect "$name.bcgn by the second reader" second_reader "$name.bcgn"
    fi
done <list.txt
if [[ $zstd_here != "$zstd_kept" ]]; then
    echo "vectors: made with libzstd $zstd_kept, this is $zstd_here: packed bytes are not compared"
fi
echo "vectors: $passed passed, $failed failed"
((failed == 0))
