/* Values in CSV: RFC 4180, in quotes where they need them. */
#ifndef PGNPACK_CLI_FORMS_CSV_H
#define PGNPACK_CLI_FORMS_CSV_H

#include "cli/run/view_text.h"

void csv_put_value(struct view_text *text, struct pgnpack_text value);
void csv_put_string(struct view_text *text, const char *string);

#endif
