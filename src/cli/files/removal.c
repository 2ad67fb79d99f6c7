#include "cli/files/removal.h"

#include <errno.h>
#include <string.h>

void removal_note(struct removal *removal, const char *name)
{
    removal->is_known = system_facts(name, &removal->facts) == 0;
}

void removal_forget(struct removal *removal)
{
    removal->is_known = 0;
}

static int is_unchanged(const struct removal *removal, const struct file_facts *now)
{
    const struct file_facts *then = &removal->facts;
    return removal->is_known && now->kind == FILE_REGULAR && now->volume == then->volume &&
           now->number == then->number && now->size == then->size && now->time.tv_sec == then->time.tv_sec &&
           now->time.tv_nsec == then->time.tv_nsec;
}

static enum exit_status take_away(const struct removal *removal, const char *name, struct messages *messages)
{
    struct file_facts now;
    if (system_facts_of_link(name, &now) == 0 && !is_unchanged(removal, &now)) {
        message_warning(
            messages, WARNING_OTHER, IN_FILE(name),
            "not removed: it holds files with names or is no regular file, or it changed while it was read");
        return EXIT_FINE;
    }
    int error_number = file_remove(name);
    if (error_number == 0 || error_number == ENOENT) /* gone: it was given twice */
        return EXIT_FINE;
    message_error(messages, IN_FILE(name), "cannot be removed: %s", strerror(error_number));
    return EXIT_FAILED;
}

enum exit_status removal_run(const struct removal *removals, const char *const *names, size_t count,
                             struct messages *messages)
{
    enum exit_status first_failure = EXIT_FINE;
    for (size_t i = 0; i < count; i++) {
        enum exit_status status = take_away(&removals[i], names[i], messages);
        if (first_failure == EXIT_FINE)
            first_failure = status;
    }
    return first_failure;
}
