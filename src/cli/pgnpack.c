#include "cli/command.h"

int main(int argument_count, char **arguments)
{
    return command_main("pgnpack", COMMAND_PACK, argument_count, arguments);
}
