#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "system/file_access.h"
#include "util/xxh64.h"
#include "system/windows.h"

enum { CALL_SIZE_MAX = 1 << 30 };

static DWORD call_size(size_t size)
{
    return (DWORD)(size < CALL_SIZE_MAX ? size : CALL_SIZE_MAX);
}

static HANDLE handle_of(const struct file *file)
{
    return (HANDLE)file->number;
}

int windows_cause(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_NAME:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
        return EACCES;
    case ERROR_WRITE_PROTECT:
        return EROFS;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return EBUSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
    case ERROR_NOT_SAME_DEVICE:
        return EXDEV;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    case ERROR_INVALID_HANDLE:
        return EBADF;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
        return EPIPE;
    default:
        return EIO;
    }
}

int windows_widen(const char *path, wchar_t wide[FILE_PATH_MAX])
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, FILE_PATH_MAX) != 0)
        return 0;
    return GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
}

int file_open(struct file *file, const char *path, enum file_wait wait, uint64_t *size_ret)
{
    (void)wait;
    wchar_t wide[FILE_PATH_MAX];
    LARGE_INTEGER size;
    int cause = windows_widen(path, wide);
    file->number = FILE_CLOSED;
    if (cause != 0)
        return cause;
    DWORD attributes = GetFileAttributesW(wide);
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY))
        return EISDIR;
    HANDLE handle =
        CreateFileW(wide, GENERIC_READ, WINDOWS_SHARE_ALL, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return windows_cause();
    int is_regular = GetFileType(handle) == FILE_TYPE_DISK && GetFileSizeEx(handle, &size);
    file->number = (intptr_t)handle;
    *size_ret = is_regular ? (uint64_t)size.QuadPart : UINT64_MAX;
    return 0;
}

/* Permissions are those of the folder. */
int file_create(struct file *file, const char *path, unsigned permissions)
{
    (void)permissions;
    wchar_t wide[FILE_PATH_MAX];
    int cause = windows_widen(path, wide);
    file->number = FILE_CLOSED;
    if (cause != 0)
        return cause;
    /* It can get another name while it is open. */
    HANDLE handle = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, WINDOWS_SHARE_ALL, NULL, CREATE_NEW,
                                FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return windows_cause();
    file->number = (intptr_t)handle;
    return 0;
}

int file_read(struct file *file, void *bytes, size_t size, size_t *size_ret)
{
    DWORD done = 0;
    int fine = ReadFile(handle_of(file), bytes, call_size(size), &done, NULL) ||
               GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF;
    *size_ret = fine ? done : 0;
    return fine ? 0 : windows_cause();
}

int file_read_at(const struct file *file, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    *size_ret = 0;
    while (*size_ret < size) {
        uint64_t at = offset + *size_ret;
        OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        DWORD done = 0;
        if (!ReadFile(handle_of(file), (char *)bytes + *size_ret, call_size(size - *size_ret), &done, &place))
            return GetLastError() == ERROR_HANDLE_EOF ? 0 : windows_cause();
        if (done == 0)
            return 0;
        *size_ret += done;
    }
    return 0;
}

int file_write(struct file *file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        DWORD done = 0;
        if (!WriteFile(handle_of(file), at, call_size(size), &done, NULL))
            return windows_cause();
        at += done;
        size -= done;
    }
    return 0;
}

/* ---- Locks ---- */

/*
 * A file that is open cannot be replaced or removed here, so who holds its lock has to close it just before. What keeps others out
 * meanwhile is a gate: a file beside it, which exists as long as somebody has it open. Whoever gets the lock looks for the
 * gate, and gives the lock up again where there is one: it was made by the one who had the lock before, and who still needs it. The
 * system removes the gate with its last handle, also where the program is killed; after a power cut there is a file that nobody has open,
 * which whoever finds it removes.
 */
static const wchar_t gate_ending[] = L".pgnpack-gate";

/* By the file's own name, whatever path it was opened by. */
static int gate_of(HANDLE handle, wchar_t name[FILE_PATH_MAX])
{
    const DWORD room = FILE_PATH_MAX - (DWORD)(sizeof gate_ending / sizeof *gate_ending);
    DWORD length = GetFinalPathNameByHandleW(handle, name, room, FILE_NAME_NORMALIZED);
    if (length == 0)
        return windows_cause();
    if (length >= room)
        return ENAMETOOLONG;
    memcpy(name + length, gate_ending, sizeof gate_ending);
    return 0;
}

