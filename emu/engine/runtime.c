// SPDX-License-Identifier: MIT
//
// runtime.c: start-up, errors, the one device.
#include "check.h"
#include "count.h"
#include "report.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t engine_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t heap_lock = PTHREAD_MUTEX_INITIALIZER;

// The threads that run kernels do not come along to a child.
static bool forked;

bool engine_was_forked(void) { return forked; }

static void mark_child(void) { forked = true; }

static void init(void)
{
    environment_check();
    pthread_atfork(NULL, NULL, mark_child);
    arena_init();
    fault_handler_init();
    count_init();
    check_init();
}

void engine_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, init);
}

// ---- Errors -------------------------------------------------------------------------------------

static _Thread_local cudaError_t last_error;
static _Atomic cudaError_t sticky;

static const char *unseen; // where an error arose that nobody has asked for since
static cudaError_t unseen_error;

cudaError_t set_error_at(cudaError_t error, const char *pc)
{
    unseen = pc;
    unseen_error = error;
    return last_error = error;
}

void report_unseen_error(void)
{
    if (unseen)
        report(unseen, NULL,
               "test what each call returns, and cudaGetLastError() after each launch",
               "an error was never looked at: %s (%s)", cudaGetErrorName(unseen_error),
               cudaGetErrorString(unseen_error));
}

void emu_forget_error(void) { sticky = last_error = cudaSuccess; }

void set_sticky_error(cudaError_t error) { sticky = error; }

// A kernel that crashed shows in what the next calls return, and in cudaGetLastError only after one
// of them has.
cudaError_t sticky_error(void)
{
    if (forked)
        return last_error = cudaErrorInitializationError; // as CUDA has it
    if (sticky != cudaSuccess)
        last_error = sticky;
    return sticky;
}

cudaError_t cudaPeekAtLastError(void)
{
    unseen = NULL;
    return last_error;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define EMU_ERROR(name, number, text) \
    case name: return #name;
        EMU_ERRORS(EMU_ERROR)
#undef EMU_ERROR
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define EMU_ERROR(name, number, text) \
    case name: return text;
        EMU_ERRORS(EMU_ERROR)
#undef EMU_ERROR
    }
    return "unrecognized error code";
}

// ---- The device --------------------------------------------------------------------------------

static cudaError_t store(int *to, int value)
{
    if (!to)
        return set_error_at(cudaErrorInvalidValue, CALLER());
    *to = value;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) { return store(version, CUDART_VERSION); }
cudaError_t cudaRuntimeGetVersion(int *version) { return store(version, CUDART_VERSION); }

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    (void)flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    if (!flags)
        return set_error(cudaErrorInvalidValue);
    *flags = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    if (emu_current)
        report_and_stop(cudaErrorNotSupported, CALLER(), NULL,
                        "launch what needs the results of a kernel behind it, in "
                        "cudaStreamTailLaunch: CUDA 12 has no other way either",
                        "cudaDeviceSynchronize in a kernel");
    stream_sync_device();
    return sticky_error();
}

cudaError_t cudaDeviceReset(void)
{
    engine_init();
    sticky = last_error = cudaSuccess;
    pthread_mutex_lock(&engine_lock);
    stream_sync_all();
    arena_free_all(CALLER());
    pthread_mutex_unlock(&engine_lock);
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }
cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    if (!config)
        return set_error(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

enum { LIMITS = 7 };
static size_t limits[LIMITS] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    if (limit < 0 || (int)limit >= LIMITS)
        return set_error(cudaErrorInvalidValue);
    limits[limit] = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if (!value || limit < 0 || (int)limit >= LIMITS)
        return set_error(cudaErrorInvalidValue);
    *value = limits[limit];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

// ---- assert() in a kernel -----------------------------------------------------------------------

// glibc's assert() calls this; here it is ours, so that a kernel's assertion names its thread.
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    if (emu_current)
        report_and_stop(cudaErrorAssert, CALLER(), NULL, NULL, "assertion `%s' failed", expression);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
