#!/usr/bin/env bash
# Every header compiles when it is the only one included; the public ones as C11 and as C++. Uses $CC and $CXX.
set -euo pipefail
shopt -s nullglob

warnings='-Wall -Wextra -Wpedantic -Werror'
headers=0 failed=0
compile() {
    local header=$1
    shift
    headers=$((headers + 1))
    if ! printf '#include "%s"\nextern int not_empty;\n' "$header" | "$@" -fsyntax-only -Iinclude -Isrc -; then
        echo "check_header: $header does not compile alone with: $*"
        failed=$((failed + 1))
    fi
}

read -ra cc <<<"${CC:-cc}"
read -ra cxx <<<"${CXX:-c++}"
for header in pgnpack.h pgnpack_extra.h; do
    compile $header "${cc[@]}" -x c -std=c11 $warnings
    compile $header "${cxx[@]}" -x c++ -std=c++11 $warnings
done
for standard in c++17 c++20; do compile pgnpack.hpp "${cxx[@]}" -x c++ -std=$standard $warnings; done
# Sources and sinks in the place of an argument, in both languages.
arguments='#include "pgnpack.h"
extern pgnpack_read_function stream; extern pgnpack_read_at_function ranges; extern pgnpack_write_function out; extern void *opaque;
void use(struct pgnpack_unpacker *unpacker, struct pgnpack_reader *reader);
void use(struct pgnpack_unpacker *unpacker, struct pgnpack_reader *reader) {
    pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH("a"), PGNPACK_TO_PATH("b"));
    pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(stream, opaque), PGNPACK_TO_FUNCTION(out, opaque));
    pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY("", 0));
    pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(ranges, opaque, 9)); }'
for language in 'c -std=c11' 'c++ -std=c++11' 'c++ -std=c++20'; do
    compiler=("${cc[@]}")
    [[ $language == c++* ]] && compiler=("${cxx[@]}")
    headers=$((headers + 1))
    if ! "${compiler[@]}" -x $language $warnings -fsyntax-only -Iinclude - <<<"$arguments"; then
        echo "check_header: sources and sinks as arguments do not compile with: ${compiler[*]} -x $language"
        failed=$((failed + 1))
    fi
done
for header in src/*/*.h src/lib/*/*.h src/cli/*/*.h; do
    compile "${header#src/}" "${cc[@]}" -x c -std=c11 -D_POSIX_C_SOURCE=200809L $warnings
done
if ((headers < 50)); then
    echo "check_header: only $headers headers were found"
    failed=$((failed + 1))
fi
echo "$headers headers alone: $((failed == 0)) passed, $failed failed"
((failed == 0))