/* EBUSY: another one has shut it. */
static int check_gate(HANDLE handle)
{
    wchar_t name[FILE_PATH_MAX];
    int cause = gate_of(handle, name);
    if (cause != 0)
        return cause;
    if (DeleteFileW(name) || GetLastError() == ERROR_FILE_NOT_FOUND)
        return 0;
    return GetLastError() == ERROR_ACCESS_DENIED || GetLastError() == ERROR_SHARING_VIOLATION
               ? EBUSY
               : windows_cause();
}

/* By who holds the lock. */
static int shut_gate(HANDLE handle, HANDLE *gate_ret)
{
    wchar_t name[FILE_PATH_MAX];
    int cause = gate_of(handle, name);
    *gate_ret = INVALID_HANDLE_VALUE;
    if (cause != 0)
        return cause;
    *gate_ret = CreateFileW(name, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                            FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    return *gate_ret == INVALID_HANDLE_VALUE ? windows_cause() : 0;
}

/* A byte that no file has, so that the lock keeps nobody from reading. */
static int lock(HANDLE handle)
{
    OVERLAPPED place = {.Offset = 0, .OffsetHigh = 0x7fffffff};
    return LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place)
               ? 0
               : windows_cause();
}

/* A file that is being removed cannot be opened, nor asked what it is. */
static int is_being_removed(const wchar_t *path)
{
    return GetLastError() == ERROR_ACCESS_DENIED && GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES &&
           GetLastError() == ERROR_ACCESS_DENIED;
}

static int open_changed(struct file *file, const char *path)
{
    wchar_t wide[FILE_PATH_MAX];
    int cause = windows_widen(path, wide);
    file->number = FILE_CLOSED;
    if (cause != 0)
        return cause;
    HANDLE handle = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        cause = windows_cause();
        return is_being_removed(wide) ? EBUSY : cause;
    }
    file->number = (intptr_t)handle;
    return GetFileType(handle) == FILE_TYPE_DISK ? 0 : ENOTSUP;
}

static int find_size(const struct file *file, uint64_t *size_ret)
{
    LARGE_INTEGER size;
    if (!GetFileSizeEx(handle_of(file), &size))
        return windows_cause();
    *size_ret = (uint64_t)size.QuadPart;
    return 0;
}

int file_open_locked(struct file *file, const char *path, uint64_t *size_ret)
{
    int cause = open_changed(file, path);
    if (cause == 0)
        cause = file_lock(file, path);
    if (cause == 0)
        cause = find_size(file, size_ret);
    if (cause != 0)
        file_close(file);
    return cause;
}

int file_open_replaced(struct file *file, const char *path)
{
    int cause = open_changed(file, path);
    if (cause != 0)
        file_close(file);
    return cause;
}

/* A file that is open keeps its path. */
int file_lock(const struct file *file, const char *path)
{
    int cause = lock(handle_of(file));
    (void)path;
    return cause == 0 ? check_gate(handle_of(file)) : cause;
}

int file_lock_created(const struct file *file)
{
    return lock(handle_of(file));
}

/* Others have a file open for a moment, to see whether they can have it: what they keep from being done is tried again. */
enum { PATIENCE = 50, PATIENCE_STEP_MS = 20 };

static int wants_patience(int cause)
{
    return cause == EACCES || cause == EBUSY;
}

/* Behind the gate. Nobody else has it for longer than it takes to see that. */
static void lock_again(struct file *locked, const char *path)
{
    int cause = EBUSY;
    for (int i = 0; wants_patience(cause) && i < PATIENCE; i++) {
        cause = open_changed(locked, path);
        if (cause == 0)
            cause = lock(handle_of(locked));
        if (cause != 0)
            file_close(locked);
        if (wants_patience(cause))
            Sleep(PATIENCE_STEP_MS);
    }
}

