#include "cli/programs/program.h"

int main(int argument_count, char **arguments)
{
    return program_main("pgnunpack", COMMAND_UNPACK, argument_count, arguments);
}
