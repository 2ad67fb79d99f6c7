#include "util/work.h"

enum pgnpack_status work_limit_passed(struct error *error)
{
    return error_set(
        error, PGNPACK_ERROR_LIMIT,
        "this takes more work than the work limit allows: if the file can be trusted, raise the limit");
}
