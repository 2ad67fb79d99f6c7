#include "cli/programs/program.h"

int main(int argument_count, char **arguments)
{
    return program_main("pgndb", COMMAND_DATABASE, argument_count, arguments);
}
