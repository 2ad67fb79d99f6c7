# What \" and \\ mean in a tag, by every way from a database to its values and back.
. "$(dirname "$0")/lib.sh"
status "tags with backslashes and quotes" 0 python3 "$tools/tag_escapes.py" "$(dirname "$PGNPACK")"
cat out
check "... all values by all ways" grep -Eq '^84 values, [0-9]{3,} checks, 0 faults$' out
finish
