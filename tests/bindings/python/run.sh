#!/usr/bin/env bash
# run.sh: tests of the Python package against the library in $BUILD. The last line is "python: N passed, M failed".
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=$(cd "$root" && realpath "${BUILD:-build}")
export PYTHONPATH="$root/src/bindings/python:$here:$root/tests/scripts${PYTHONPATH:+:$PYTHONPATH}" PYTHONDONTWRITEBYTECODE=1
export PGNPACK_LIBRARY="$build/libpgnpack.so" PGNPACK_BUILD="$build"
[[ -n ${PYTHON:-} || ! -x /usr/bin/python3 ]] || PYTHON=/usr/bin/python3
exec "${PYTHON:-python3}" "$here/run_tests.py" "$@"
