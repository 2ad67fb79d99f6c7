# comments.awk: a header of include/, whose comments are plain ones, as doxygen wants it (FILTER_PATTERNS of the Doxyfile).
# A section's title begins a group; a comment before a declaration, or behind one, is its documentation, one before an empty
# line its section's. A function without one belongs to the function above it, if no empty line is between them; _free() and
# _error() mean the same for all handles. tests/scripts/check_reference.sh asks for what is left without documentation.

# Signs that doxygen would take for commands; lines of code stand as they are.
function escaped(text)
{
    if (text !~ /^ *\*     /)
        gsub(/[\\@%#<>&]/, "\\\\&", text)
    return text
}

function print_lines(first, last,    i)
{
    for (i = first; i <= last; i++)
        print escaped(comment[i])
    kept = 0
}

# The comment before a declaration.
function print_documentation()
{
    sub(/\/\*/, "/**", comment[1])
    print_lines(1, kept)
}

# One that stands alone.
function print_prose()
{
    if (kept == 0)
        return
    printf "/** @} */\n/** @addtogroup section%02d\n", sections
    sub(/\/\*/, " *", comment[1])
    sub(/ *\*\/ *$/, "", comment[kept])
    print_lines(1, kept)
    print " * @{ */"
}

function print_section()
{
    if (sections++)
        print "/** @} */"
    printf "/** @defgroup section%02d %s\n", sections, substr(comment[2], 4)
    print_lines(3, kept - 1)
    print " * @{ */"
}

function end_comment()
{
    in_comment = 0
    if (comment[1] ~ /^\/\* -----/) {
        print_section()
    } else if (is_first) {
        print "/** @file pgnpack.h"
        print_lines(2, kept)
    }
}

in_comment || /^ *\/\*/ {
    if (!in_comment) {
        print_prose()
        is_first = NR == 1
    }
    in_comment = 1
    comment[++kept] = $0
    if ($0 ~ /\*\/ *$/)
        end_comment()
    next
}

/^$/ {
    print_prose()
    above = ""
}

/^PGNPACK_API/ && kept == 0 && !/\/\* .* \*\/$/ {
    if ($0 ~ /_free\(/)
        print "/** Frees the handle and all that it holds; NULL: nothing is done. */"
    else if ($0 ~ /_error\(/)
        print "/** Why a call on this handle failed, with the place and in words. Never NULL. */"
    else if (above != "")
        print "/** See " above "(). */"
}

{
    if ((kept != 0 || above == "") && match($0, /pgnpack_[a-z0-9_]*\(/))
        above = substr($0, RSTART, RLENGTH - 1)
    if (kept != 0)
        print_documentation()
    behind = index($0, " /* ")
    if (behind != 0 && /\*\/$/)
        $0 = substr($0, 1, behind) "/**<" escaped(substr($0, behind + 3))
    print
}

END {
    print "/** @} */"
}
