#!/usr/bin/env bash
# make_recipes.sh VERSION SERIES FOLDER URL: what package managers build a release of, in FOLDER: recipes/*.in with the version, the address of the project
# and the hashes of FOLDER/pgnpack-VERSION.tar.gz, which make_dist.sh makes here, in it.
set -euo pipefail
export LC_ALL=C

version=$1 series=$2 url=$4
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$3"
folder=$(cd "$3" && pwd)
"$here/make_dist.sh" "$version" "$folder" >/dev/null
hash() { "$1" "$folder/pgnpack-$version.tar.gz" | cut -d' ' -f1; }
date=$(date -u -d "@$(tar -tvzf "$folder/pgnpack-$version.tar.gz" --full-time | awk '{ print $4 "T" $5 "Z"; exit }' | xargs -I{} date -u -d {} +%s)" '+%a %b %d %Y')
owner=${url%/*}
mkdir -p "$folder/duckdb/test/sql" "$folder/oss-fuzz"
for recipe in "$here"/recipes/*.in "$here"/recipes/*/*.in; do
    name=${recipe#"$here/recipes/"} name=${name%.in}
    case $name in
    duckdb/gitmodules) name=duckdb/.gitmodules ;;
    duckdb/*.test) name=duckdb/test/sql/${name#duckdb/} ;;
    esac
    sed -e "s|@VERSION@|$version|g" -e "s|@SERIES@|$series|g" -e "s|@URL@|$url|g" -e "s|@OWNER@|${owner##*/}|g" -e "s|@SHA256@|$(hash sha256sum)|g" \
        -e "s|@SHA512@|$(hash sha512sum)|g" -e "s|@DATE@|$date|g" "$recipe" >"$folder/$name"
    echo "$folder/$name"
done
