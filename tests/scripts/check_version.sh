#!/usr/bin/env bash
# check_version.sh: the version that include/pgnpack.h has is that of the Python package, of the crates for Rust and of Debian's changelog,
# which cannot take it from there. The last line is "versions: N passed, M failed".
set -euo pipefail
cd "$(dirname "$0")/../.."

part() { sed -n "s/^#define PGNPACK_VERSION_$1 \([0-9]*\)$/\1/p" include/pgnpack.h; }
version=$(part MAJOR).$(part MINOR).$(part PATCH)
passed=0 failed=0
expect() {
    if [[ $2 == "$3" ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1 has '$2', include/pgnpack.h '$3'"
    fi
}
expect 'include/pgnpack.h' "$(grep -Eo '^[0-9]+\.[0-9]+\.[0-9]+$' <<<"$version" || true)" "$version"
expect src/bindings/python/pgnpack/_version.py \
    "$(sed -n "s/^VERSION = '\(.*\)'$/\1/p" src/bindings/python/pgnpack/_version.py)" "$version"
expect src/packaging/debian/changelog "$(sed -n '1s/^pgnpack (\(.*\)-[0-9]*).*/\1/p' src/packaging/debian/changelog)" "$version"
expect src/bindings/rust/Cargo.toml "$(sed -n 's/^version = "\(.*\)"$/\1/p' src/bindings/rust/Cargo.toml)" "$version"
expect src/bindings/rust/Cargo.lock "$(sed -n 's/^version = "\(.*\)"$/\1/p' src/bindings/rust/Cargo.lock | sort -u)" "$version"
# And nowhere else.
others=$(git grep -Fl "${version%.*}.${version##*.}" -- src include Makefile 2>/dev/null |
    grep -vx 'src/bindings/python/pgnpack/_version.py\|src/bindings/rust/Cargo.\(toml\|lock\)\|src/packaging/debian/changelog' || true)
expect 'another file' "$others" ''
echo "versions: $passed passed, $failed failed"
[ "$failed" = 0 ]
