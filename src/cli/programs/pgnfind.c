#include "cli/find/find.h"

int main(int argument_count, char **arguments)
{
    return find_main(argument_count, arguments);
}
