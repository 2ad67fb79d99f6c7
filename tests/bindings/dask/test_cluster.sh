# The scripts of docs/cluster on one machine: by hand, GNU parallel, MPI and Slurm. What they make is what one process makes.
. "$(dirname "$0")/../../cli/lib.sh"
root=$(cd "$tools/../.." && pwd)
cluster=$root/docs/cluster
. "$root/tests/bindings/dask/slurm.sh"

all=$root/data/engine-games.pgn
"$PGNPACK" -q -B 64K "$all" -o all.bcgn
# A count that shows how a part's games came: how many, and a hash of them.
count='echo "$PART $(grep -c "^\[Event ")"'

# ---- Which parts ----
status "no scheduler, no part" 1 "$cluster/my_parts.sh" 3
says "no scheduler: it is said what to do" "set PART to a number from 1 to 3"
status "no such part" 1 env PART=4 "$cluster/my_parts.sh" 3
says "no such part: it is said" "no part 4 of 3"
check "a part by hand" sh -c '[ "$(PART=2 "$0" 3)" = 2 ]' "$cluster/my_parts.sh"
check "a task of an array" sh -c '[ "$(SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=1 "$0" 7)" = 3 ]' "$cluster/my_parts.sh"
check "ranks share parts" sh -c '[ "$(for rank in 0 1 2; do
    OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=3 "$0" 7; done | tr "\n" " ")" = "1 4 7 2 5 3 6 " ]' "$cluster/my_parts.sh"
check "ranks of MPICH" sh -c '[ "$(PMI_RANK=1 PMI_SIZE=2 "$0" 5 | tr "\n" " ")" = "2 4 " ]' "$cluster/my_parts.sh"
check "tasks of srun" sh -c '[ "$(SLURM_PROCID=1 SLURM_NTASKS=2 "$0" 5 | tr "\n" " ")" = "2 4 " ]' "$cluster/my_parts.sh"
check "more ranks than parts" sh -c '[ -z "$(PMI_RANK=5 PMI_SIZE=6 "$0" 5)" ]' "$cluster/my_parts.sh"

# ---- By hand ----
for part in 3 1 2; do
    check "part $part by hand" env PART=$part "$cluster/shard.sh" 3 all.bcgn by-hand cat
done
check "parts are joined" "$cluster/join.sh" 3 by-hand by-hand.pgn
same "by hand: the original" "$all" by-hand.pgn
status "a command that fails" 1 env PART=1 "$cluster/shard.sh" 3 all.bcgn failed sh -c 'cat; exit 1'
check "a command that fails leaves nothing" sh -c '[ -z "$(ls -A failed)" ]'
status "parts that are missing" 1 "$cluster/join.sh" 4 by-hand four.pgn
says "parts that are missing are told" "1 of 4 parts are missing: 4"
absent "parts that are missing: no output" four.pgn
check "a part that is there is not done again" env PART=1 "$cluster/shard.sh" 3 all.bcgn by-hand false
head -c 100000 all.bcgn >broken.bcgn
status "a damaged database" 2 env PART=3 "$cluster/shard.sh" 3 broken.bcgn broken cat
check "a damaged database leaves no part" sh -c '[ -z "$(ls -A broken)" ]'

check "more parts than blocks" sh -c 'seq 40 | parallel PART={} "$0"/shard.sh 40 all.bcgn many cat && "$0"/join.sh 40 many many.out &&
    cmp many.out "$1" && [ -n "$(find many -name "part-*" -size 0)" ]' "$cluster" "$all"
check "parts are readable by others as files are" sh -c '[ "$(stat -c %a by-hand/part-00001)" = "$(touch plain && stat -c %a plain)" ]'

# ---- Searches ----
"$PGNFIND" --numbers --pawns iqp --for 8 all.bcgn >wanted-hits
check "searches in parts" sh -c 'seq 5 | parallel PART={} "$0"/run_parts.sh 5 hits "$PYTHON" "$0"/find_part.py all.bcgn "\"pawns=iqp for=8\""' "$cluster"
check "searches are joined" "$cluster/join.sh" 5 hits hits.txt
same "searches: those of pgnfind" wanted-hits hits.txt
check "searches in parts: more than blocks" sh -c '[ -z "$(PART=900 "$0"/run_parts.sh 1000 none "$PYTHON" "$0"/find_part.py all.bcgn check && cat none/*)" ]' "$cluster"
status "a search that makes no sense" 1 env PART=1 "$cluster/run_parts.sh" 5 senseless "$PYTHON" "$cluster/find_part.py" all.bcgn "elo=x"
check "a search that makes no sense makes no part" sh -c '[ -z "$(ls -A senseless)" ]'

# ---- GNU parallel ----
check "parallel: shards" sh -c 'seq 5 | parallel -j 2 --halt now,fail=1 PART={} "$0"/shard.sh 5 all.bcgn by-parallel cat' "$cluster"
check "parallel: joined" "$cluster/join.sh" 5 by-parallel by-parallel.pgn
same "parallel: the original" "$all" by-parallel.pgn
check "parallel: one large text in pieces" env JOBS=2 SIZE=200K "$cluster/pack_pieces.sh" "$all" pieces.bcgn
check "parallel: pieces give the original" sh -c '"$PGNUNPACK" -c pieces.bcgn | cmp - "$0"' "$all"
check "parallel: pieces have all games, whole" sh -c '"$PGNUNPACK" -l --json pieces.bcgn >pieces.json && grep -q "\"games\": *2400" pieces.json'
check "parallel: several pieces" sh -c '[ "$("$PGNUNPACK" -l pieces.bcgn | awk "NR == 2 { print \$3 }")" -ge 7 ]'
check "parallel: a game of any number" sh -c '"$PGNUNPACK" -g 2000 pieces.bcgn >a && "$PGNUNPACK" -g 2000 all.bcgn | cmp - a'

