// SPDX-License-Identifier: MIT
//
// system_call.c: memory that the host passes to a system call.
//
// A system call that meets a protected page fails with EFAULT, and no fault tells the engine. So
// the functions of the C library that pass the caller's memory on to the system are defined here:
// they first have host_access.c check the memory and open it.
#include "host_access.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#undef fread_unlocked // macros
#undef fwrite_unlocked

// Defines a function that passes one piece of memory on.
#define PASSES(Result, name, parameters, address, size, host_writes, ...) \
    Result name parameters; \
    Result name parameters \
    { \
        static Result(*next) parameters; \
        if (!next) \
            *(void **)(void *)&next = dlsym(RTLD_NEXT, #name); \
        host_access_system_call(address, size, host_writes, CALLER()); \
        if (next) \
            return next(__VA_ARGS__); \
        errno = ENOSYS; \
        return (Result)-1; \
    }

PASSES(ssize_t, read, (int file, void *to, size_t size), to, size, true, file, to, size)
PASSES(ssize_t, write, (int file, const void *from, size_t size), from, size, false, file, from,
       size)
PASSES(ssize_t, pread, (int file, void *to, size_t size, off_t at), to, size, true, file, to, size,
       at)
PASSES(ssize_t, pread64, (int file, void *to, size_t size, off_t at), to, size, true, file, to,
       size, at)
PASSES(ssize_t, pwrite, (int file, const void *from, size_t size, off_t at), from, size, false,
       file, from, size, at)
PASSES(ssize_t, pwrite64, (int file, const void *from, size_t size, off_t at), from, size, false,
       file, from, size, at)
PASSES(ssize_t, recv, (int file, void *to, size_t size, int flags), to, size, true, file, to, size,
       flags)
PASSES(ssize_t, send, (int file, const void *from, size_t size, int flags), from, size, false, file,
       from, size, flags)
PASSES(ssize_t, getrandom, (void *to, size_t size, unsigned flags), to, size, true, to, size, flags)

// With -D_FORTIFY_SOURCE the compiler calls these.
PASSES(ssize_t, __read_chk, (int file, void *to, size_t size, size_t room), to, size, true, file,
       to, size, room)
PASSES(ssize_t, __pread_chk, (int file, void *to, size_t size, off_t at, size_t room), to, size,
       true, file, to, size, at, room)
PASSES(size_t, __fread_chk, (void *to, size_t room, size_t size, size_t count, FILE *file), to,
       size *count, true, to, room, size, count, file)

// Large pieces go past the stream's buffer.
PASSES(size_t, fread, (void *to, size_t size, size_t count, FILE *file), to, size *count, true, to,
       size, count, file)
PASSES(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *file), from, size *count,
       false, from, size, count, file)
PASSES(size_t, fread_unlocked, (void *to, size_t size, size_t count, FILE *file), to, size *count,
       true, to, size, count, file)
PASSES(size_t, fwrite_unlocked, (const void *from, size_t size, size_t count, FILE *file), from,
       size *count, false, from, size, count, file)

// Defines a function that passes several pieces on.
#define PASSES_PIECES(name, host_writes) \
    ssize_t name(int file, const struct iovec *pieces, int count); \
    ssize_t name(int file, const struct iovec *pieces, int count) \
    { \
        static ssize_t (*next)(int, const struct iovec *, int); \
        if (!next) \
            *(void **)(void *)&next = dlsym(RTLD_NEXT, #name); \
        for (int i = 0; i < count; i++) \
            host_access_system_call(pieces[i].iov_base, pieces[i].iov_len, host_writes, CALLER()); \
        if (next) \
            return next(file, pieces, count); \
        errno = ENOSYS; \
        return -1; \
    }

PASSES_PIECES(readv, true)
PASSES_PIECES(writev, false)
