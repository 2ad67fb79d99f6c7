/*
 * For libraries that go to other machines (wheels): the newest names of the C library that ours uses, by those that it had long before, so that
 * glibc 2.17 and later load it. The linker's --wrap brings calls here; newer C libraries keep the old names for programs of their time.
 * make_wheel.py reads the versions that are asked for, and names the wheel by them.
 */
#define _LARGEFILE64_SOURCE
#include <pthread.h>
#include <sys/stat.h>

#if defined __x86_64__
#define OLDEST "GLIBC_2.2.5"
#define STAT_VERSION 1
#elif defined __aarch64__
#define OLDEST "GLIBC_2.17"
#define STAT_VERSION 0
#endif

#define OLD_NAME(name) __asm__(".symver old_" #name "," #name "@" OLDEST)

OLD_NAME(pthread_create);
OLD_NAME(pthread_join);
OLD_NAME(__xstat64);
OLD_NAME(__lxstat64);
OLD_NAME(__fxstat64);

int old_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                       void *argument);
int old_pthread_join(pthread_t thread, void **result);
int old___xstat64(int version, const char *path, struct stat64 *facts);
int old___lxstat64(int version, const char *path, struct stat64 *facts);
int old___fxstat64(int version, int descriptor, struct stat64 *facts);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_stat64(const char *path, struct stat64 *facts);
int __wrap_lstat64(const char *path, struct stat64 *facts);
int __wrap_fstat64(int descriptor, struct stat64 *facts);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument)
{
    return old_pthread_create(thread, attributes, start, argument);
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    return old_pthread_join(thread, result);
}

int __wrap_stat64(const char *path, struct stat64 *facts)
{
    return old___xstat64(STAT_VERSION, path, facts);
}

int __wrap_lstat64(const char *path, struct stat64 *facts)
{
    return old___lxstat64(STAT_VERSION, path, facts);
}

int __wrap_fstat64(int descriptor, struct stat64 *facts)
{
    return old___fxstat64(STAT_VERSION, descriptor, facts);
}
