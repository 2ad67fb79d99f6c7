#!/bin/sh
# list_functions.sh [--outs] HEADER...: the functions that these headers declare with PGNPACK_API, sorted; --outs: those with an out-parameter.
# Declarations may run over several lines: comments and line ends go, then statements are cut at ';' and braces.
parameters=
if [ "$1" = --outs ]; then
    parameters='.*_ret\>'
    shift
fi
sed -e 's|/\*.*\*/||' "$@" | sed -e '/\/\*/,/\*\//d' -e '/^#/d' | tr '\n;{}' ' \n\n\n' |
    sed -n "s/.*PGNPACK_API[^(]*[ *]\(pgnpack_[a-z0-9_]*\)($parameters.*/\1/p" | LC_ALL=C sort
