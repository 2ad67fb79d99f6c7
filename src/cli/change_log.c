/* pgnpack --log and --truncate-to: the states that a database had. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/change_tasks.h"
#include "cli/change_database.h"
#include "cli/database.h"
#include "cli/number_text.h"
#include "cli/safe_text.h"

static void print_time(int64_t seconds)
{
    time_t time = (time_t)seconds;
    struct tm *parts = seconds == 0 ? NULL : gmtime(&time);
    if (parts == NULL || parts->tm_year < -1900 || parts->tm_year > 9999 - 1900) /* no time of a change */
        printf("%-20s", "-");
    else
        printf("%04d-%02d-%02dT%02d:%02d:%02dZ", parts->tm_year + 1900, parts->tm_mon + 1, parts->tm_mday,
               parts->tm_hour, parts->tm_min, parts->tm_sec);
}

static void print_segment(uint64_t state, const struct pgnpack_reader *reader,
                          const struct pgnpack_segment_info *info)
{
    char id[PGNPACK_ID_SIZE] = "-";
    char *colon;
    if (info->game_count != 0 && pgnpack_reader_game_id(reader, info->first_game, id) &&
        (colon = strchr(id, ':')) != NULL)
        *colon = '\0';
    printf("%6" PRIu64 "  ", state);
    print_time(info->time);
    printf("  %-7s  %12" PRIu64 "  %10" PRIu64 "  %10" PRIu64 "  ", id, info->size, info->game_count,
           info->deleted_count);
    if (info->is_damaged)
        printf("(its record is damaged)");
    else
        safe_text_print(stdout, info->command.data, info->command.size);
    putchar('\n');
}

static enum exit_status print_log(struct command_context *context, const char *name, void *job)
{
    struct database database;
    struct pgnpack_segment_info info;
    enum exit_status status = database_open_indexed(&database, context, name);
    (void)job;
    if (status != EXIT_FINE)
        return status;
    printf(" state  time (UTC)            id              size       games     deleted  command\n");
    for (uint64_t i = 0; pgnpack_reader_segment(database.reader, i, &info); i++)
        print_segment(i + 1, database.reader, &info);
    status = database.damage;
    database_close(&database);
    return status;
}

enum exit_status change_log(struct command_context *context)
{
    enum exit_status status = command_check_standard_output(context);
    if (status == EXIT_FINE)
        status = command_each_input(context, print_log, NULL);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    message_error(context->messages, NULL, "writing to standard output failed");
    return EXIT_USAGE;
}

static enum exit_status truncate_one(struct command_context *context, const char *name, void *job)
{
    enum exit_status status;
    struct pgnpack_database *database = change_open(context, name, &status);
    (void)job;
    if (database == NULL)
        return status;
    if (pgnpack_database_truncate(database, context->options->state) != PGNPACK_OK) {
        int is_mistake = pgnpack_database_error(database)->status == PGNPACK_ERROR_ARGUMENT;
        status = change_report(context, database, name);
        status = is_mistake ? EXIT_USAGE : status;
    } else {
        const struct pgnpack_reader *reader = pgnpack_database_reader(database);
        uint64_t all = pgnpack_reader_game_count(reader);
        message_notice(context->messages, IN_FILE(name),
                       "is at state %" PRIu64 " again: %s, of which %" PRIu64 " deleted",
                       context->options->state, COUNTED(all, "game"), pgnpack_reader_deleted_count(reader));
    }
    pgnpack_database_free(database);
    return status;
}

enum exit_status change_truncate(struct command_context *context)
{
    return command_each_input(context, truncate_one, NULL);
}
