#!/usr/bin/env bash
# run_shown.sh NAME[=DOCUMENT]...: builds and runs the first program that the document of each shows, in a folder of its own, with what is
# installed, be it for all or by the variables that say where: the commands by PATH, the library by PKG_CONFIG_PATH and LD_LIBRARY_PATH, Python's
# package by PYTHONPATH ($PYTHON), SQLite's extension by $SQLITE_EXTENSION, the crates from the tree in $CRATES
# ($CRATE_OPTIONS stand behind their path).
#
#   c  cxx  python  sqlite  rust
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

shown() { "$root/tests/scripts/shown_code.py" "$document" "$@"; } # LANGUAGE [N]

# compile COMPILER: as the document says that program.c or program.cpp is compiled.
compile() {
    local line
    line=$(grep -Eom1 '(cc|c\+\+) ([^ ]+ )*program\.c(pp)? \$\(pkg-config[^)]*\)' "$document")
    bash -euc "$1 ${line#* } -o program"
}

run_c() { # the guide's first and third task
    local example
    for example in pack_file game_number; do
        grep -q "](examples/$example.c)" "$document"
        cp "$root/docs/examples/$example.c" program.c
        compile "${CC:-cc}"
        mv program "$example"
    done
    ./pack_file games.pgn packed.bcgn
    ./game_number packed.bcgn 65 >game
    grep -q '^\[White "Carlsen, Magnus"\]' game
}

run_cxx() {
    shown cpp 1 >program.cpp
    compile "${CXX:-c++}"
    ./program >out
    grep -qx 'c5 [1-9][0-9]*' out
}

run_python() {
    shown python 1 >first
    grep -q '^>>> import pgnpack' first
    "${PYTHON:-python3}" -B -m doctest -o NORMALIZE_WHITESPACE -o ELLIPSIS first
}

run_sqlite() { # the extension alone, at the place that the document loads it from
    mkdir -p build/sqlite archive
    cp "$SQLITE_EXTENSION" build/sqlite/
    pgnpack -q data/clocked.pgn -o archive/clocked.bcgn # whose games have the tags that are asked for
    shown sql 1 | sqlite3 -batch -bail games.db >out
    grep -qx 'Capablanca, Jose Raul|3' out
    test "$(sqlite3 games.db 'SELECT count(*) FROM openings')" = "$(pgnfind -q --count archive/clocked.bcgn)"
}

run_rust() { # a program of one's own, which has the crate from a source tree elsewhere
    mkdir -p program/src
    { printf '[package]\nname = "program"\nversion = "0.1.0"\nedition = "2021"\n\n' && shown toml 1; } |
        sed -e "s|\"pgnpack/|\"${CRATES:-$root}/|" -e "/^pgnpack = /s| }|${CRATE_OPTIONS-} }|" >program/Cargo.toml
    grep -q "\"${CRATES:-$root}/src/bindings/rust/pgnpack\"" program/Cargo.toml
    shown rust 1 >program/src/main.rs
    (cd program && "${CARGO:-cargo}" build -q --offline)
    "${CARGO_TARGET_DIR:-program/target}/debug/program" >out
    grep -qx '65 Some("Carlsen, Magnus") 99' out
    grep -Eqx 'Some\("c5"\) [1-9][0-9]*' out
}

for name; do
    case $name in
    *=*) document=${name#*=} name=${name%%=*} ;;
    c) document=$root/docs/GUIDE.md ;;
    *) document=$root/docs/bindings/$name.md ;;
    esac
    mkdir "$work/$name"
    cd "$work/$name"
    ln -s "$root/data" data
    cp data/classics.pgn games.pgn
    set +e # which bash does not heed in a condition
    (set -ex && pgnpack -qk games.pgn && "run_$name") >log 2>&1
    status=$?
    set -e
    if ((status == 0)); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: what $document shows first does not do with what is installed"
        sed 's/^/    | /' log
    fi
done
echo "shown: $passed passed, $failed failed"
((failed == 0 && passed > 0))
