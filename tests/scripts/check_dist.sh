#!/usr/bin/env bash
# check_dist.sh VERSION: `make dist` gives the same bytes twice: here, and from what it gave, elsewhere, later, under
# another umask. All files are in it, with their names in the bill of materials.
set -uo pipefail

name=pgnpack-$1
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
check() {
    local what=$1
    shift
    if "$@" >"$scratch/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        sed 's/^/    | /' "$scratch/out"
    fi
}

check 'make dist' "${MAKE:-make}" -s -C "$here/../.." BUILD="$scratch/first" dist
mkdir "$scratch/tree"
check 'it unpacks' tar -xzf "$scratch/first/dist/$name.tar.gz" -C "$scratch/tree"
(umask 077 && cp -r "$scratch/tree/$name" "$scratch/tree/copy")
touch -r "$scratch/tree/$name/CHANGELOG.md" "$scratch/tree/copy/CHANGELOG.md"
mkdir "$scratch/tree/copy/build"
echo made >"$scratch/tree/copy/build/made"
check 'make dist from what it gave' env -u MAKEFLAGS "${MAKE:-make}" -s -C "$scratch/tree/copy" dist
for kind in tar.gz spdx; do
    check "another $kind" cmp "$scratch/first/dist/$name.$kind" "$scratch/tree/copy/build/dist/$name.$kind"
done
files=$(cd "$scratch/tree/$name" && find . -type f | sort)
check 'the files that it names' test "$files" = "$(sed -n 's/^FileName: //p' "$scratch/first/dist/$name.spdx" | sort)"
check 'are many' test "$(wc -l <<<"$files")" -gt 1000
check 'the tests are among them' grep -q '^./tests/scripts/check_dist.sh$' <<<"$files"
echo "dist: $passed passed, $failed failed"
((failed == 0))
