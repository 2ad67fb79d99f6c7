#define _XOPEN_SOURCE 700 /* realpath, sync */

#include "system/commands.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The program ---- */

/*
 * A standard descriptor that came closed would become that of a file, and messages would go into the output.
 * They are filled the wrong way round, so that reading and writing them fails.
 */
int system_start(int *argument_count, char ***arguments)
{
    (void)argument_count;
    (void)arguments;
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 &&
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
            return 0;
    return 1;
}

int system_expands_patterns(void)
{
    return 0;
}

void system_correct_name(char *name)
{
    (void)name;
}

int system_takes_name(const char *name, size_t size)
{
    return memchr(name, '\0', size) == NULL;
}

void system_sleep(unsigned milliseconds)
{
    struct timespec rest = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
        ;
}

uint64_t system_now_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- Signals ---- */

/* Changed by the first thread only, before there are others or with all signals blocked. */
static void (*clean_up)(void);
static pthread_t first_thread;
static sigset_t signals_before;

/*
 * Another thread hands the signal on: the first one may be just about to make the file, and has its signals blocked
 * then.
 */
static void handle(int number)
{
    if (!pthread_equal(pthread_self(), first_thread)) {
        pthread_kill(first_thread, number);
        return;
    }
    clean_up();
    signal(number, SIG_DFL);
    raise(number); /* behind this handler it ends the program, and the caller sees by what */
}

/* All signals are, unless they are known not to be: systems have more of them than standards name. */
static int ends_program(int number)
{
    static const int others[] = {SIGKILL,  SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG,
#ifdef SIGWINCH
                                 SIGWINCH,
#endif
#ifdef SIGINFO
                                 SIGINFO,
#endif
                                 SIGXFSZ};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i] == number)
            return 0;
    return 1;
}

/* What somebody else takes care of, or wants ignored, stays so. */
static void take_over(int number)
{
    struct sigaction action, old_action;
    if (sigaction(number, NULL, &old_action) != 0 || (old_action.sa_flags & SA_SIGINFO) != 0 ||
        old_action.sa_handler != SIG_DFL)
        return;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void system_when_ended(void (*clean)(void))
{
#ifdef SIGRTMAX
    const int last = SIGRTMAX;
#else
    const int last = NSIG - 1;
#endif
    clean_up = clean;
    first_thread = pthread_self();
    for (int number = 1; number <= last; number++)
        if (ends_program(number))
            take_over(number);
    signal(SIGXFSZ, SIG_IGN); /* write() says EFBIG then */
}

void system_hold_ending(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &signals_before);
}

void system_allow_ending(void)
{
    pthread_sigmask(SIG_SETMASK, &signals_before, NULL);
}

/* ---- Facts ---- */

static int fill_facts(int status, const struct stat *from, struct file_facts *facts)
{
    if (status != 0)
        return errno;
    facts->kind = S_ISREG(from->st_mode) ? FILE_REGULAR : S_ISDIR(from->st_mode) ? FILE_FOLDER : FILE_OTHER;
    facts->permissions = from->st_mode & 07777;
    facts->group = (unsigned)from->st_gid;
    facts->size = from->st_size > 0 ? (uint64_t)from->st_size : 0;
    facts->volume = (uint64_t)from->st_dev;
    facts->number = (uint64_t)from->st_ino;
#ifdef __APPLE__
    facts->time = from->st_mtimespec;
#else
    facts->time = from->st_mtim;
#endif
    return 0;
}

int system_facts(const char *name, struct file_facts *facts)
{
    struct stat from;
    return fill_facts(stat(name, &from), &from, facts);
}

int system_facts_of_link(const char *name, struct file_facts *facts)
{
    struct stat from;
    return fill_facts(lstat(name, &from), &from, facts);
}

int system_facts_of_open(const struct file *file, struct file_facts *facts)
{
    struct stat from;
    return fill_facts(fstat((int)file->number, &from), &from, facts);
}

int system_is_terminal(int descriptor)
{
    return isatty(descriptor);
}

int system_is_open_terminal(const struct file *file)
{
    return isatty((int)file->number);
}

char *system_real_path(const char *name)
{
    return realpath(name, NULL);
}

char *system_link_target(const char *name)
{
    char target[PATH_MAX];
    ssize_t size = readlink(name, target, sizeof target);
    return size > 0 && (size_t)size < sizeof target ? strndup(target, (size_t)size) : NULL;
}

