#include "cli/database/database_help.h"

static int print_all(FILE *stream)
{
    int status = fputs("Usage: pgndb SUBCOMMAND [OPTION]... DB [ARGUMENT]...\n"
                       "Changes packed databases (BCGN files), and tells what is in them.\n\n"
                       "Subcommands:\n",
                       stream);
    for (const struct subcommand *command = subcommands; command->name != NULL && status >= 0; command++)
        status = fprintf(stream, "  %-10s%s\n", command->name, command->sentence);
    if (status < 0)
        return status;
    return fputs("\n'pgndb SUBCOMMAND --help' has the options of each, and an example.\n"
                 "Exit status: 0 fine, 1 usage or environment, 2 damaged input, 3 internal fault,\n"
                 "4 a limit was exceeded.\n",
                 stream);
}

int database_help(const struct subcommand *command, FILE *stream)
{
    if (command == NULL)
        return print_all(stream);
    int status = fprintf(stream, "Usage: pgndb %s [OPTION]... %s\n%s\n\nOptions:\n", command->name,
                         command->arguments, command->sentence);
    if (status >= 0)
        status = option_print_groups(&database_table, command->scope, 0, stream);
    return status < 0 ? status : fprintf(stream, "\nExample:\n  %s\n", command->example);
}
