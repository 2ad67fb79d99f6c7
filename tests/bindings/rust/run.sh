#!/usr/bin/env bash
# run.sh: tests of the crates for Rust against the library in $BUILD, with what rules.mk says of Cargo. The last line is
# "rust: N passed, M failed".
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
cargo=${CARGO:-cargo}
if ! command -v "$cargo" >/dev/null; then
    echo "rust: there is no $cargo: install rustc and cargo, of Debian or other ones of 1.63 and later"
    echo 'rust: 0 passed, 1 failed'
    exit 1
fi
: "${CARGO_TARGET_DIR:?} ${PGNPACK_LIB_DIR:?} ${PGNPACK_INCLUDE_DIR:?}"
cd "$root/src/bindings/rust"
export LD_LIBRARY_PATH="$PGNPACK_LIB_DIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" RUSTFLAGS="-D warnings" RUSTDOCFLAGS="-D warnings"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
"$cargo" test --locked --offline --no-fail-fast >"$log" 2>&1 || status=$?
results=$(grep '^test result:' "$log" || true)
sum() { grep -Eo "[0-9]+ $1" <<<"$results" | awk '{ sum += $1 } END { print sum + 0 }'; }
passed=$(sum passed) failed=$(sum failed)
# What does not even compile is a failure, too.
if ((status != 0 && failed == 0)); then failed=1; fi
if ((passed < 20)); then failed=$((failed + 1)) && echo "rust: only $passed tests were found"; fi
# A program outside of the tree, as the document has it.
if PATH="$PGNPACK_LIB_DIR:$PATH" CARGO=$cargo "$root/tests/scripts/run_shown.sh" rust >>"$log" 2>&1; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
if ((failed != 0)); then cat "$log"; fi
echo "rust: $passed passed, $failed failed"
((failed == 0))
