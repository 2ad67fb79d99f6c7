#!/usr/bin/env bash
# check_builds.sh BUILD: builds the library without nets, without threads and as a decoder only (docs/BUILDING.md), each under
# BUILD/small, and tries it on files that the whole build packs; and looks at that for paths. Uses $MAKE and $CC.
set -euo pipefail

build=$1
small=$build/small
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra make <<<"${MAKE:-make}"
read -ra cc <<<"${CC:-cc}"
passed=0 failed=0
expect() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "check_builds: $what"
        failed=$((failed + 1))
    fi
}

build_it() { # NAME VARIABLES...: unoptimized, which takes a fifth of the time
    "${make[@]}" --no-print-directory -s BUILD="$small/$1" CFLAGS=-O0 WERROR= "${@:2}" >/dev/null
    "${cc[@]}" -Iinclude -o "$work/$1" tests/builds/try_build.c "$small/$1/libpgnpack.a" \
        $(pkg-config --libs libzstd 2>/dev/null || echo -lzstd) ${LIBS_OF_SMALL:-}
}

text=data/clocked.pgn
for level in 3 4 6 9; do
    "$build/pgnpack" -q -f "-$level" "$text" -o "$work/$level.bcgn"
done

gives() { # PROGRAM LEVEL STATUS TEXT ASKED [NETS]: what try_build prints
    local out
    rm -f "$work/text"
    out=$("$work/$1" "$work/$2.bcgn" "$work/text" "${@:6}")
    if [[ $out != "$3 "*"$4"*$'\n'"asked "$5 || $out == *differs* || $out == *survived* ]]; then
        echo "$out"
        return 1
    fi
    [[ $3 != 0 ]] || cmp "$text" "$work/text"
}
unknown_function() { # NAME FUNCTION
    ! nm -D --defined-only "$small/$1/libpgnpack.so" | grep -qw "$2"
}
smaller() { # NAME NAME
    (($(strip_size "$1") < $(strip_size "$2")))
}
strip_size() {
    strip --strip-unneeded -o "$work/stripped" "$1"
    stat -c %s "$work/stripped"
}

nets=(data/model-0.bin data/model-1.bin)
LIBS_OF_SMALL=-pthread build_it no_nets NETS=none
for level in 3 4; do
    expect "no nets: level $level" gives no_nets $level 0 '' 0
done
expect 'no nets: level 6 names net 0' gives no_nets 6 41 'needs net 0' 0
expect 'no nets: level 9 names a net' gives no_nets 9 41 'needs net ' 0
for level in 3 6 9; do
    expect "no nets, but given: level $level" gives no_nets $level 0 '' '[1-9]*' "${nets[@]}"
done
expect 'no nets, but wrong ones given' gives no_nets 6 10 'of XXH64 941b59126b04b1f6' '[1-9]*' "${nets[1]}" "${nets[0]}"
expect 'no nets: packing at level 4' "$small/no_nets/pgnpack" -q -f -4 "$text" -o "$work/again"
expect 'no nets: the same bytes' cmp "$work/4.bcgn" "$work/again"
expect 'no nets: level 6 cannot pack' bash -c "! '$small/no_nets/pgnpack' -q -f -6 '$text' -o '$work/none' 2>'$work/error'"
expect 'no nets: level 6 says why' grep -q 'needs net 0' "$work/error"

build_it smallest NETS=none THREADS=none DECODER=only
for level in 3 4; do
    expect "smallest: level $level" gives smallest $level 0 '' 0
done
expect 'smallest: level 6 with nets' gives smallest 6 0 '' '[1-9]*' "${nets[@]}"
expect 'smallest: it has threads' bash -c "! nm -u '$small/smallest/libpgnpack.a' | grep pthread"
expect 'smallest: it packs' unknown_function smallest pgnpack_writer_new
expect 'no nets are no smaller' smaller "$small/no_nets/libpgnpack.so" "$build/libpgnpack.so"
expect 'a decoder is no smaller' smaller "$small/smallest/libpgnpack.so" "$small/no_nets/libpgnpack.so"

# Debugging information, too: where it was built is nowhere.
for file in libpgnpack.so pgnpack pgnfind pgndb pgnunpack; do
    expect "$file names the folder that it was built in" bash -c "! grep -qF '$PWD' '$build/$file'"
done

echo "builds: $passed passed, $failed failed"
((failed == 0))
