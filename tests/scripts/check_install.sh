#!/usr/bin/env bash
# Installs into an empty folder and uses what is there as a user would: pkg-config, C and C++, shared and static, the
# examples, the programs; then uninstalls, and nothing may be left. Uses $MAKE, $CC, $CXX and $BUILD.
set -euo pipefail
shopt -s nullglob

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
prefix=/opt/pgnpack
passed=0 failed=0
expect() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "check_install: $what"
        failed=$((failed + 1))
    fi
}

read -ra make <<<"${MAKE:-make}"
read -ra cc <<<"${CC:-cc}"
read -ra cxx <<<"${CXX:-c++}"
make+=(--no-print-directory -s "BUILD=${BUILD:-build}" "DESTDIR=$root/installed" "PREFIX=$prefix")
"${make[@]}" install

export PKG_CONFIG_SYSROOT_DIR=$root/installed PKG_CONFIG_PATH=$root/installed$prefix/lib/pkgconfig
export LD_LIBRARY_PATH=$root/installed$prefix/lib
read -ra cflags <<<"$(pkg-config --cflags libpgnpack)"
read -ra libs <<<"$(pkg-config --libs libpgnpack)"
read -ra private_libs <<<"$(pkg-config --static --libs libpgnpack)"

cat >"$root/program.c" <<END
#include <pgnpack_extra.h>
#include <string.h>

int main(void)
{
    int number = PGNPACK_VERSION_MAJOR * 10000 + PGNPACK_VERSION_MINOR * 100 + PGNPACK_VERSION_PATCH;
    return strcmp(pgnpack_version(), "$(pkg-config --modversion pgnpack)") == 0 && number == PGNPACK_VERSION_NUMBER ? 0 : 1;
}
END
cp "$root/program.c" "$root/program.cc"
"${cc[@]}" -Wall -Werror "${cflags[@]}" -o "$root/shared" "$root/program.c" "${libs[@]}"
"${cxx[@]}" -Wall -Werror "${cflags[@]}" -o "$root/cxx" "$root/program.cc" "${libs[@]}"
"${cc[@]}" -Wall -Werror "${cflags[@]}" -o "$root/static" "$root/program.c" \
    -Wl,-Bstatic "${private_libs[@]}" -Wl,-Bdynamic
for program in shared cxx static; do
    expect "the $program program fails, or versions differ" "$root/$program"
done

# A project of another's, with both libraries; and a version that is not there.
use_cmake() { # WORDS of find_package
    mkdir -p "$root/project"
    cat >"$root/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.13)
project(user C)
find_package(pgnpack $* REQUIRED)
add_executable(with_shared ../program.c)
target_link_libraries(with_shared PRIVATE pgnpack::pgnpack)
add_executable(with_static ../program.c)
target_link_libraries(with_static PRIVATE pgnpack::static)
END
    rm -rf "$root/project/build"
    {
        CC=${cc[*]} cmake -S "$root/project" -B "$root/project/build" -DCMAKE_PREFIX_PATH="$root/installed$prefix" &&
            cmake --build "$root/project/build" && "$root/project/build/with_shared" && "$root/project/build/with_static"
    } >"$root/cmake.log" 2>&1
}
refuse_cmake() { # VERSION
    ! use_cmake "$1" && grep -q 'compatible with requested version' "$root/cmake.log"
}
if command -v cmake >/dev/null; then
    expect 'CMake does not find the package' use_cmake
    expect 'CMake does not find the version' use_cmake 1.0
    for other in 0.2 1.99 2.0; do expect "CMake takes this version for $other" refuse_cmake $other; done
fi
examples=(docs/examples/*.c)
programs=("$root/installed$prefix"/bin/*)
expect 'pkg-config knows libpgnpack no more' test "$(pkg-config --libs libpgnpack)" = "$(pkg-config --libs pgnpack)"
expect 'there are no examples' test "${#examples[@]}" -ge 5
expect 'the programs are not there' test "${programs[*]##*/}" = 'pgndb pgnfind pgnpack pgnunpack'
for example in "${examples[@]}"; do
    expect "$example does not compile" "${cc[@]}" -Wall -Werror "${cflags[@]}" -o "$root/example" "$example" "${libs[@]}"
done
expect 'what documents show of C and C++ first does not do' env PATH="$root/installed$prefix/bin:$PATH" CC="${cc[*]}" CXX="${cxx[*]}" \
    tests/scripts/run_shown.sh c cxx
for program in "${programs[@]}"; do
    expect "$(basename "$program") --version fails" env -u LD_LIBRARY_PATH "$program" --version >/dev/null
done
# The commands have no library of their own beside the shared one, with its nets.
expect 'the commands and the library are larger than 8 MiB' test \
    "$(cat "${programs[@]}" "$root/installed$prefix/lib/libpgnpack.so" | wc -c)" -le $((8 << 20))

# A folder with a blank in its name is refused, and nothing is made.
mkdir "$root/a blank"
refuse_blank() { # GOAL VARIABLE=FOLDER
    ! "${make[@]}" "$@" >"$root/blank.log" 2>&1 && grep -q 'can have no blanks' "$root/blank.log"
}
for goal in install uninstall; do
    for folder in "DESTDIR=$root/a blank/in" "PREFIX=/a blank"; do
        expect "$goal takes $folder" refuse_blank $goal "$folder"
    done
done
expect 'something was made in the folder with a blank, or beside it' test -z "$(find "$root/a" "$root/a blank" -mindepth 1 2>/dev/null)"

"${make[@]}" uninstall
expect 'uninstall leaves files' test -z "$(find "$root/installed" ! -type d -print | tee -a /dev/stderr)"
echo "install: $passed passed, $failed failed"
((failed == 0))
