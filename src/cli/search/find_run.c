#include "cli/search/find_run.h"

#include "cli/run/damage.h"

/* The threads' reading says nothing of its failures. */
static enum exit_status report_reading(struct find_run *run, const char *file,
                                       const struct pgnpack_error *error)
{
    message_error(run->context->messages, IN_FILE(file), "%s", error->text);
    return EXIT_FAILED;
}

/* Of a block that is damaged, each game that is found in it tells. */
static void report_damage(struct find_run *run, struct database *database, const struct pgnpack_error *error)
{
    const char *file = database->file.name;
    run->damage = EXIT_CORRUPT;
    if (run->damaged_file == file && run->damaged_offset == error->offset && error->offset != UINT64_MAX)
        return;
    run->damaged_file = file;
    run->damaged_offset = error->offset;
    damage_report(run->context, file, database->reader, error);
}

enum exit_status find_run_judge(struct find_run *run, struct database *database,
                                const struct pgnpack_error *error)
{
    const char *file = database->file.name;
    switch (error->status) {
    case PGNPACK_ERROR_ARGUMENT:
        message_error(run->context->messages, NULL, "%s; see pgnfind --help", error->text);
        return EXIT_FAILED;
    case PGNPACK_ERROR_READ:
    case PGNPACK_ERROR_NO_FILE:
        return report_reading(run, file, error);
    case PGNPACK_ERROR_CORRUPT:
    case PGNPACK_ERROR_TRUNCATED:
        report_damage(run, database, error);
        return EXIT_FINE;
    default:
        return command_report(run->context, file, error);
    }
}
