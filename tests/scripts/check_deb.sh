#!/usr/bin/env bash
# check_deb.sh VERSION FOLDER: Debian's packages that `make deb` left in FOLDER, installed by apt, used, and taken away again: the packages' own
# tests, every command that README.md and docs/*.md show, and the first program that the documents of C, C++, Python and Rust show; crates
# are those of the tree that the packages were made of, and build the library in the end, too. A machine
# that was made for it says so by BARE_MACHINE=yes (make check-bare).
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(cd "$2" && pwd)
tree=$folder/pgnpack-$1
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

as_root=()
if ((EUID != 0)); then as_root=(sudo); fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends "$@"; }
own_test() { # NAME: as autopkgtest runs it
    mkdir "$scratch/$1"
    (cd "$tree" && AUTOPKGTEST_TMP=$scratch/$1 sh "debian/tests/$1")
}

debs=()
for deb in "$folder"/*.deb; do [[ $deb == *-dbgsym_* ]] || debs+=("$deb"); done
check 'there are four packages' test ${#debs[@]} = 4
check 'they are installed' apt install "${debs[@]}"
for name in installed python; do check "debian/tests/$name" own_test "$name"; done
check 'commands that documents show' "$root/tests/cli/run.sh" -q /usr/bin documents_run
shown=(env -u PYTHONPATH -u PKG_CONFIG_PATH -u LD_LIBRARY_PATH PYTHON=/usr/bin/python3 CARGO=/usr/bin/cargo RUSTC=/usr/bin/rustc \
    CRATES="$tree" "$root/tests/scripts/run_shown.sh")
check 'what else they show' "${shown[@]}" c cxx python rust
names=()
for deb in "${debs[@]}"; do names+=("$(dpkg-deb -f "$deb" Package)"); done
dpkg -L "${names[@]}" | sort -u | while IFS= read -r file; do [ -d "$file" ] || echo "$file"; done >"$scratch/files"
check 'they have many files' test "$(wc -l <"$scratch/files")" -gt 50
check 'they are taken away' apt purge "${names[@]}"
check 'nothing of them is left' sh -c '! while IFS= read -r file; do ls -d "$file"; done <"$1" 2>/dev/null | grep .' sh "$scratch/files"
# With no library but the one in it.
check 'the crate that brings the library' env PATH="$tree/build:$PATH" CRATE_OPTIONS=', features = ["bundled"]' "${shown[@]}" rust
echo "deb: $passed passed, $failed failed"
((failed == 0))
