#!/usr/bin/env bash
# check_frozen.sh: what version 1.0 of the format is held by never changes again: packed files with their texts, files that every reader must
# refuse or read, and the weights, as tests/vectors/frozen-1.0.sha256 lists them. docs/FORMAT.md has the list's own SHA-256. New files are in
# none until the next version of the format, which has a list of its own beside this one. The last line is "frozen: N passed, M failed".
#
# check_frozen.sh --list: the list as it would be made now, for a new version. What newer versions may read is not in it.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."

if [[ ${1-} == --list ]]; then
    sha256sum data/*.bin tests/vectors/good/*.bcgn tests/vectors/good/*.pgn
    grep -L '^# status: unsupported' tests/vectors/bad/*.txt | xargs sha256sum
    exit
fi
passed=0 failed=0
for list in tests/vectors/frozen-*.sha256; do
    version=${list#*frozen-}
    hash=$(sha256sum "$list" | cut -d' ' -f1)
    if grep -q "$hash" docs/FORMAT.md; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $list is not the list that docs/FORMAT.md names: the files of version ${version%.sha256} are frozen"
    fi
    if wrong=$(sha256sum --check --quiet "$list" 2>/dev/null); then
        passed=$((passed + $(wc -l <"$list")))
    else
        failed=$((failed + $(wc -l <<<"$wrong")))
        echo "$wrong" | sed 's/^\([^:]*\):.*/FAILED: \1 is gone or has changed: version 1.0 of the format is frozen; make a new file beside it/'
    fi
done
echo "frozen: $passed passed, $failed failed"
((passed > 0 && failed == 0))
