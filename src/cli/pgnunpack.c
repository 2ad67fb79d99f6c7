#include "cli/command.h"

int main(int argument_count, char **arguments)
{
    return command_main("pgnunpack", COMMAND_UNPACK, argument_count, arguments);
}
