#include "cli/removal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void removal_note(struct removal *removal, const char *name)
{
    removal->is_known = stat(name, &removal->facts) == 0;
}

void removal_forget(struct removal *removal)
{
    removal->is_known = 0;
}

static int is_unchanged(const struct removal *removal, const struct stat *now)
{
    const struct stat *then = &removal->facts;
    return removal->is_known && S_ISREG(now->st_mode) && now->st_dev == then->st_dev &&
           now->st_ino == then->st_ino && now->st_size == then->st_size &&
           now->st_mtim.tv_sec == then->st_mtim.tv_sec && now->st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

static enum exit_status take_away(const struct removal *removal, const char *name, struct messages *messages)
{
    struct stat now;
    if (lstat(name, &now) == 0 && !is_unchanged(removal, &now)) {
        message_warning(
            messages, WARNING_OTHER, IN_FILE(name),
            "not removed: it holds files with names or is no regular file, or it changed while it was read");
        return EXIT_FINE;
    }
    if (unlink(name) == 0 || errno == ENOENT) /* gone: it was given twice */
        return EXIT_FINE;
    message_error(messages, IN_FILE(name), "cannot be removed: %s", strerror(errno));
    return EXIT_USAGE;
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
