#!/usr/bin/env bash
# with_packages.sh COMMAND...: runs the command after installing the Debian or Ubuntu packages that it needs and that
# are missing; through sudo unless root. Elsewhere it just runs the command.
set -euo pipefail

packages=(build-essential pkg-config libzstd-dev libarchive-dev zlib1g-dev zstd xz-utils)
case " $* " in
*' check-bare'*) packages=(build-essential debootstrap git) ;;
*' site'* | *' check-site'*) packages+=(pandoc mandoc python3) ;;&
*' windows'* | *' check-windows'*) packages+=(dpkg-dev mingw-w64) ;;&
*' check-windows'*) packages+=(wine wine64) ;;&
*' musl'* | *' check-musl'*) packages+=(dpkg-dev musl-tools) ;;&
*' check-artefacts'*) packages+=(python3-pip dpkg-dev debhelper dh-python check python3 bzip2) ;;
*' deb'*) packages+=(dpkg-dev debhelper dh-python check python3 bzip2) ;;
*' check'* | *' coverage'* | *' fuzz'*) packages+=(check clang clang-format libclang-rt-dev python3 bzip2 cmake abigail-tools) ;;
*' prove'*) packages=(frama-c-base) ;;
esac

# Bindings (docs/bindings.md): what check-NAME needs. All of them, and check-answers, which asks all: everything.
node=()
command -v npm >/dev/null || node=(nodejs npm)
needs() {
    local asked=$1 name
    shift
    for name in check-all check-bindings check-answers $asked; do
        case " $command " in *" $name "*) packages+=("$@") && return ;; esac
    done
}
command="$*"
needs 'sqlite check-sqlite check-artefacts' python3 libsqlite3-dev sqlite3
needs 'duckdb check-duckdb check-artefacts' python3 "${node[@]}"
needs 'check-python check-artefacts' python3 python3-numpy python3-pandas mypy
needs 'python' python3
needs 'rust check-rust check-artefacts' rustc cargo
needs 'check-dask' python3 python3-numpy python3-pandas python3-distributed python3-fsspec python3-mpi4py parallel openmpi-bin \
    slurm-wlm munge
needs 'check-pipes' pgn-extract scid
needs 'wasm web npm check-wasm check-web check-artefacts' clang lld llvm wasi-libc libclang-rt-dev-wasm32 dpkg-dev "${node[@]}"
needs 'check-web' chromium
# What is committed is asked of git, in a clone; a tarball is taken as it is.
if [ -e "$(dirname "$0")/../../.git" ]; then needs 'dist deb check-dist check-artefacts' git; fi

installed() {
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

missing=()
if command -v apt-get >/dev/null; then
    for package in "${packages[@]}"; do
        installed "$package" || missing+=("$package")
    done
fi
if ((${#missing[@]} > 0)); then
    echo "installing ${missing[*]}"
    as_root=()
    if ((EUID != 0)); then
        as_root=(sudo)
        command -v sudo >/dev/null || {
            echo "not root, and there is no sudo: let root run apt-get install ${missing[*]}" >&2
            exit 1
        }
    fi
    "${as_root[@]}" apt-get update -q
    # Where clang has its runtime in another package, which it depends on, there is none of this name.
    apt-cache show libclang-rt-dev >/dev/null 2>&1 || mapfile -t missing < <(printf '%s\n' "${missing[@]}" | grep -vx libclang-rt-dev)
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
fi
cd "$(dirname "$0")/../.."
exec "$@"