/* `new_path` NULL: the file is removed. */
static int do_behind_gate(struct file *locked, const char *new_path, const char *path)
{
    HANDLE gate;
    int cause = shut_gate(handle_of(locked), &gate);
    if (cause != 0)
        return cause;
    file_close(locked);
    cause = EBUSY;
    for (int i = 0; wants_patience(cause) && i < PATIENCE; i++) {
        if (i != 0)
            Sleep(PATIENCE_STEP_MS);
        cause = new_path == NULL ? file_remove(path) : file_rename(new_path, path);
    }
    if (cause != 0)
        lock_again(locked, path);
    CloseHandle(gate);
    return cause == EACCES ? EBUSY : cause;
}

int file_replace(struct file *locked, const char *new_path, const char *path)
{
    return do_behind_gate(locked, new_path, path);
}

int file_remove_locked(struct file *locked, const char *path)
{
    int cause = do_behind_gate(locked, NULL, path);
    file_close(locked);
    return cause;
}

int file_write_at(const struct file *file, uint64_t offset, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
        DWORD done = 0;
        if (!WriteFile(handle_of(file), at, call_size(size), &done, &place))
            return windows_cause();
        at += done;
        offset += done;
        size -= done;
    }
    return 0;
}

int file_truncate(const struct file *file, uint64_t size)
{
    LARGE_INTEGER end = {.QuadPart = (LONGLONG)size};
    int fine = SetFilePointerEx(handle_of(file), end, NULL, FILE_BEGIN) && SetEndOfFile(handle_of(file));
    return fine ? 0 : windows_cause();
}

/* A file has those of its folder. */
int file_take_permissions(const struct file *file, const struct file *other)
{
    (void)file;
    (void)other;
    return 0;
}

int file_sync(struct file *file)
{
    return FlushFileBuffers(handle_of(file)) ? 0 : windows_cause();
}

int file_close(struct file *file)
{
    HANDLE handle = handle_of(file);
    file->number = FILE_CLOSED;
    return handle == INVALID_HANDLE_VALUE || CloseHandle(handle) ? 0 : windows_cause();
}

static int move(const char *old_path, const char *path, DWORD flags)
{
    wchar_t old_wide[FILE_PATH_MAX], wide[FILE_PATH_MAX];
    int cause = windows_widen(old_path, old_wide);
    if (cause == 0)
        cause = windows_widen(path, wide);
    if (cause != 0)
        return cause;
    return MoveFileExW(old_wide, wide, flags | MOVEFILE_WRITE_THROUGH) ? 0 : windows_cause();
}

int file_rename(const char *old_path, const char *path)
{
    return move(old_path, path, MOVEFILE_REPLACE_EXISTING);
}

int file_rename_new(const char *old_path, const char *path)
{
    return move(old_path, path, 0);
}

/* MOVEFILE_WRITE_THROUGH has done it. */
void file_sync_folder_of(const char *path)
{
    (void)path;
}

int file_remove(const char *path)
{
    wchar_t wide[FILE_PATH_MAX];
    int cause = windows_widen(path, wide);
    if (cause != 0)
        return cause;
    return DeleteFileW(wide) ? 0 : windows_cause();
}

/* Links stay what they are: few have them here, and a file in a link's place is what Windows' programs make. */
int file_resolve(const char *path, char resolved[FILE_PATH_MAX])
{
    wchar_t wide[FILE_PATH_MAX];
    size_t length = strlen(path);
    int cause = windows_widen(path, wide);
    if (cause != 0)
        return cause;
    if (length >= FILE_PATH_MAX)
        return ENAMETOOLONG;
    DWORD attributes = GetFileAttributesW(wide);
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY))
        return EISDIR;
    memcpy(resolved, path, length + 1);
    return 0;
}

size_t file_folder_length(const char *path)
{
    size_t length = strlen(path);
    while (length > 0 && strchr("/\\:", path[length - 1]) == NULL)
        length--;
    return length;
}

unsigned long file_process_number(void)
{
    return GetCurrentProcessId();
}

unsigned long file_process_place(void)
{
    WCHAR name[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD size = MAX_COMPUTERNAME_LENGTH + 1;
    if (!GetComputerNameW(name, &size))
        size = 0;
    return (unsigned long)(xxh64(name, size * sizeof *name) >> 32);
}

void file_reason(int error_number, char reason[FILE_REASON_MAX])
{
    if (strerror_s(reason, FILE_REASON_MAX, error_number) != 0)
        snprintf(reason, FILE_REASON_MAX, "error %d", error_number);
}