int system_holds_descriptors(const char *folder)
{
    char own[64], own_thread[64];
    long process = (long)getpid();
    snprintf(own, sizeof own, "/proc/%ld/fd", process);
    snprintf(own_thread, sizeof own_thread, "/proc/%ld/task/%ld/fd", process, process);
    return strcmp(folder, own) == 0 || strcmp(folder, own_thread) == 0 || strcmp(folder, "/dev/fd") == 0;
}

char *system_folder_of(const char *name)
{
    char *copy = strdup(name);
    char *folder = copy != NULL ? strdup(dirname(copy)) : NULL;
    free(copy);
    return folder;
}

/* ---- Open files ---- */

struct file system_standard(int descriptor)
{
    return (struct file){descriptor};
}

static int take_descriptor(struct file *file, int descriptor)
{
    file->number = descriptor < 0 ? FILE_CLOSED : descriptor;
    return descriptor < 0 ? errno : 0;
}

int system_open_output(struct file *file, const char *name)
{
    return take_descriptor(file, open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY));
}

int system_open_descriptor(struct file *file, int descriptor)
{
    return take_descriptor(file, fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

int64_t system_position(const struct file *file)
{
    return lseek((int)file->number, 0, SEEK_CUR);
}

int system_seek(const struct file *file, uint64_t position)
{
    return lseek((int)file->number, (off_t)position, SEEK_SET) < 0 ? errno : 0;
}

void system_drop_cache(const struct file *file)
{
#ifdef POSIX_FADV_DONTNEED
    posix_fadvise((int)file->number, 0, 0, POSIX_FADV_DONTNEED);
#else
    (void)file;
#endif
}

int system_has_sync_all(void)
{
    return 1;
}

void system_sync_all(void)
{
    sync();
}

unsigned system_default_permissions(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

int system_set_permissions(const struct file *file, unsigned permissions)
{
    return fchmod((int)file->number, (mode_t)permissions) == 0 ? 0 : errno;
}

int system_set_group(const struct file *file, unsigned group)
{
    return fchown((int)file->number, (uid_t)-1, (gid_t)group) == 0 ? 0 : errno;
}

int system_set_time(const struct file *file, const struct timespec *time)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, *time};
    return futimens((int)file->number, times) == 0 ? 0 : errno;
}

/* ---- Names ---- */

int system_make_folder(const char *name)
{
    return mkdir(name, 0777) == 0 ? 0 : errno;
}

int system_each_name(const char *folder, int (*take)(void *opaque, const char *name), void *opaque)
{
    DIR *stream = opendir(folder);
    struct dirent *entry;
    if (stream == NULL)
        return errno;
    for (;;) {
        errno = 0;
        entry = readdir(stream);
        if (entry == NULL)
            break;
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            !take(opaque, entry->d_name))
            break;
    }
    int error_number = entry == NULL ? errno : 0;
    closedir(stream);
    return error_number;
}

/* ---- Lists of names ---- */

FILE *system_open_text(const char *name)
{
    return fopen(name, "r");
}

ptrdiff_t system_read_line(char **line, size_t *capacity, FILE *file)
{
    return getline(line, capacity, file);
}

/* ---- Editors ---- */

/* The name in single quotes, in which a quote ends them, stands by itself, and begins them again. */
static void put_quoted(char *out, const char *name)
{
    *out++ = '\'';
    for (; *name != '\0'; name++) {
        if (*name == '\'') {
            memcpy(out, "'\\'", 3);
            out += 3;
        }
        *out++ = *name;
    }
    memcpy(out, "'", 2);
}

int system_edit(const char *editor, const char *name)
{
    size_t editor_size = strlen(editor);
    char *command = malloc(editor_size + 4 * strlen(name) + 4);
    if (command == NULL)
        return ENOMEM;
    memcpy(command, editor, editor_size);
    command[editor_size] = ' ';
    put_quoted(command + editor_size + 1, name);
    int status = system(command);
    free(command);
    return status == -1 ? errno : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const char *system_usual_editor(void)
{
    return "vi";
}

char *system_temporary_name(const char *prefix, const char *suffix)
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || *folder == '\0')
        folder = "/tmp";
    size_t size = strlen(folder) + strlen(prefix) + strlen(suffix) + 64;
    char *name = malloc(size);
    if (name != NULL)
        snprintf(name, size, "%s/%s-%lu-%lx%s", folder, prefix, file_process_number(),
                 (unsigned long)system_now_ms(), suffix);
    return name;
}
