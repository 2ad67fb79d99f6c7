#!/usr/bin/env bash
# check_exports.sh BUILD: the libraries export exactly the functions of the public headers; they keep no
# writable globals, and do not print, exit, abort or read the environment.
set -euo pipefail

build=$1
passed=0 failed=0
expect_nothing() {
    if [[ -z $2 ]]; then
        passed=$((passed + 1))
    else
        printf 'check_exports: %s:\n%s\n' "$1" "$2"
        failed=$((failed + 1))
    fi
}

export LC_ALL=C
stable=$(src/lib/list_functions.sh include/pgnpack.h)
extra=$(src/lib/list_functions.sh include/pgnpack_extra.h)
declared=$(sort <<<"$stable"$'\n'"$extra")
exported=$(nm -D --defined-only "$build/libpgnpack.so" | awk '$2 != "A" {print $NF}' | sed 's/@.*//' | sort)
# exported_as PATTERN: those whose symbol version it is.
exported_as() {
    nm -D --defined-only --with-symbol-versions "$build/libpgnpack.so" | awk '$2 != "A" {print $NF}' | sed -n "s/@@$1\$//p" | sort
}
expect_some() { # WHAT LINES
    expect_nothing "$1" "$(if (($(grep -c . <<<"$2") < 20)); then echo "hardly any: '$2'"; fi)"
}
expect_some 'functions of the headers' "$declared"
expect_some 'exported functions' "$exported"
expect_nothing 'of pgnpack.h, but with another symbol version than it' "$(comm -23 <(echo "$stable") <(exported_as 'PGNPACK_1\.[0-9]*'))"
expect_nothing 'of pgnpack_extra.h, but with another symbol version than it' "$(comm -23 <(echo "$extra") <(exported_as 'PGNPACK_EXTRA_1\.[0-9]*'))"
expect_nothing 'exported, but not in the headers' "$(comm -13 <(echo "$declared") <(echo "$exported"))"
expect_nothing 'in the headers, but not exported' "$(comm -23 <(echo "$declared") <(echo "$exported"))"

# Memory, reading and writing fail in all of them: tests/reliability/failing.h.
used=$(grep -oh 'pgnpack_[a-z0-9_]*' tests/reliability/uses_of_*.c tests/reliability/failing.c | sort -u)
for name in $(grep -oh 'CHANGE([a-z_]*' tests/reliability/uses_of_files.c | sed 's/.*(//'); do used+=$'\n'pgnpack_database_$name; done
for name in $(grep -oh 'BUILD([a-z_]*' tests/reliability/uses_of_games.c | sed 's/.*(//'); do used+=$'\n'pgnpack_builder_$name; done
expect_nothing 'in the headers, but in no use that fails' "$(comm -23 <(echo "$declared") <(sort -u <<<"$used"))"

# Out-parameters may be NULL: each function that has some is called so.
with_outs=$(src/lib/list_functions.sh --outs include/pgnpack.h include/pgnpack_extra.h)
expect_some 'functions with out-parameters' "$with_outs"
expect_nothing 'with out-parameters, but not in tests/unit/test_contracts.c' "$(comm -23 <(echo "$with_outs") \
    <(grep -oh 'pgnpack_[a-z0-9_]*' tests/unit/test_contracts.c | sort -u))"

linked=$(nm -g --defined-only "$build/libpgnpack.a" | awk 'NF == 3 {print $3}' | sort)
expect_nothing 'global in the static library, but not in the headers' "$(comm -13 <(echo "$declared") <(echo "$linked"))"
expect_nothing 'in the headers, but not in the static library' "$(comm -23 <(echo "$declared") <(echo "$linked"))"

own=$(nm --defined-only "$build/pgndb" | awk '$3 ~ /^pgnpack_/ {print $3}')
expect_nothing 'commands have public functions of their own beside those of the shared library' "$own"

# Tables of pointers are in .data.rel.ro: constant once loaded.
symbols=$(objdump -t "$build/inner.a")
expect_some 'constant tables' "$(grep -E ' O \.(rodata|data\.rel\.ro)' <<<"$symbols" || true)"
writable=$(awk '/file format/ {file = $1} / O (\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && !/\.data\.rel\.ro/ {print file, $NF}' \
    <<<"$symbols")
expect_nothing 'writable globals' "$writable"

forbidden='v?f?printf|puts|fputs|putchar|putc|fputc|fwrite|perror|stdout|stderr|_?_?exit|_Exit|quick_exit|abort|'
forbidden+='__assert_fail|signal|raise|(secure_)?getenv|setlocale|(__.*printf_chk)'
undefined=$(nm -A -u "$build/inner.a" | sed 's/@.*//')
expect_some 'functions that the library uses' "$(grep -E ' U (memcpy|memmove|strlen|malloc)$' <<<"$undefined" || true)"
used=$(grep -E " U ($forbidden)\$" <<<"$undefined" | grep -vE 'v?snprintf_chk$' || true)
expect_nothing 'the library prints, exits or reads the environment' "$used"

echo "exports: $passed passed, $failed failed"
((failed == 0))
