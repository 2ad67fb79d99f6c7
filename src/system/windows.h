/* Windows alone: what its calls tell and take, for file_windows.c and commands_windows.c. */
#ifndef PGNPACK_SYSTEM_WINDOWS_H
#define PGNPACK_SYSTEM_WINDOWS_H

#include <wchar.h>

#include "system/file_access.h"

/* Others may read, write, rename and remove the file while we have it open. */
#define WINDOWS_SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

/* The last failure as an errno value. */
int windows_cause(void);

/* A name from UTF-8. Returns 0 or an errno value. */
int windows_widen(const char *name, wchar_t wide[FILE_PATH_MAX]);

#endif
