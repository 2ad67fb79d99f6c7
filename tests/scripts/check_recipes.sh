#!/usr/bin/env bash
# check_recipes.sh VERSION SERIES: what package managers build releases of. Nothing is left to fill in, hashes are those of the tarball, files are what
# their languages take (as far as those are installed: bash, Python; rpmspec, ruby, nix-instantiate), and the rpm's lists have all files that are installed.
# Uses $MAKE and $BUILD. The last line is "recipes: N passed, M failed".
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$1 series=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0
expect() {
    local what=$1
    shift
    if "$@" >"$folder/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "recipes: $what"
        cat "$folder/out"
    fi
}
where_there_is() {
    if command -v "$3" >/dev/null; then expect "${@:2:1}" "${@:3}"; else echo "recipes: no $1, $2 was not tried"; fi
}

src/packaging/make_recipes.sh "$version" "$series" "$folder" https://example.org/pgnpack >"$folder/list" 2>/dev/null
expect 'sixteen recipes' test "$(wc -l <"$folder/list")" = 16
mapfile -t recipes <"$folder/list"
for recipe in "${recipes[@]}"; do
    expect "$recipe: something is left to fill in" bash -c '! grep "@[A-Z0-9]*@" "$0"' "$recipe"
    [[ $recipe == */vcpkg.json || $recipe == */watch || $recipe == */duckdb/* || $recipe == */oss-fuzz/* ]] || expect "$recipe: the address" grep -q "https://example.org/pgnpack/releases/download/v\|%{url}/releases" "$recipe"
done
sha256=$(sha256sum "$folder/pgnpack-$version.tar.gz" | cut -d' ' -f1)
for name in PKGBUILD pgnpack.rb default.nix conanfile.py; do expect "$name: the hash" grep -q "$sha256" "$folder/$name"; done
expect 'portfile.cmake: the hash' grep -q "$(sha512sum "$folder/pgnpack-$version.tar.gz" | cut -d' ' -f1)" "$folder/portfile.cmake"
expect 'watch finds a release' perl -e '
    open my $file, "<", shift; my ($url, $pattern) = (grep { /^http/ } <$file>)[0] =~ /^(\S+) (.*)$/;
    my ($found) = "$url/download/v1.20.3/pgnpack-1.20.3.tar.gz" =~ /^$pattern$/;
    exit !($url eq "https://example.org/pgnpack/releases" && $found eq "1.20.3" && "$url/download/v1.2/pgnpack-1.2.tar.gz.asc" !~ /^$pattern$/)' "$folder/watch"
expect 'PKGBUILD is bash' bash -n "$folder/PKGBUILD"
expect 'PKGBUILD has the version' test "$(bash -c 'source "$0" && echo "$pkgver ${#sha256sums[@]} ${#source[@]}"' "$folder/PKGBUILD")" = "$version 1 1"
expect 'conanfile.py is Python' python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$folder/conanfile.py"
expect 'vcpkg.json is JSON' python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["version"] == sys.argv[2]' "$folder/vcpkg.json" "$version"
where_there_is rpm 'the spec is read' rpmspec -P "$folder/pgnpack.spec"
where_there_is Ruby 'the formula is Ruby' ruby -c "$folder/pgnpack.rb"
where_there_is Nix 'default.nix is Nix' nix-instantiate --parse "$folder/default.nix"

# DuckDB's community extensions: CMake asks our Makefile, which knows what it is asked for.
duckdb=$folder/duckdb
expect 'description.yml has the version, owner and address' test "$(grep -c -x -e '  version: '"$version" -e '  github: example.org/pgnpack-duckdb' -e '.*More: https://example.org/pgnpack' "$duckdb/description.yml")" = 3
mkdir -p "$duckdb/pgnpack" "$duckdb/duckdb_capi"
tar -xzf "$folder/pgnpack-$version.tar.gz" -C "$duckdb/pgnpack" --strip-components=1
touch "$duckdb/duckdb_capi/duckdb.h" "$duckdb/duckdb_capi/duckdb_extension.h"
if command -v cmake >/dev/null; then
    expect 'CMakeLists.txt is CMake' cmake -S "$duckdb" -B "$duckdb/build" -DEXTENSION_NAME=pgnpack -DCMAKE_BUILD_TYPE=Release
    expect 'the Makefile has what CMake asks for' bash -c 'grep -o "make -j[0-9]* -C .*" "$0" | head -n 1 | sed "s|^make -j[0-9]*|${MAKE:-make} -n|" | bash >"$1"' \
        "$duckdb/build/CMakeFiles/pgnpack.dir/build.make" "$folder/asked"
    expect 'it links the library where CMake looks for it' grep -q -e "-o $duckdb/build/pgnpack/duckdb/pgnpack.so .*libpgnpack.a" "$folder/asked"
fi
expect 'what is in the template is asked for' test "$(cd "$duckdb" && echo extension-ci-tools pgnpack | tr ' ' '\n' | grep -c -x -f <(sed -n 's/.*path = //p' .gitmodules))" = 2

# OSS-Fuzz: build.sh asks for targets that the Makefile has, and gives each its seeds. Neither compiles nor packs here.
mkdir -p "$folder/tools" "$folder/fuzzers"
cat >"$folder/tools/make" <<'END'
#!/bin/sh
eval "${MAKE:-make} -n \"\$@\"" >"$ASKED" && mkdir -p build/oss-fuzz/tests &&
    sed -n 's|.* -o build/oss-fuzz/tests/\(fuzz_[a-z0-9]*\) .*|build/oss-fuzz/tests/\1|p' "$ASKED" | xargs touch
END
printf '#!/bin/sh\ntest -d "$3" && echo seeds >"$2"\n' >"$folder/tools/zip"
chmod +x "$folder/tools/make" "$folder/tools/zip"
expect 'the Dockerfile clones the project' grep -qx 'RUN git clone --depth 1 https://example.org/pgnpack pgnpack' "$folder/oss-fuzz/Dockerfile"
expect 'build.sh makes all targets' env -C "$duckdb/pgnpack" PATH="$folder/tools:$PATH" MAKE="$(command -v "${MAKE%% *}")" ASKED="$folder/asked" OUT="$folder/fuzzers" CC=cc \
    CFLAGS=-O1 LIB_FUZZING_ENGINE=/engine.a bash "$folder/oss-fuzz/build.sh"
expect 'they are linked with its engine' test "$(grep -c -e '/engine.a -lc++ -o build/oss-fuzz/tests/fuzz_' "$folder/asked")" = "$(ls tests/fuzz/fuzz_*.c | wc -l)"
for target in tests/fuzz/fuzz_*.c; do
    name=$(basename "$target" .c)
    expect "$name: program, seeds and options" test -e "$folder/fuzzers/$name" -a -s "$folder/fuzzers/${name}_seed_corpus.zip" -a -s "$folder/fuzzers/$name.options"
done

# All that is installed is in one of the rpm's packages.
$MAKE -s BUILD="${BUILD:-build}" DESTDIR="$folder/root" PREFIX=/usr install >/dev/null 2>&1
sed -n '/^%files/,/^%changelog/p' "$folder/pgnpack.spec" | grep '^%{' |
    sed -e 's|%{_bindir}|/usr/bin|; s|%{_libdir}|/usr/lib|; s|%{_includedir}|/usr/include|; s|%{_mandir}|/usr/share/man|; s|%{_datadir}|/usr/share|' \
        -e "s|%{version}|$version|" >"$folder/patterns"
while read -r pattern; do
    # shellcheck disable=SC2086
    expect "the spec has $pattern" bash -c 'for found in $0$1; do [ -e "$found" ] || exit 1; done' "$folder/root" "$pattern"
done <"$folder/patterns"
missing=$(cd "$folder/root" && find . -type f -o -type l | sed 's|^\.||' | while read -r file; do
    while read -r pattern; do
        # shellcheck disable=SC2053
        [[ $file == $pattern || $file == $pattern/* ]] && continue 2
    done <"$folder/patterns"
    echo "$file"
done)
expect "the spec lacks $missing" test -z "$missing"
echo "recipes: $passed passed, $failed failed"
[ "$failed" = 0 ]
