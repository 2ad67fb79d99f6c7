# Every command line that README.md and docs/*.md show does what they say.
. "$(dirname "$0")/lib.sh"
mkdir bin
ln -s "$PGNPACK" bin/pgnpack
ln -s "$PGNUNPACK" bin/pgnunpack
ln -s "$PGNFIND" bin/pgnfind
ln -s "$PGNDB" bin/pgndb
export EDITOR=true # which leaves games as they are
PATH=$PWD/bin:$PATH python3 "$tools/shown_commands.py" "$tools/../.." >report 2>report.errors
check "all documents are gone through" test ! -s report.errors
cat report
passed=$((passed + $(grep -c '^ok ' report)))
failed=$((failed + $(grep -c '^FAIL ' report)))
check "they show commands" test "$(grep -c '^ok ' report)" -ge 55
finish
