/* Public functions: version and status. */
#include "util/error.h"

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *pgnpack_version(void)
{
    return VERSION_TEXT(PGNPACK_VERSION_MAJOR, PGNPACK_VERSION_MINOR, PGNPACK_VERSION_PATCH);
}

const char *pgnpack_status_text(enum pgnpack_status status)
{
    switch (status) {
    case PGNPACK_OK:
        return "no error";
    case PGNPACK_END:
        return "no more games";
    case PGNPACK_ERROR_ARGUMENT:
        return "a function was called with a wrong argument";
    case PGNPACK_ERROR_MEMORY:
        return "out of memory";
    case PGNPACK_ERROR_MEMORY_LIMIT:
        return "the memory limit is too low";
    case PGNPACK_ERROR_READ:
        return "reading failed";
    case PGNPACK_ERROR_WRITE:
        return "writing failed";
    case PGNPACK_ERROR_NO_FILE:
        return "there is no such file";
    case PGNPACK_ERROR_NOT_BCGN:
        return "not a BCGN file";
    case PGNPACK_ERROR_UNSUPPORTED:
        return "a BCGN file of an unsupported kind";
    case PGNPACK_ERROR_CORRUPT:
        return "damaged data";
    case PGNPACK_ERROR_TRUNCATED:
        return "truncated data";
    case PGNPACK_ERROR_LIMIT:
        return "a limit was exceeded";
    case PGNPACK_ERROR_LOSSY:
        return "the format cannot hold this";
    case PGNPACK_ERROR_BUSY:
        return "another program is changing the database";
    case PGNPACK_ERROR_CANCELLED:
        return "cancelled";
    case PGNPACK_ERROR_INTERNAL:
        return "internal fault";
    }
    return "unknown status";
}

int pgnpack_status_is_of_block(enum pgnpack_status status)
{
    return status_is_damage(status) || status == PGNPACK_ERROR_READ;
}
