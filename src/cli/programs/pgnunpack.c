#include "cli/programs/program.h"

int main(int argument_count, char **arguments)
{
    return program_main("pgnunpack", COMMAND_UNPACK, (struct pgnpack_text){NULL, 0}, argument_count,
                        arguments);
}
