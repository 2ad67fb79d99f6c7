#!/usr/bin/env bash
# check_bare.sh [MODE...]: README's commands for a first try, as they stand there, in a Debian that has nothing but what every Debian
# has: made anew (debootstrap, minbase) for each mode, with a copy of what is committed.
#
#   root      a clone, as root
#   user      a clone, as a user who has sudo
#   tarball   what `make dist` gives, without git, as a user who has sudo
#   all three without one
#
# COMMAND='make check-web' takes another command (through with_packages.sh) in place of README's. KEEP=1 leaves the folder, in
# which a later call with BARE=FOLDER goes on: the same machine, with the packages that it has by now and a new copy of the source.
#
# Needs root (or sudo), debootstrap, git, and a machine that allows mounts. Everything runs in namespaces of its own: mounts and
# processes end with them. Names resolve for the registries of packages only (Debian's mirror, npm's): whatever else is asked for over
# the network is not there. Certificates, proxies and the settings of apt and npm that have to do with the network are this machine's.
set -euo pipefail
export LC_ALL=C
: "${MIRROR:=http://deb.debian.org/debian}" "${SECURITY_MIRROR:=http://deb.debian.org/debian-security}" "${SUITE:=bookworm}"

here=$(cd "$(dirname "$0")/../.." && pwd)
# As root, and in namespaces: begins again in them.
if ((EUID != 0)); then
    exec sudo --preserve-env "$0" "$@"
fi
if [ "${BARE_NAMESPACE-}" != yes ]; then
    exec env BARE_NAMESPACE=yes unshare --mount --pid --fork --kill-child --propagation private "$0" "$@"
fi

modes=("$@")
((${#modes[@]} > 0)) || modes=(root user tarball)
for mode in "${modes[@]}"; do
    case $mode in root | user | tarball) ;; *) echo "check_bare.sh: no mode is called $mode: root, user, tarball" >&2 && exit 2 ;; esac
done

work=${BARE-}
if [ -z "$work" ]; then work=$(mktemp -d "${TMPDIR:-/tmp}/pgnpack-bare.XXXXXX"); fi
mkdir -p "$work/archives"
work=$(cd "$work" && pwd)
# Nothing is removed below a mount point: what is mounted is seen in this namespace only, and taken away first.
unmount_all() {
    local point
    while IFS= read -r point; do umount -l "$point"; done < <(findmnt -rno TARGET | grep "^$1/" | sort -r)
    if findmnt -rno TARGET | grep "^$1/" >&2; then
        echo "check_bare.sh: these are still mounted; $work stays" >&2
        trap - EXIT
        exit 1
    fi
}
leave() {
    unmount_all "$work"
    if [ -n "${KEEP-}" ]; then echo "kept: $work"; else rm -rf --one-file-system "$work"; fi
}
trap leave EXIT

# What of this machine has to do with the network -----------------------------------------------------------------------------

variables=(http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE)
passed_on=()
for variable in "${variables[@]}"; do
    if [ -n "${!variable-}" ]; then passed_on+=("$variable=${!variable}"); fi
done
npm_settings() {
    local file
    for file in ~/.npmrc "$(command -v npm >/dev/null && npm config get globalconfig 2>/dev/null)"; do
        if [ -f "$file" ]; then grep -E '^ *((@[^:=]*:)?registry|ca|cafile|cert|key|proxy|https-proxy|noproxy|strict-ssl|//[^=]*) *=' "$file" || true; fi
    done
}
npm_registry=$(npm_settings | sed -n 's/^ *registry *= *//p' | tail -n 1)
: "${npm_registry:=https://registry.npmjs.org/}"
host_of() { sed -E 's|^[a-z]+://||; s|^[^/@]*@||; s|[:/].*||' <<<"$1"; }
hosts_file() {
    local url host
    echo "127.0.0.1 localhost $(hostname)"
    for url in "$MIRROR" "$SECURITY_MIRROR" "$npm_registry" "${http_proxy-}" "${https_proxy-}" "${HTTP_PROXY-}" "${HTTPS_PROXY-}"; do
        host=$(host_of "$url")
        if [ -n "$host" ]; then getent ahosts "$host" | sed -n "s/ .*STREAM.*/ $host/p"; fi
    done | sort -u
}

# certificates ROOT: files that settings name are at the same place there; Debian's own certificates come with its package, to which
# those of /usr/local are added.
certificates() {
    local root=$1 file
    mkdir -p "$root/etc/ssl/certs" "$root/usr/local/share/ca-certificates"
    cp -rL /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
    { printf '%s\n' "${passed_on[@]}" && npm_settings; } | sed -nE 's/^ *[A-Za-z_]*(CERT_FILE|CERTS|BUNDLE|cafile) *= *"?([^"]*)"? *$/\2/p' |
        sort -u | while IFS= read -r file; do
        if [ -f "$file" ] && [ ! -e "$root$file" ]; then mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file"; fi
    done
}

# The machine ------------------------------------------------------------------------------------------------------------------

# bare_machine ROOT: a Debian that was made once is copied.
bare_machine() {
    local root=$1 base=$work/base
    if [ ! -d "$base" ]; then
        debootstrap --variant=minbase "$SUITE" "$base.part" "$MIRROR" >"$work/debootstrap.log" 2>&1 || {
            tail -n 20 "$work/debootstrap.log" >&2
            exit 1
        }
        mv "$base.part" "$base"
    fi
    cp -a "$base" "$root.part"
    cat >"$root.part/etc/apt/sources.list" <<EOF
deb $MIRROR $SUITE main
deb $MIRROR $SUITE-updates main
deb $SECURITY_MIRROR $SUITE-security main
EOF
    apt-config dump 2>/dev/null | grep -E '^Acquire::(http|https|Check-Date|Check-Valid-Until|Retries|Force)' >"$root.part/etc/apt/apt.conf.d/99network" || true
    if [ -d /etc/apt/auth.conf.d ]; then cp -r /etc/apt/auth.conf.d "$root.part/etc/apt/"; fi
    echo 'nameserver 127.0.0.1' >"$root.part/etc/resolv.conf"
    hosts_file >"$root.part/etc/hosts"
    hostname >"$root.part/etc/hostname"
    certificates "$root.part"
    mv "$root.part" "$root"
}

# enter ROOT: what a running machine has mounted; the packages are fetched once for all modes.
enter() {
    mount -t proc proc "$1/proc"
    mount -t sysfs -o ro sys "$1/sys"
    if mountpoint -q /sys/fs/cgroup; then mount --rbind /sys/fs/cgroup "$1/sys/fs/cgroup"; fi # Slurm asks for it
    mount -t tmpfs -o mode=755 dev "$1/dev"
    local device
    for device in null zero full random urandom tty; do
        touch "$1/dev/$device"
        mount --bind "/dev/$device" "$1/dev/$device"
    done
    mkdir "$1/dev/pts" "$1/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$1/dev/pts"
    mount -t tmpfs -o mode=1777 shm "$1/dev/shm"
    ln -s pts/ptmx "$1/dev/ptmx"
    ln -s /proc/self/fd "$1/dev/fd"
    ln -s /proc/self/fd/0 "$1/dev/stdin"
    ln -s /proc/self/fd/1 "$1/dev/stdout"
    ln -s /proc/self/fd/2 "$1/dev/stderr"
    mkdir -p "$1/var/cache/apt/archives"
    mount --bind "$work/archives" "$1/var/cache/apt/archives"
}

in_machine() { # ROOT COMMAND...
    local root=$1
    shift
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb BARE_MACHINE=yes "${passed_on[@]}" chroot "$root" "$@" </dev/null
}

# someone ROOT: a user who may become root. sudo keeps what a proxy's user would have told it to keep.
someone() {
    in_machine "$1" sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends sudo' >"$work/sudo.log" 2>&1 || {
        tail -n 20 "$work/sudo.log" >&2
        return 1
    }
    in_machine "$1" useradd --create-home --shell /bin/bash someone
    printf '%s\n' 'someone ALL=(ALL) NOPASSWD: ALL' "Defaults env_keep += \"${variables[*]}\"" >"$1/etc/sudoers.d/someone"
}

