#!/usr/bin/env bash
# fetch_foreign.sh FOLDER: compilers for other machines (i386, s390x, aarch64), their libc, libzstd and check as
# static libraries, and qemu where it is missing, for check_same_bytes.sh. They are packages of Debian on x86-64, taken by
# apt and unpacked in FOLDER, which gets 400 MB; nothing is installed, root is not needed. FOLDER/bin gets MACHINE-gcc,
# MACHINE-ar and, if it is not in the system, qemu-MACHINE.
set -euo pipefail

mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ -f "$folder/complete" ] && exit 0
cd "$folder"
mkdir -p apt/lists/partial apt/cache/archives/partial debs root bin
: >apt/status

# PROGRAM ARGUMENT...: apt-get or apt-cache with lists of their own, so that the system's architectures stay as they are.
foreign() {
    "$1" -qq -o Dir::State="$folder/apt" -o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt/cache" \
        -o Debug::NoLocking=1 -o APT::Sandbox::User="$(id -un)" -o APT::Architecture=amd64 \
        -o APT::Architectures::=amd64 -o APT::Architectures::=i386 -o APT::Architectures::=s390x \
        -o APT::Architectures::=arm64 "${@:2}"
}

# The newest gcc-N-TARGET that there is.
newest_gcc() {
    foreign apt-cache pkgnames gcc- | sed -n "s/^gcc-\([0-9]*\)-$1\$/\1/p" | sort -n | tail -n 1
}

# ARCHITECTURE TARGET
packages() {
    local version
    version=$(newest_gcc "$2")
    echo "gcc-$version-$2 cpp-$version-$2 binutils-$2 libgcc-$version-dev-$1-cross libc6-dev-$1-cross" \
        "linux-libc-dev-$1-cross libzstd-dev:$1 check:$1 libsubunit-dev:$1"
}

# MACHINE TARGET: wrappers that find the unpacked libraries.
wrappers() {
    local compiler
    compiler=$(find root/usr/bin -name "$2-gcc-[0-9]*" | head -n 1)
    cat >"bin/$1-gcc" <<END
#!/bin/sh
LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu exec $folder/$compiler -isystem $folder/root/usr/$2/include "\$@"
END
    cat >"bin/$1-ar" <<END
#!/bin/sh
LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu exec $folder/root/usr/bin/$2-ar "\$@"
END
    chmod +x "bin/$1-gcc" "bin/$1-ar"
}

echo 'fetching compilers for other machines'
foreign apt-get update || echo 'some lists of packages are missing'
machines='i386:i386:i686-linux-gnu s390x:s390x:s390x-linux-gnu aarch64:arm64:aarch64-linux-gnu'
for entry in $machines; do
    IFS=: read -r machine architecture target <<<"$entry"
    # shellcheck disable=SC2046 # words
    (cd debs && foreign apt-get download $(packages "$architecture" "$target"))
done
if ! command -v qemu-s390x >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
    (cd debs && foreign apt-get download qemu-user-static)
fi
for deb in debs/*.deb; do
    dpkg-deb -x "$deb" root
done
for entry in $machines; do
    IFS=: read -r machine architecture target <<<"$entry"
    wrappers "$machine" "$target"
    command -v "qemu-$machine" >/dev/null || [ "$machine" = i386 ] ||
        ln -sf "../root/usr/bin/qemu-$machine-static" "bin/qemu-$machine"
done
rm -rf debs apt
touch complete
