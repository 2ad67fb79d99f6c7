#!/usr/bin/env bash
# make_package.sh VERSION MODULES FOLDER NPM URL FILES...: the npm package of these modules and files in FOLDER/package, and its
# tarball FOLDER/pgnpack-VERSION.tgz. URL is the project's home, below which its repository and its issues are (as make_recipes.sh has it);
# '': a package for trials, which names none. The package.json of the sources is for this alone, and refuses to be packed or published.
set -euo pipefail

version=$1 modules=$2 folder=$3 npm=$4 url=$5
shift 5
rm -rf "$folder" && mkdir -p "$folder/package"
cp src/bindings/wasm/{pgnpack.d.ts,README.md} LICENSE src/packaging/LICENSE.zstd "$modules"/{reader,search,packer}.wasm "$@" "$folder/package"
fields=(-e '/^    "private":/d' -e '/^    "scripts":/d' -e "s|\"version\": \"0.0.0\"|\"version\": \"$version\"|" -e "s|@URL@|$url|")
[ -n "$url" ] || fields+=(-e '/^    "\(homepage\|repository\|bugs\)":/d')
sed "${fields[@]}" src/bindings/wasm/package.json >"$folder/package/package.json"
chmod 644 "$folder"/package/*
chmod 755 "$folder/package/command.mjs"
(cd "$folder" && $npm pack --silent ./package >/dev/null)
test -f "$folder/pgnpack-$version.tgz"
[ -n "$url" ] || echo "npm: the package has no homepage, repository and bugs: for a release, make npm URL=https://the.project's.home"
