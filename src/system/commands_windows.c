/* Windows, from 7 on. Wide functions, since the others know no UTF-8. */
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0602

#include "system/commands.h"
#include "system/windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

#include <shellapi.h>

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
#endif

/* ---- Errors and texts ---- */

static char *narrow_of(const wchar_t *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *name = size > 0 ? malloc((size_t)size) : NULL;
    if (size <= 0)
        errno = EILSEQ;
    if (name != NULL)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, name, size, NULL, NULL);
    return name;
}

/* ---- The program ---- */

static struct {
    UINT code_page; /* 0: is not changed */
    HANDLE screen;  /* NULL: its mode is not changed */
    DWORD mode;
} console_before;

static void restore_console(void)
{
    if (console_before.code_page != 0)
        SetConsoleOutputCP(console_before.code_page);
    if (console_before.screen != NULL)
        SetConsoleMode(console_before.screen, console_before.mode);
}

/* What is written is UTF-8, and lines of progress begin anew. */
static void prepare_console(void)
{
    HANDLE screen = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode;
    if (system_is_terminal(STANDARD_OUTPUT) || system_is_terminal(STANDARD_ERROR)) {
        console_before.code_page = GetConsoleOutputCP();
        SetConsoleOutputCP(CP_UTF8);
    }
    if (GetConsoleMode(screen, &mode) && SetConsoleMode(screen, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING)) {
        console_before.screen = screen;
        console_before.mode = mode;
    }
    atexit(restore_console);
}

/* They live as long as the program. */
static int read_arguments(int *count, char ***arguments)
{
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    char **narrow = wide != NULL ? calloc((size_t)*count + 1, sizeof *narrow) : NULL;
    int done = narrow != NULL;
    for (int i = 0; i < *count && done; i++) {
        narrow[i] = narrow_of(wide[i]);
        done = narrow[i] != NULL;
        if (done)
            system_correct_name(narrow[i]); /* nothing else that is meant has a backslash in it */
    }
    LocalFree(wide);
    *arguments = narrow;
    return done;
}

int system_start(int *argument_count, char ***arguments)
{
    for (int descriptor = STANDARD_INPUT; descriptor <= STANDARD_ERROR; descriptor++) {
        if (_get_osfhandle(descriptor) == -1 || _get_osfhandle(descriptor) == -2) {
            int unused = _wopen(L"NUL", descriptor == STANDARD_INPUT ? _O_WRONLY : _O_RDONLY);
            if (unused != descriptor && (unused < 0 || _dup2(unused, descriptor) != 0))
                return 0;
        }
        if (descriptor != STANDARD_ERROR)
            _setmode(descriptor, _O_BINARY);
    }
    prepare_console();
    return read_arguments(argument_count, arguments);
}

int system_expands_patterns(void)
{
    return 1;
}

/* Names that begin with "\\?\" are taken as they are. */
void system_correct_name(char *name)
{
    if (strncmp(name, "\\\\?\\", 4) == 0)
        return;
    for (; *name != '\0'; name++)
        if (*name == '\\')
            *name = '/';
}

/* Devices, with any ending: "nul.pgn" is none either. */
static int is_device(const char *name, size_t size)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    size_t stem = 0;
    while (stem < size && name[stem] != '.')
        stem++;
    while (stem > 0 && name[stem - 1] == ' ')
        stem--;
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (stem == strlen(devices[i]) && _strnicmp(name, devices[i], stem) == 0)
            return 1;
    int is_port = stem >= 4 && (_strnicmp(name, "com", 3) == 0 || _strnicmp(name, "lpt", 3) == 0);
    /* With digits, and with the raised ones of Latin-1, which take two bytes. */
    return is_port && ((stem == 4 && name[3] >= '0' && name[3] <= '9') || (stem == 5 && name[3] == '\xc2'));
}

int system_takes_name(const char *name, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)name[i] < ' ' || strchr("\\:*?\"<>|", name[i]) != NULL)
            return 0;
    return size != 0 && name[size - 1] != '.' && name[size - 1] != ' ' && !is_device(name, size);
}

void system_sleep(unsigned milliseconds)
{
    Sleep(milliseconds);
}

uint64_t system_now_ms(void)
{
    return GetTickCount64();
}

/* ---- Ctrl-C, and a console that is closed ---- */

static void (*clean_up)(void);
static SRWLOCK ending = SRWLOCK_INIT;

