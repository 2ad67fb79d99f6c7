#include "cli/openings/opening_lines.h"
#include "cli/programs/program.h"

int main(int argument_count, char **arguments)
{
    const struct pgnpack_text openings = {(const char *)opening_lines, opening_lines_size};
    return program_main("pgndb", COMMAND_DATABASE, openings, argument_count, arguments);
}