# ---- Many files ----
mkdir files
for n in 1 2 3 4 5 6 7; do some_games $((n * n)) $((100 * n)) >"files/$n of 7.pgn"; done
zstd -q --rm "files/5 of 7.pgn"
ls -d files/* >list
cat files/[1-4]* >many.pgn && zstd -qdc files/5* >>many.pgn && cat files/[67]* >>many.pgn
for part in 1 2 3; do
    check "part $part of many files" env PART=$part "$cluster/pack_part.sh" 3 list packed -5
done
check "many files: joined" "$cluster/join.sh" 3 packed many.bcgn
check "many files: the original" sh -c '"$PGNUNPACK" -c many.bcgn | cmp - many.pgn'
check "more parts than files" sh -c 'for part in $(seq 20); do PART=$part "$0"/pack_part.sh 20 list spread || exit 1; done &&
    "$0"/join.sh 20 spread spread.bcgn && "$PGNUNPACK" -c spread.bcgn | cmp - many.pgn' "$cluster"
echo "files/none.pgn" >bad-list
status "a file that is not there" 1 env PART=1 "$cluster/pack_part.sh" 1 bad-list bad
says "a file that is not there is told" "none.pgn"
check "a file that is not there: no part" sh -c '[ -z "$(ls -A bad)" ]'

# ---- MPI ----
mpi=(mpirun --oversubscribe -n 3)
[ "$(id -u)" -ne 0 ] || mpi+=(--allow-run-as-root)
check "MPI: shards" "${mpi[@]}" "$cluster/shard.sh" 7 all.bcgn by-mpi sh -c "$count"
check "MPI: joined" "$cluster/join.sh" 7 by-mpi by-mpi.txt
check "MPI: each part once, all games" sh -c '[ "$(awk "{ parts = parts \" \" \$1; games += \$2 } END { print parts, games }" by-mpi.txt)" = " 1 2 3 4 5 6 7 2400" ]'
check "MPI: files packed" "${mpi[@]}" "$cluster/pack_part.sh" 4 list packed-by-mpi
check "MPI: files joined" "$cluster/join.sh" 4 packed-by-mpi many-by-mpi.bcgn
check "MPI: the original" sh -c '"$PGNUNPACK" -c many-by-mpi.bcgn | cmp - many.pgn'
"$PGNFIND" --names '*' --csv -n 20 all.bcgn |
    "$PYTHON" -c 'import csv, sys; [print(row[1], row[0], sep="\t") for row in list(csv.reader(sys.stdin))[1:]]' >wanted
check "MPI: mpi4py" sh -c '"$@" "$PYTHON" "$0"/count_players.py all.bcgn >players' "$cluster" "${mpi[@]}"
same "MPI: mpi4py counts as pgnfind does" wanted players

# ---- Slurm ----
if ! start_slurm "$SCRATCH/slurm" >slurm.out 2>&1; then
    fail "Slurm starts"
    sed 's/^/     | /' slurm.out
    finish
fi
trap stop_slurm EXIT
export CLUSTER=$cluster
job=$(PARTS=6 sbatch --parsable --array=1-6 -o "$SCRATCH/shard-%a.log" "$cluster/step.sbatch" shard.sh "$PWD/all.bcgn" "$PWD/by-slurm" cat)
hits=$(PARTS=3 sbatch --parsable --array=1-3 -o "$SCRATCH/hits-%a.log" "$cluster/step.sbatch" run_parts.sh "$PWD/hits-by-slurm" \
    "$PYTHON" "$cluster/find_part.py" "$PWD/all.bcgn" 'pawns=iqp for=8')
pack=$("$cluster/submit_pack.sh" 3 "$PWD/list" "$PWD/packed-by-slurm" "$PWD/many-by-slurm.bcgn" -4)
check "Slurm: an array ends" ended "$job"
check "Slurm: joined" "$cluster/join.sh" 6 by-slurm by-slurm.pgn
same "Slurm: the original" "$all" by-slurm.pgn
rm -f by-slurm/part-00004
again=$(PARTS=6 sbatch --parsable --array=4 -o "$SCRATCH/again-%a.log" "$cluster/step.sbatch" shard.sh "$PWD/all.bcgn" "$PWD/by-slurm" cat)
check "Slurm: searches" ended "$hits"
check "Slurm: searches are those of pgnfind" sh -c '"$0"/join.sh 3 hits-by-slurm hits-by-slurm.txt && cmp hits-by-slurm.txt wanted-hits' "$cluster"
check "Slurm: files packed and joined" ended "$pack"
check "Slurm: files give the original" sh -c '"$PGNUNPACK" -c many-by-slurm.bcgn | cmp - many.pgn'
check "Slurm: one task again" ended "$again"
check "Slurm: joined again" sh -c '"$0"/join.sh 6 by-slurm again.pgn && cmp again.pgn "$1"' "$cluster" "$all"
finish
