/* Build-time program: prints opening_lines.c (see opening_lines.h). Run it at the project's root. */
#include "cli/base/make_bytes.h"

int main(void)
{
    return make_bytes("data/openings.txt", "cli/openings/opening_lines.h", "opening_lines");
}
