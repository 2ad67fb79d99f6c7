#include "cli/search/find_databases.h"

#include "cli/search/find_index.h"

enum exit_status find_open_database(struct find_run *run, struct database *database, const char *name,
                                    int keeps)
{
    enum exit_status status = database_open(database, run->context, name);
    if (status != EXIT_FINE)
        return status;
    if (database->damage != EXIT_FINE)
        run->damage = database->damage;
    database->is_shared = 1;
    if (database->reader != NULL && !keeps)
        pgnpack_reader_set_keep(database->reader, 0);
    if (database->reader != NULL) {
        find_use_index(run->context, database);
        return EXIT_FINE;
    }
    message_error(run->context->messages, IN_FILE(database->file.name),
                  "is BCGN 0, which cannot be searched; unpack it and pack it anew");
    database_close(database);
    return EXIT_USAGE;
}

enum exit_status find_each_database(struct find_run *run, find_database_function do_one, void *opaque)
{
    const struct input_list *inputs = &run->options->common.inputs;
    enum exit_status first_failure = EXIT_FINE;
    for (size_t i = 0; i < inputs->count && run->text.status == EXIT_FINE; i++) {
        struct database database;
        enum exit_status status = find_open_database(run, &database, inputs->names[i], 0);
        if (status == EXIT_FINE) {
            status = do_one(run, &database, opaque);
            database_close(&database);
        }
        if (first_failure == EXIT_FINE)
            first_failure = status;
    }
    return first_failure;
}
