#!/usr/bin/env bash
# make_site.sh FOLDER: the documents as HTML, by pandoc, and the manual pages, by mandoc, in FOLDER: each of the tree's Markdown files but
# those of tests is a page at its path, index.html is README.md; what else they name of the tree is there, too. Looking at it fetches nothing.
set -euo pipefail

site=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../../.."
tree=$PWD
export SITE_SHOWN=$site/shown
for program in pandoc mandoc; do
    command -v $program >/dev/null || { echo "make_site.sh: there is no $program: tests/scripts/with_packages.sh make site" >&2 && exit 1; }
done
find "$site" -mindepth 1 -delete
cp src/packaging/site/style.css src/bindings/web/icon.svg "$site"
manual=()
for page in docs/*.[13]; do manual+=(-V "manual=${page##*/}"); done

page() { # PATH OPTION...: $site/PATH.html of standard input
    local path=$1 up
    shift
    up=$(dirname "$path" | sed 's|^\.$||; s|[^/][^/]*|..|g; s|\.$|&/|')
    mkdir -p "$site/$(dirname "$path")"
    pandoc --standalone --no-highlight --template "$tree/src/packaging/site/page.html" -V root="$up" "${manual[@]}" "$@" -o "$site/$path.html"
}

src/packaging/list_files.sh | tr '\0' '\n' | grep -v '^tests/' | grep '\.md$' >"$site/pages"
while IFS= read -r path; do
    (cd "$(dirname "$path")" && page "${path%.md}" -f gfm --toc --toc-depth=2 --lua-filter "$tree/src/packaging/site/links.lua" <"${path##*/}")
done <"$site/pages"
cp "$site/README.html" "$site/index.html"

# Manual pages that are not ours are Debian's.
for path in docs/*.[13]; do touch "$site/$path.html"; done
for path in docs/*.[13]; do
    (cd "$site/docs" && mandoc -T html -O 'fragment,man=%N.%S.html;https://manpages.debian.org/%N.%S' "$tree/$path" >"$site/part" 2>/dev/null)
    page "$path" -M pagetitle="${path##*/}" --include-before-body "$site/part" </dev/null
done

sort -u "$SITE_SHOWN" | while IFS= read -r path; do
    path=$(realpath -s --relative-to="$tree" "$path")
    case $path in
    *.svg | *.png) install -D -m 644 "$path" "$site/$path" ;;
    *) { echo '~~~~~~~~~~~~' && cat "$path" && echo '~~~~~~~~~~~~'; } | page "$path" -f markdown -M pagetitle="$path" ;;
    esac
done
rm "$site"/{pages,part,shown}
