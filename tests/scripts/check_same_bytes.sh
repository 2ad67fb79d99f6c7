#!/usr/bin/env bash
# check_same_bytes.sh BUILD FILE...: packs the files by builds of other compilers, with and without optimisation, with
# slower kernels of the nets than this machine's best one, and for other machines, and compares with what BUILD packs: the same bytes for one version of libzstd, and always a file
# that unpacks to its text. On other machines check-reliability's trials are run, too, and the unit tests where
# fetch_foreign.sh was: `make same-bytes FETCH=1` does all of it, in some 15 minutes of one core, most of them in qemu.
#
# Other machines are left out where their compiler, their libzstd or qemu is missing. They are looked for in this order:
#   - CC_32, CC_S390X, CC_AARCH64 with ZSTD_LIBS_32, ZSTD_LIBS_S390X, ZSTD_LIBS_AARCH64 (-lzstd if not given);
#   - FOREIGN or BUILD/foreign, which fetch_foreign.sh fills;
#   - gcc -m32, s390x-linux-gnu-gcc, aarch64-linux-gnu-gcc with -lzstd.
# Programs of other processors run in qemu-user.
set -uo pipefail

build=$1
shift
here=$(dirname "$0")
passed=0 failed=0
work=$build/same
foreign=$(realpath -m "${FOREIGN-$build/foreign}")
PATH=$PATH:$foreign/bin
mkdir -p "$work"
[ $# -gt 0 ] || { echo "same bytes: no files, 0 passed, 1 failed"; exit 1; }
"$build/tests/reliability" digest "$@" >"$work/expected" || exit 1

# Other machines are slow here: small files, the beginnings of the others, and games of random moves, which come to
# more of the rules than played ones.
small=()
for file in "$@"; do
    head -c 60000 "$file" >"$work/$(basename "$file")"
    small+=("$work/$(basename "$file")")
done
if command -v python3 >/dev/null; then
    "$here/../format/random_games.py" 7 30 >"$work/random.pgn"
    cat "$here/../format/model.pgn" >>"$work/random.pgn"
    small+=("$work/random.pgn")
fi
"$build/tests/reliability" digest "${small[@]}" >"$work/expected-small" || exit 1

# report STATUS WHAT
report() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        echo "FAILED: $2"
        failed=$((failed + 1))
    fi
}

compare() { # NAME RESULT EXPECTED
    if cmp -s "$2" "$3"; then
        report 0
    elif [ "$(wc -l <"$2")" -ne "$(wc -l <"$3")" ]; then
        report 1 "$1 has not packed and unpacked all"
    elif ! cmp -s <(head -n 1 "$2") <(head -n 1 "$3") && ! grep -q 'DOES NOT' "$2"; then
        echo "$1: another libzstd: all unpack, and bytes are not compared"
        report 0
    else
        report 1 "$1 packs differently"
        diff "$2" "$3" | head -n 20
    fi
}

# NAME MAKE-VARIABLES...
native() {
    local name=$1
    shift
    if make -s BUILD="$work/$name" HOSTCC=cc "$@" "$work/$name/tests/reliability" >"$work/$name.log" 2>&1; then
        "$work/$name/tests/reliability" digest "${files[@]}" >"$work/$name.digest"
        compare "$name" "$work/$name.digest" "$work/expected"
    else
        tail -n 5 "$work/$name.log"
        report 1 "$name does not build"
    fi
}

# NAME RUNNER SYSTEM-COMPILER COMPILER LIBRARIES: skipped if a program with libzstd cannot be built or run. COMPILER is
# empty if the caller has not named one.
foreign() {
    local name=$1 runner=$2 compiler=${4:-$3} libraries=${5:--lzstd} archiver=ar
    if [ -z "$4" ] && [ -x "$foreign/bin/$name-gcc" ]; then
        compiler=$foreign/bin/$name-gcc
        archiver=$foreign/bin/$name-ar
        libraries=$foreign/root/usr/lib/$name-linux-gnu/libzstd.a
    fi
    mkdir -p "$work/$name"
    echo '#include <stddef.h>
size_t ZSTD_compressBound(size_t size);
int main(void) { return ZSTD_compressBound(1) == 0; }' >"$work/$name/try.c"
    # shellcheck disable=SC2086 # words
    if ! $compiler -static "$work/$name/try.c" -o "$work/$name/try" $libraries >"$work/$name.log" 2>&1 ||
        ! $runner "$work/$name/try" >>"$work/$name.log" 2>&1; then
        echo "skipped: $name: no compiler with libzstd for it here, or no ${runner:-kernel for it} (see $0)"
        return
    fi
    if ! foreign_make "$work/$name/tests/reliability"; then
        tail -n 5 "$work/$name.log"
        report 1 "$name does not build"
        return
    fi
    # shellcheck disable=SC2086
    $runner "$work/$name/tests/reliability" digest "${small[@]}" >"$work/$name.digest"
    compare "$name" "$work/$name.digest" "$work/expected-small"
    # shellcheck disable=SC2086
    $runner "$work/$name/tests/reliability" quick >"$work/$name.log"
    report $? "$name: $(grep -v ' 0 failed' "$work/$name.log" | tail -n 3)"
    echo "$name: $(sed -n 1p "$work/$name.digest"), $(grep -c 'unpacks to' "$work/$name.digest") packings, $(tail -n 1 "$work/$name.log")"
    [ "$archiver" = ar ] || foreign_units
}

# Make with the variables of foreign().
foreign_make() {
    make -s BUILD="$work/$name" CC="$compiler" AR="$archiver" HOSTCC=cc ARCHFLAGS= LDFLAGS=-static ZSTD_CFLAGS= \
        ZSTD_LIBS="$libraries" CHECK_CFLAGS="-isystem $foreign/root/usr/include" \
        CHECK_LIBS="${libraries/zstd/check} ${libraries/zstd/subunit} -lrt -lm -pthread" "$@" >"$work/$name.log" 2>&1
}

# The unit tests, in one process: check's limits of time are those of a fast machine.
foreign_units() {
    if foreign_make "$work/$name/tests/unit"; then
        # shellcheck disable=SC2086
        CK_FORK=no $runner "$work/$name/tests/unit" >"$work/$name.log"
        report $? "$name: $(tail -n 3 "$work/$name.log")"
        echo "$name: $(grep 'Checks:' "$work/$name.log")"
    else
        tail -n 5 "$work/$name.log"
        report 1 "$name: the unit tests do not build"
    fi
}

files=("$@")
native gcc-O0 CC=gcc CFLAGS=-O0
native gcc-O3 CC=gcc CFLAGS=-O3
native clang-O0 CC=clang CFLAGS=-O0
native clang-O3 CC=clang CFLAGS=-O3
native any-processor CC=gcc ARCHFLAGS=
native kernel-plain CPPFLAGS="-DPOLICY_KERNELS_AT_MOST=1 -DBEST_VERSIONS_AT_MOST=1"
native kernel-ssse3 CPPFLAGS=-DPOLICY_KERNELS_AT_MOST=2
native kernel-avx2 CPPFLAGS=-DPOLICY_KERNELS_AT_MOST=3
foreign i386 '' 'gcc -m32' "${CC_32-}" "${ZSTD_LIBS_32-}"
foreign s390x qemu-s390x s390x-linux-gnu-gcc "${CC_S390X-}" "${ZSTD_LIBS_S390X-}"
foreign aarch64 qemu-aarch64 aarch64-linux-gnu-gcc "${CC_AARCH64-}" "${ZSTD_LIBS_AARCH64-}"
echo "same bytes: $passed passed, $failed failed"
((failed == 0))
