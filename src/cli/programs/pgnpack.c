#include "cli/programs/program.h"

int main(int argument_count, char **arguments)
{
    return program_main("pgnpack", COMMAND_PACK, (struct pgnpack_text){NULL, 0}, argument_count, arguments);
}
