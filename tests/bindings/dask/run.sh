#!/usr/bin/env bash
# run.sh [TEST...]: tests of pgnpack.dask, pgnpack.remote and of docs/cluster on the programs and the library in $BUILD; all, or
# the named ones (cluster, remote, frames, ...). Those of Python run one behind the other, those of docs/cluster beside them.
# The last line is "dask: N passed, M failed".
set -u

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=$(cd "$root" && realpath "${BUILD:-build}")
export PGNPACK=$build/pgnpack PGNUNPACK=$build/pgnunpack PGNFIND=$build/pgnfind LC_ALL=C.UTF-8 PYTHON=${PYTHON:-/usr/bin/python3}
export PYTHONPATH=$root/src/bindings/python:$here:$root/tests/scripts PYTHONDONTWRITEBYTECODE=1 PGNPACK_LIBRARY=$build/libpgnpack.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The tests are of no use if these would be left out.
export TMPDIR=$work SCRATCH=$work/cluster
mkdir "$SCRATCH"

python_tests=()
for name in "${@:-all}"; do
    case $name in
    all) set -- cluster && for file in "$here"/test_*.py; do python_tests+=("$(basename "$file" .py)"); done ;;
    cluster) ;;
    *) python_tests+=("test_$name") ;;
    esac
done

touch "$work/cluster.report" "$work/python.report"
case " $* " in *' cluster '*) bash "$here/test_cluster.sh" </dev/null >"$work/cluster.report" 2>&1 & ;; esac
if ((${#python_tests[@]} > 0)); then
    "$PYTHON" "$here/run_tests.py" "${python_tests[@]}" </dev/null >"$work/python.report" 2>&1
fi
wait

passed=0 failed=0
for name in cluster python; do
    [[ -s $work/$name.report ]] || continue
    last=$(tail -n 1 "$work/$name.report")
    if [[ $last =~ ^$name:\ ([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        grep -Ev "^ok |^$name: " "$work/$name.report"
    else
        cat "$work/$name.report"
        echo "FAIL $name: ended before its end"
        failed=$((failed + 1))
    fi
done
echo "dask: $passed passed, $failed failed"
((failed == 0 && passed > 0))
