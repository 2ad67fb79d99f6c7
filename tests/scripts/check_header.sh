#!/usr/bin/env bash
# Every header compiles when it is the only one included; the public one as C11 and as C++. Uses $CC and $CXX.
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
compile pgnpack.h "${cc[@]}" -x c -std=c11 $warnings
compile pgnpack.h "${cxx[@]}" -x c++ -std=c++11 $warnings
for header in src/*/*.h src/lib/*/*.h src/cli/*/*.h; do
    compile "${header#src/}" "${cc[@]}" -x c -std=c11 -D_POSIX_C_SOURCE=200809L $warnings
done
if ((headers < 50)); then
    echo "check_header: only $headers headers were found"
    failed=$((failed + 1))
fi
echo "$headers headers alone: $((failed == 0)) passed, $failed failed"
((failed == 0))