# source_tree MODE FOLDER: what is committed, with its history or as it is given out.
source_tree() {
    rm -rf "$2"
    git -c safe.directory='*' clone -q --no-hardlinks "$here" "$2"
    if [ "$1" = tarball ]; then
        make -s -C "$2" dist >"$work/dist.log" 2>&1
        local tarball
        tarball=$(echo "$2"/build/dist/pgnpack-*.tar.gz)
        mv "$tarball" "$2.tar.gz"
        rm -rf "$2"
        mkdir "$2"
        tar -xzf "$2.tar.gz" -C "$2" --strip-components=1 --no-same-owner
        rm "$2.tar.gz"
    fi
}

readme_commands() { sed -nE 's/^    (tests\/scripts\/with_packages\.sh [^#]*[^# ]) *(#.*)?$/\1/p' "$1/README.md"; }

passed=0 failed=0
report=()
run_in() { # MODE ROOT USER HOME COMMAND: what it prints is shown, and summed up in a line of the report
    local mode=$1 root=$2 user=$3 home=$4 command=$5 status=0 tally TIMEFORMAT='%0R s (processor: %0U + %0S s)'
    echo "== $mode: $command"
    { time in_machine "$root" env HOME="$home" USER="$user" setpriv --reuid "$user" --regid "$user" --init-groups \
        bash -c "cd ~/pgnpack && $command" 2>&1 | tee "$work/$mode.log"; } 2>"$work/$mode.time" || status=$?
    tally=$(tail -n 1 "$work/$mode.log" | grep -xE '[0-9]+ passed, [0-9]+ failed' || true)
    report+=("$mode: $command: status $status, $(tail -n 1 "$work/$mode.time")${tally:+, $tally}")
    echo "== ${report[-1]}"
    if ((status == 0)); then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

try() { # MODE
    local mode=$1 root=$work/$1 home=/root user=root from=$SECONDS command commands
    if [ ! -d "$root" ]; then bare_machine "$root"; fi
    enter "$root"
    if [ "$mode" != root ]; then
        home=/home/someone user=someone
        [ -d "$root$home" ] || someone "$root"
    fi
    source_tree "$mode" "$root$home/pgnpack"
    npm_settings >"$root$home/.npmrc"
    in_machine "$root" chown -R "$user:" "$home"
    echo "== $mode: a bare $SUITE, made in $((SECONDS - from)) s, with $(git -c safe.directory='*' -C "$here" log -1 --format=%h)"
    if [ -n "${COMMAND-}" ]; then
        commands=("tests/scripts/with_packages.sh $COMMAND")
    else
        mapfile -t commands < <(readme_commands "$root$home/pgnpack")
        ((${#commands[@]} == 2)) || { echo "FAILED: README.md has ${#commands[@]} commands, not 2" && failed=$((failed + 1)); }
    fi
    for command in "${commands[@]}"; do run_in "$mode" "$root" "$user" "$home" "$command"; done
    unmount_all "$root"
    if [ -z "${KEEP-}" ]; then rm -rf --one-file-system "$root"; fi
}

for mode in "${modes[@]}"; do try "$mode"; done
printf '%s\n' "${report[@]}"
echo "bare: $passed passed, $failed failed"
((failed == 0 && passed > 0))
