#!/usr/bin/env bash
# campaign.sh BUILD SECONDS JOBS [NAME...]: runs the fuzz targets (all, or those named) one after the other, JOBS at a
# time. Each takes its share of SECONDS of a job (tests/fuzz/targets), half of it in the build with sanitizers, half in the
# quick one; both add to the corpus in BUILD/fuzz/corpus/NAME. What is found lies in BUILD/fuzz/findings, and ends a
# target's turn. Prints what was done, and all that this BUILD ever did (BUILD/fuzz/ledger).
#
# campaign.sh BUILD seeds [NAME...]: adds to tests/fuzz/corpus the few inputs that reach what its inputs do not.
set -euo pipefail

export build=$1 seconds=$2
shift 2
export ledger=$build/fuzz/ledger

# Sets bytes, share and options of target $1.
look_up() {
    local found='' _goal
    read -r found bytes share _goal options < <(grep "^$1 " tests/fuzz/targets) || true
    if [[ $found != "$1" ]]; then
        echo "campaign.sh: tests/fuzz/targets has no line for $1" >&2
        return 1
    fi
}
names() { for source in tests/fuzz/fuzz_*.c; do basename "${source#*fuzz_}" .c; done; }

# run NAME PROGRAM SECONDS: appends a line to the ledger.
run() {
    local name=$1 kind=$2 time=$3 status=0
    local log=$build/fuzz/logs/$name-$kind
    local corpus=$build/fuzz/corpus/$name
    mkdir -p "$corpus" "$build/fuzz/logs" "$build/fuzz/findings"
    # shellcheck disable=SC2086 # options are words
    { TIMEFORMAT='cpu %U'; time "$build/$kind/tests/fuzz_$name" -max_total_time="$time" -max_len="$bytes" \
        -timeout=60 -rss_limit_mb=2000 -print_final_stats=1 -artifact_prefix="$build/fuzz/findings/$name-" \
        $options "$corpus" "tests/fuzz/corpus/$name" >"$log" 2>&1; } 2>"$log.time" || status=$?
    local executions edges cpu
    executions=$(awk '/^stat::number_of_executed_units:/ { print $2 }' "$log")
    edges=$(grep -o ' cov: [0-9]*' "$log" | tail -1 | grep -o '[0-9]*' || true)
    cpu=$(awk '$1 == "cpu" { print $2 }' "$log.time")
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$kind" "${executions:-0}" "${cpu:-0}" "${edges:-0}" "$((status != 0))" >>"$ledger"
    if ((status != 0)); then echo "$name: a finding; see $log"; fi
    return "$status"
}

turn() {
    local name=$1 all=$2 half
    look_up "$name"
    half=$((seconds * share / all / 2))
    if ((half == 0)); then half=1; fi
    if run "$name" fuzz-fast "$half"; then run "$name" fuzz "$half" || true; fi
}
export -f look_up run turn

# table FILE FIRST-LINE
table() {
    printf '%-10s %14s %14s %10s %10s %7s %9s\n' target executions sanitized exec/cpu-s edges findings of-goal
    tail -n +"$2" "$1" | awk -F '\t' '
        BEGIN { while ((getline line < "tests/fuzz/targets") > 0) { split(line, f, " "); goal[f[1]] = f[4] } }
        { runs[$1] += $3; cpu[$1] += $4; found[$1] += $6; if ($2 == "fuzz") { checked[$1] += $3; edges[$1] = $5 } }
        END { for (name in runs) printf "%-10s %14d %14d %10d %10d %7d %8.2f%%\n", name, runs[name], checked[name],
              runs[name] / (cpu[name] > 0 ? cpu[name] : 1), edges[name], found[name], 100 * runs[name] / goal[name] }' | sort
}

# Edges count here, not how often they are passed; large inputs stay away.
add_seeds() {
    local name=$1 new=$build/fuzz/new/$1 small=$build/fuzz/small/$1
    look_up "$name"
    rm -rf "$new" "$small"
    mkdir -p "$new" "$small"
    cp tests/fuzz/corpus/"$name"/* "$new"/
    find "$build/fuzz/corpus/$name" -type f -size -401c -exec cp -t "$small" {} +
    "$build/fuzz/tests/fuzz_$name" -set_cover_merge=1 -use_counters=0 -max_len="$bytes" "$new" "$small" \
        >"$build/fuzz/logs/$name-merge" 2>&1
    for input in "$new"/*; do
        if [[ ! -e tests/fuzz/corpus/$name/${input##*/} ]]; then cp "$input" "tests/fuzz/corpus/$name/"; fi
    done
}

if [[ $seconds == seeds ]]; then
    chosen=${*:-$(names)}
    for name in $chosen; do add_seeds "$name"; done
    exit
fi
jobs=$1
shift
chosen=${*:-$(names)}
mkdir -p "$build/fuzz"
touch "$ledger"
before=$(wc -l <"$ledger")
all=0
for name in $chosen; do
    look_up "$name"
    all=$((all + share))
done
# shellcheck disable=SC2086 # names are words
printf '%s\n' $chosen | xargs -P "$jobs" -I NAME bash -c 'turn NAME '"$all"
echo 'This campaign:'
table "$ledger" $((before + 1))
echo 'All so far:'
table "$ledger" 1
