#!/usr/bin/env bash
# make_package.sh VERSION MODULES FOLDER NPM FILES...: the npm package of these modules and files in FOLDER/package, and its
# tarball FOLDER/pgnpack-VERSION.tgz.
set -euo pipefail

version=$1 modules=$2 folder=$3 npm=$4
shift 4
rm -rf "$folder" && mkdir -p "$folder/package"
cp src/bindings/wasm/{pgnpack.d.ts,README.md} LICENSE "$modules"/{reader,search,packer}.wasm "$@" "$folder/package"
sed "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" src/bindings/wasm/package.json >"$folder/package/package.json"
chmod 644 "$folder"/package/*
(cd "$folder" && $npm pack --silent ./package >/dev/null)
test -f "$folder/pgnpack-$version.tgz"
