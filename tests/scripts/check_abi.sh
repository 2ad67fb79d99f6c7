#!/usr/bin/env bash
# check_abi.sh BUILD: the shared library's binary interface is still that of tests/abi/libpgnpack.abi: what was linked with version 1.0 goes on
# running. Later versions may add functions; what else they may do is in tests/abi/suppressions.ini. Needs libabigail's programs and an x86-64
# library with debug information. The last line is "interface: N passed, M failed".
#
# check_abi.sh --anew BUILD: writes that file, when a version is released that adds to the interface.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
kept=$root/tests/abi/libpgnpack.abi
describe() { # LIBRARY
    abidw --headers-dir "$root/include" --drop-private-types --exported-interfaces-only --no-corpus-path --no-comp-dir-path --no-elf-needed \
        --no-show-locs --type-id-style hash "$1"
}
if [[ $1 == --anew ]]; then
    describe "$2/libpgnpack.so" >"$kept"
    exit
fi
library=$1/libpgnpack.so
if ! command -v abidiff >/dev/null || [[ $(readelf -h "$library" 2>/dev/null) != *X86-64* ]]; then
    echo 'interface: not compared: this needs abidiff (abigail-tools) and a library for x86-64'
    exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
tell() { # STATUS WHAT
    if [[ $1 == 0 ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
        sed 's/^/    | /' "$scratch/out"
    fi
}
compare() { abidiff --suppressions "$root/tests/abi/suppressions.ini" --no-added-syms "$kept" "$1" >"$scratch/out" 2>&1; }

# Without debug information all would be the same.
describe "$library" >"$scratch/now.abi"
status=0 && grep -q "<class-decl name='pgnpack_writer_options' size-in-bits=" "$scratch/now.abi" >"$scratch/out" || status=1
tell $status "$library has no debug information: build it with -g"
status=0 && compare "$scratch/now.abi" || status=$?
tell $status "the interface is no longer that of $(basename "$kept") (abidiff's bits: $status): programs that were linked with it break"
# And what is compared is seen: members that are elsewhere, other values of enumerations, a function that is gone.
for change in "s/layout-offset-in-bits='64'/layout-offset-in-bits='96'/" "/name='PGNPACK_ERROR_READ'/s/value='[0-9]*'/value='99'/" \
    "s/name='pgnpack_reader_open'/name='pgnpack_reader_opens'/g"; do
    sed "$change" "$scratch/now.abi" >"$scratch/changed.abi"
    status=0 && compare "$scratch/changed.abi" && status=1
    tell $status "a change that is not seen: $change"
done
echo "interface: $passed passed, $failed failed"
((failed == 0))
