# Sourced: start_slurm FOLDER starts munge and Slurm on this machine alone, with all their files in FOLDER, and sets SLURM_CONF;
# stop_slurm ends them. As whoever runs the tests, on ports that are free, beside a Slurm that may be there.
# shellcheck shell=bash

free_port() {
    "${PYTHON:-python3}" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# What the programs wrote, which say nothing else as they end in the background.
slurm_failed() {
    echo "$1 failed" >&2
    tail -n 20 "$slurm_folder"/*.log >&2
    return 1
}

start_slurm() {
    local folder=$1 host controller_port node_port
    host=$(hostname -s)
    controller_port=$(free_port)
    node_port=$(free_port)
    slurm_folder=$folder
    mkdir -p "$folder/state" "$folder/spool"
    chmod 755 "$folder"
    (umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")
    cat >"$folder/slurm.conf" <<END
ClusterName=pgnpack$$
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.sock
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPort=$controller_port
SlurmdPort=$node_port
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$folder/slurm.conf
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.sock" --pid-file="$folder/munged.pid" \
        --log-file="$folder/munged.log" --seed-file="$folder/munged.seed" || { slurm_failed munged; return; }
    slurmctld -f "$SLURM_CONF" || { slurm_failed slurmctld; return; }
    slurmd -f "$SLURM_CONF" || { slurm_failed slurmd; return; }
    for _ in $(seq 100); do
        [ "$(sinfo -h -o %T 2>/dev/null)" != idle ] || return 0
        sleep 0.1
    done
    slurm_failed 'the node'
}

stop_slurm() {
    local name
    for name in slurmd slurmctld munged; do
        [ ! -s "$slurm_folder/$name.pid" ] || kill "$(cat "$slurm_folder/$name.pid")" 2>/dev/null
    done
    for _ in $(seq 50); do
        [ -n "$(find "$slurm_folder" -maxdepth 1 -name '*.pid')" ] || return 0
        sleep 0.1
    done
}

# ended JOB: waits, for at most 40 seconds, until no task of the job is queued or runs.
ended() {
    [ -n "$1" ] || return 1
    for _ in $(seq 200); do
        [ -n "$(squeue -h -j "$1" 2>/dev/null)" ] || return 0
        sleep 0.2
    done
    return 1
}