/* In a thread of its own. Whoever asks next ends the program, and until then it makes no other file. */
static BOOL WINAPI handle(DWORD event)
{
    (void)event;
    AcquireSRWLockExclusive(&ending);
    clean_up();
    restore_console();
    return FALSE;
}

void system_when_ended(void (*clean)(void))
{
    clean_up = clean;
    SetConsoleCtrlHandler(handle, TRUE);
}

void system_hold_ending(void)
{
    AcquireSRWLockExclusive(&ending);
}

void system_allow_ending(void)
{
    ReleaseSRWLockExclusive(&ending);
}

/* ---- Facts ---- */

/* 100 ns from 1601 on. */
enum { TICKS_A_SECOND = 10000000 };
#define TICKS_UNTIL_1970 INT64_C(116444736000000000)

static void read_time(int64_t ticks, struct timespec *time)
{
    ticks -= TICKS_UNTIL_1970;
    int64_t rest = ticks % TICKS_A_SECOND;
    if (rest < 0)
        rest += TICKS_A_SECOND;
    time->tv_sec = (ticks - rest) / TICKS_A_SECOND;
    time->tv_nsec = (long)rest * 100;
}

/* A link that was opened as such is no file. */
static enum file_kind kind_of(HANDLE file, DWORD attributes)
{
    FILE_ATTRIBUTE_TAG_INFO tag;
    if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
        GetFileInformationByHandleEx(file, FileAttributeTagInfo, &tag, sizeof tag) &&
        (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK || tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT))
        return FILE_OTHER;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FILE_FOLDER : FILE_REGULAR;
}

/* From Windows 8 on, with numbers of 128 bits; before, with 64. */
static int read_identity(HANDLE file, struct file_facts *facts)
{
    FILE_ID_INFO id;
    BY_HANDLE_FILE_INFORMATION old;
    uint64_t halves[2];
    if (GetFileInformationByHandleEx(file, FileIdInfo, &id, sizeof id)) {
        memcpy(halves, &id.FileId, sizeof halves);
        facts->volume = id.VolumeSerialNumber;
        facts->number = halves[0] ^ halves[1];
        return 0;
    }
    if (!GetFileInformationByHandle(file, &old))
        return windows_cause();
    facts->volume = old.dwVolumeSerialNumber;
    facts->number = (uint64_t)old.nFileIndexHigh << 32 | old.nFileIndexLow;
    return 0;
}

static int read_facts(HANDLE file, struct file_facts *facts)
{
    FILE_BASIC_INFO basic;
    FILE_STANDARD_INFO standard;
    *facts = (struct file_facts){.kind = FILE_OTHER, .permissions = 0666};
    if (GetFileType(file) != FILE_TYPE_DISK)
        return GetFileType(file) != FILE_TYPE_UNKNOWN ? 0 : EBADF;
    if (!GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic) ||
        !GetFileInformationByHandleEx(file, FileStandardInfo, &standard, sizeof standard))
        return windows_cause();
    facts->kind = kind_of(file, basic.FileAttributes);
    facts->size = (uint64_t)standard.EndOfFile.QuadPart;
    read_time(basic.LastWriteTime.QuadPart, &facts->time);
    return read_identity(file, facts);
}

