# What builders are told, and what is installed for them: `make help` and tests/scripts/with_packages.sh.
. "$(dirname "$0")/lib.sh"
root=$(cd "$tools/../.." && pwd)
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
command -v make >/dev/null || {
    echo "skip traps_builds: no make"
    finish
}

# ---- Help ----

status "make help" 0 make --no-print-directory -C "$root" help
cp out help
sed -n 's/^BINDINGS += *//p' "$root/Makefile" "$root"/src/bindings/*/rules.mk | tr ' ' '\n' >bindings
check "trap 26: there are bindings" test "$(wc -l <bindings)" -ge 5
for name in $(cat bindings); do
    check "trap 26: make help names check-$name" grep -qw -- "check-$name" help
done
for target in $(sed -n 's/^\([a-z][a-z, -]*[a-z]\)  .*/\1/p' help | tr -d ,); do
    check "trap 26: there is a target '$target'" grep -Eqh "^([a-z -]+ )?$target( [a-z -]+)?:" "$root/Makefile" "$root"/src/bindings/*/rules.mk
done

# ---- Packages: nothing is installed here, and what would be is written down ----

mkdir bin
printf '#!/bin/sh\nexit 1\n' >bin/dpkg-query
printf '#!/bin/sh\ncase "$*" in *install*) echo "$*" >>"$SCRATCH/installed" ;; esac\n' >bin/apt-get
printf '#!/bin/sh\n"$@"\n' >bin/sudo
printf '#!/bin/sh\n' | tee bin/make bin/apt-cache bin/npm >/dev/null
chmod +x bin/*
needs() { # COMMAND PACKAGE...
    local command=$1 package
    shift
    rm -f installed
    status "with_packages.sh $command" 0 env PATH="$SCRATCH/bin:$PATH" "$root/tests/scripts/with_packages.sh" $command
    for package; do
        check "trap 0: ... installs $package" grep -qw -- "$package" installed
    done
}
needs 'make demo' build-essential libzstd-dev libarchive-dev zlib1g-dev
needs 'make check' check clang-format python3 cmake
needs 'make check-all' check clang clang-format libclang-rt-dev python3 chromium libsqlite3-dev
needs 'make deb' dpkg-dev debhelper python3 check
needs 'make dist' build-essential
needs 'make check-bindings' python3-numpy libsqlite3-dev wasi-libc lld
# Of a clone git says what is in it; a tarball has no history.
if [ -e "$root/.git" ]; then
    for target in deb dist check-dist check-all; do needs "make $target" git; done
fi
finish
