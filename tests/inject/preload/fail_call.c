// SPDX-License-Identifier: MIT
//
// fail_call.c: a library to be loaded before a program (LD_PRELOAD), which makes one call fail.
//
//     FAIL_PROGRAM=name    the program; those that it starts are left alone
//     FAIL_AT=n            call n of those below fails, as it does when there is no memory, or no
//     disk FAIL_LOG=file        gets the name of that call
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static long fail_at;
static atomic_long calls;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static void __attribute__((constructor)) begin(void)
{
    const char *program = getenv("FAIL_PROGRAM"), *number = getenv("FAIL_AT");
    calls = 0;
    if (program && number && strcmp(program, program_invocation_short_name) == 0)
        fail_at = atol(number);
}

static bool fails(const char *name, int reason)
{
    if (fail_at == 0 || atomic_fetch_add(&calls, 1) + 1 != fail_at)
        return false;
    int (*real_open)(const char *, int, ...) = (int (*)(const char *, int, ...))next("open");
    const char *path = getenv("FAIL_LOG");
    const int log = path ? real_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (log >= 0) {
        ssize_t ignored = write(log, name, strlen(name));
        (void)ignored;
        close(log);
    }
    errno = reason;
    return true;
}

// Calls the next function of that name.
#define PASS_ON(type, name, parameters, arguments, reason, failure) \
    type name parameters \
    { \
        static type(*real) parameters; \
        if (!real) \
            real = (type(*) parameters)next(#name); \
        return fails(#name, reason) ? failure : real arguments; \
    }

PASS_ON(void *, malloc, (size_t size), (size), ENOMEM, NULL)
PASS_ON(void *, calloc, (size_t count, size_t size), (count, size), ENOMEM, NULL)
PASS_ON(void *, realloc, (void *p, size_t size), (p, size), ENOMEM, NULL)
PASS_ON(int, mprotect, (void *p, size_t size, int how), (p, size, how), ENOMEM, -1)
PASS_ON(FILE *, fopen, (const char *path, const char *mode), (path, mode), EMFILE, NULL)
PASS_ON(FILE *, fdopen, (int file, const char *mode), (file, mode), ENOMEM, NULL)
PASS_ON(int, fsync, (int file), (file), EIO, -1)
PASS_ON(int, rename, (const char *from, const char *to), (from, to), EACCES, -1)
PASS_ON(int, mkstemp, (char *path), (path), ENOSPC, -1)
PASS_ON(char *, mkdtemp, (char *path), (path), ENOSPC, NULL)
PASS_ON(int, fchmod, (int file, mode_t mode), (file, mode), EPERM, -1)

// A stream remembers that it has failed: glibc's flag for that.
static size_t stream_fails(FILE *file)
{
    enum { ERROR_SEEN = 0x20 };
    file->_flags |= ERROR_SEEN;
    return 0;
}

size_t fread(void *p, size_t size, size_t count, FILE *file)
{
    static size_t (*real)(void *, size_t, size_t, FILE *);
    if (!real)
        real = (size_t(*)(void *, size_t, size_t, FILE *))next("fread");
    return fails("fread", EIO) ? stream_fails(file) : real(p, size, count, file);
}

size_t fwrite(const void *p, size_t size, size_t count, FILE *file)
{
    static size_t (*real)(const void *, size_t, size_t, FILE *);
    if (!real)
        real = (size_t(*)(const void *, size_t, size_t, FILE *))next("fwrite");
    return fails("fwrite", ENOSPC) ? stream_fails(file) : real(p, size, count, file);
}

// These do their work, too: a file that is not closed would only hide what comes after.
int fflush(FILE *file)
{
    static int (*real)(FILE *);
    if (!real)
        real = (int (*)(FILE *))next("fflush");
    const bool failing = fails("fflush", ENOSPC);
    const int result = real(file);
    if (failing)
        errno = ENOSPC;
    return failing ? EOF : result;
}

int fclose(FILE *file)
{
    static int (*real)(FILE *);
    if (!real)
        real = (int (*)(FILE *))next("fclose");
    const bool failing = fails("fclose", ENOSPC);
    const int result = real(file);
    if (failing)
        errno = ENOSPC;
    return failing ? EOF : result;
}

int open(const char *path, int flags, ...)
{
    static int (*real)(const char *, int, ...);
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (!real)
        real = (int (*)(const char *, int, ...))next("open");
    return fails("open", EMFILE) ? -1 : real(path, flags, mode);
}