/* For facts only: folders, too, and files that others do not let us read. Returns 0 or an errno value. */
static int open_for_facts(const char *name, DWORD flags, HANDLE *file_ret)
{
    wchar_t wide[FILE_PATH_MAX];
    int error_number = windows_widen(name, wide);
    if (error_number != 0)
        return error_number;
    *file_ret = CreateFileW(wide, FILE_READ_ATTRIBUTES, WINDOWS_SHARE_ALL, NULL, OPEN_EXISTING,
                            FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    return *file_ret == INVALID_HANDLE_VALUE ? windows_cause() : 0;
}

static int facts_of(const char *name, DWORD flags, struct file_facts *facts)
{
    HANDLE file;
    int error_number = open_for_facts(name, flags, &file);
    if (error_number != 0)
        return error_number;
    error_number = read_facts(file, facts);
    CloseHandle(file);
    return error_number;
}

int system_facts(const char *name, struct file_facts *facts)
{
    return facts_of(name, 0, facts);
}

int system_facts_of_link(const char *name, struct file_facts *facts)
{
    return facts_of(name, FILE_FLAG_OPEN_REPARSE_POINT, facts);
}

static HANDLE handle_of(const struct file *file)
{
    return (HANDLE)file->number;
}

int system_facts_of_open(const struct file *file, struct file_facts *facts)
{
    return read_facts(handle_of(file), facts);
}

int system_is_open_terminal(const struct file *file)
{
    DWORD mode;
    return GetConsoleMode(handle_of(file), &mode) != 0;
}

int system_is_terminal(int descriptor)
{
    struct file file = system_standard(descriptor);
    return system_is_open_terminal(&file);
}

/* "\\?\C:\games.pgn" and "\\?\UNC\server\share" without what stands before them. */
static char *usual_name(wchar_t *wide)
{
    if (wcsncmp(wide, L"\\\\?\\UNC\\", 8) == 0) {
        wide += 6;
        wide[0] = L'\\';
    } else if (wcsncmp(wide, L"\\\\?\\", 4) == 0) {
        wide += 4;
    }
    char *name = narrow_of(wide);
    if (name != NULL)
        system_correct_name(name);
    return name;
}

char *system_real_path(const char *name)
{
    enum { SIZE_MAX_WIDE = 32768 };
    HANDLE file;
    errno = open_for_facts(name, 0, &file);
    if (errno != 0)
        return NULL;
    wchar_t *wide = malloc(SIZE_MAX_WIDE * sizeof *wide);
    char *path = NULL;
    if (wide != NULL) {
        DWORD size = GetFinalPathNameByHandleW(file, wide, SIZE_MAX_WIDE, FILE_NAME_NORMALIZED);
        if (size != 0 && size < SIZE_MAX_WIDE)
            path = usual_name(wide);
        else
            errno = windows_cause();
    }
    CloseHandle(file);
    free(wide);
    return path;
}

/* Nobody has to know: no folder here holds the descriptors of a program. */
char *system_link_target(const char *name)
{
    (void)name;
    errno = EINVAL;
    return NULL;
}

int system_holds_descriptors(const char *folder)
{
    (void)folder;
    return 0;
}

char *system_folder_of(const char *name)
{
    size_t size = strlen(name);
    while (size > 0 && name[size - 1] != '/' && name[size - 1] != '\\' && name[size - 1] != ':')
        size--;
    int needs_dot = size == 0 || name[size - 1] == ':';
    char *folder = malloc(size + 2);
    if (folder == NULL)
        return NULL;
    memcpy(folder, name, size);
    strcpy(folder + size, needs_dot ? "." : "");
    return folder;
}

/* ---- Open files ---- */

struct file system_standard(int descriptor)
{
    return (struct file){_get_osfhandle(descriptor)};
}

int system_open_output(struct file *file, const char *name)
{
    wchar_t wide[FILE_PATH_MAX];
    int error_number = windows_widen(name, wide);
    file->number = FILE_CLOSED;
    if (error_number == 0)
        file->number = (intptr_t)CreateFileW(wide, GENERIC_WRITE, WINDOWS_SHARE_ALL, NULL, OPEN_EXISTING,
                                             FILE_ATTRIBUTE_NORMAL, NULL);
    return error_number == 0 && file->number == FILE_CLOSED ? windows_cause() : error_number;
}

/* No name here is that of a descriptor: see system_holds_descriptors(). */
int system_open_descriptor(struct file *file, int descriptor)
{
    (void)descriptor;
    file->number = FILE_CLOSED;
    return EBADF;
}

static int64_t seek(const struct file *file, uint64_t position, DWORD from)
{
    LARGE_INTEGER distance = {.QuadPart = (LONGLONG)position}, place;
    return SetFilePointerEx(handle_of(file), distance, &place, from) ? place.QuadPart : -1;
}

int64_t system_position(const struct file *file)
{
    return seek(file, 0, FILE_CURRENT);
}

int system_seek(const struct file *file, uint64_t position)
{
    return seek(file, position, FILE_BEGIN) < 0 ? windows_cause() : 0;
}

void system_drop_cache(const struct file *file)
{
    (void)file;
}

int system_has_sync_all(void)
{
    return 0;
}

void system_sync_all(void)
{
}

/* New files have those of their folder. */
unsigned system_default_permissions(void)
{
    return 0666;
}

int system_set_permissions(const struct file *file, unsigned permissions)
{
    (void)file;
    (void)permissions;
    return 0;
}

int system_set_group(const struct file *file, unsigned group)
{
    (void)file;
    (void)group;
    return 0;
}

int system_set_time(const struct file *file, const struct timespec *time)
{
    uint64_t ticks =
        (uint64_t)((int64_t)time->tv_sec * TICKS_A_SECOND + time->tv_nsec / 100 + TICKS_UNTIL_1970);
    const FILETIME written = {.dwLowDateTime = (DWORD)ticks, .dwHighDateTime = (DWORD)(ticks >> 32)};
    return SetFileTime(handle_of(file), NULL, NULL, &written) ? 0 : windows_cause();
}

/* ---- Names ---- */

int system_make_folder(const char *name)
{
    wchar_t wide[FILE_PATH_MAX];
    int error_number = windows_widen(name, wide);
    return error_number == 0 && !CreateDirectoryW(wide, NULL) ? windows_cause() : error_number;
}

/* Gives the name on unless it is one of the two that each folder has. Returns 0 where no more are wanted. */
static int give_name(const wchar_t *wide, int (*take)(void *opaque, const char *name), void *opaque,
                     int *error_ret)
{
    if (wcscmp(wide, L".") == 0 || wcscmp(wide, L"..") == 0)
        return 1;
    char *name = narrow_of(wide);
    if (name == NULL)
        *error_ret = errno;
    int goes_on = name != NULL && take(opaque, name);
    free(name);
    return goes_on;
}

int system_each_name(const char *folder, int (*take)(void *opaque, const char *name), void *opaque)
{
    char pattern[FILE_PATH_MAX];
    wchar_t wide[FILE_PATH_MAX];
    int size = snprintf(pattern, sizeof pattern, "%s/*", folder);
    int error_number =
        size < 0 || (size_t)size >= sizeof pattern ? ENAMETOOLONG : windows_widen(pattern, wide);
    if (error_number != 0)
        return error_number;
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileW(wide, &found);
    if (search == INVALID_HANDLE_VALUE)
        return windows_cause();
    int goes_on = give_name(found.cFileName, take, opaque, &error_number);
    while (goes_on && FindNextFileW(search, &found))
        goes_on = give_name(found.cFileName, take, opaque, &error_number);
    if (goes_on && GetLastError() != ERROR_NO_MORE_FILES)
        error_number = windows_cause();
    FindClose(search);
    return error_number;
}

/* ---- Lists of names ---- */

FILE *system_open_text(const char *name)
{
    wchar_t wide[FILE_PATH_MAX];
    errno = windows_widen(name, wide);
    return errno == 0 ? _wfopen(wide, L"rb") : NULL;
}

/* Lines end with "\r\n" here, mostly. */
ptrdiff_t system_read_line(char **line, size_t *capacity, FILE *file)
{
    size_t size = 0;
    int byte = 0;
    while (byte != '\n') {
        if (size + 2 > *capacity) {
            char *grown = realloc(*line, 2 * *capacity + 128);
            if (grown == NULL)
                return -1;
            *line = grown;
            *capacity = 2 * *capacity + 128;
        }
        byte = getc(file);
        if (byte == EOF)
            break;
        if (byte == '\n' && size > 0 && (*line)[size - 1] == '\r')
            size--;
        (*line)[size++] = (char)byte;
    }
    if (*line != NULL)
        (*line)[size] = '\0';
    return size != 0 && !ferror(file) ? (ptrdiff_t)size : -1;
}

/* ---- Editors ---- */

/* The shell takes off the outer quotes of a command that begins with one. */
int system_edit(const char *editor, const char *name)
{
    enum { COMMAND_MAX = 8192 };
    char command[COMMAND_MAX];
    wchar_t wide[COMMAND_MAX];
    int size = snprintf(command, sizeof command, "\"%s \"%s\"\"", editor, name);
    if (size < 0 || (size_t)size >= sizeof command ||
        MultiByteToWideChar(CP_UTF8, 0, command, -1, wide, COMMAND_MAX) == 0)
        return E2BIG;
    return _wsystem(wide);
}

const char *system_usual_editor(void)
{
    return "notepad";
}

char *system_temporary_name(const char *prefix, const char *suffix)
{
    wchar_t wide[MAX_PATH + 1];
    if (GetTempPathW(MAX_PATH + 1, wide) == 0)
        wcscpy(wide, L".\\");
    char *folder = narrow_of(wide);
    size_t size = folder == NULL ? 0 : strlen(folder) + strlen(prefix) + strlen(suffix) + 64;
    char *name = folder == NULL ? NULL : malloc(size);
    if (name != NULL)
        snprintf(name, size, "%s%s-%lu-%lx%s", folder, prefix, file_process_number(),
                 (unsigned long)system_now_ms(), suffix);
    free(folder);
    return name;
}
