#!/usr/bin/env bash
# check_same_bytes.sh BUILD FILE...: packs the files by builds of other compilers, with and without optimisation, and
# for other machines, and compares with what BUILD packs: the same bytes for one version of libzstd, and always a file
# that unpacks to its text.
#
# Other machines are left out where their compiler, their libzstd or qemu is missing:
#   32 bits      gcc -m32 (gcc-multilib) and ZSTD_LIBS_32, or -lzstd
#   big-endian   CC_S390X, or s390x-linux-gnu-gcc; ZSTD_LIBS_S390X, or -lzstd; qemu-s390x (qemu-user)
set -uo pipefail

build=$1
shift
passed=0 failed=0
work=$build/same
mkdir -p "$work"
"$build/tests/reliability" digest "$@" >"$work/expected" || exit 1

# Of a machine that is slow here, the small files are enough.
small=()
for file in "$@"; do
    (($(wc -c <"$file") < 100000)) && small+=("$file")
done
"$build/tests/reliability" digest "${small[@]}" >"$work/expected-small" || exit 1

compare() { # NAME RESULT EXPECTED
    if cmp -s "$2" "$3"; then
        passed=$((passed + 1))
    elif ! cmp -s <(head -n 1 "$2") <(head -n 1 "$3") && ! grep -q 'DOES NOT' "$2"; then
        echo "$1: another libzstd: all unpack, and bytes are not compared"
        passed=$((passed + 1))
    else
        echo "FAILED: $1 packs differently"
        diff "$2" "$3" | head -n 20
        failed=$((failed + 1))
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
        echo "FAILED: $name does not build"
        failed=$((failed + 1))
    fi
}

# NAME RUNNER COMPILER LIBRARIES: skipped if a program with libzstd cannot be built or run.
foreign() {
    local name=$1 runner=$2 compiler=$3 libraries=$4
    mkdir -p "$work/$name"
    echo '#include <stddef.h>
size_t ZSTD_compressBound(size_t size);
int main(void) { return ZSTD_compressBound(1) == 0; }' >"$work/$name/try.c"
    # shellcheck disable=SC2086 # words
    if ! $compiler -static "$work/$name/try.c" -o "$work/$name/try" $libraries >"$work/$name.log" 2>&1 ||
        ! $runner "$work/$name/try" >>"$work/$name.log" 2>&1; then
        echo "skipped: $name: no compiler with libzstd for it here, or no $runner (see $0)"
        return
    fi
    if ! make -s BUILD="$work/$name" CC="$compiler" HOSTCC=cc ARCHFLAGS= LDFLAGS=-static ZSTD_CFLAGS= \
        ZSTD_LIBS="$libraries" "$work/$name/tests/reliability" >"$work/$name.log" 2>&1; then
        tail -n 5 "$work/$name.log"
        echo "FAILED: $name does not build"
        failed=$((failed + 1))
        return
    fi
    # shellcheck disable=SC2086
    $runner "$work/$name/tests/reliability" digest "${small[@]}" >"$work/$name.digest"
    compare "$name" "$work/$name.digest" "$work/expected-small"
}

files=("$@")
native gcc-O0 CC=gcc CFLAGS=-O0
native gcc-O3 CC=gcc CFLAGS=-O3
native clang-O0 CC=clang CFLAGS=-O0
native clang-O3 CC=clang CFLAGS=-O3
native any-processor CC=gcc ARCHFLAGS=
foreign 32-bit '' 'gcc -m32' "${ZSTD_LIBS_32--lzstd}"
foreign s390x qemu-s390x "${CC_S390X-s390x-linux-gnu-gcc}" "${ZSTD_LIBS_S390X--lzstd}"
echo "same bytes: $passed passed, $failed failed"
((failed == 0))
