// SPDX-License-Identifier: MIT
//
// runtime.c: start-up, errors, the device, streams and events.
//
// Streams run in order, at once: a call that would be asynchronous has done its work when it
// returns. Event times are therefore times of this PC; the first use says so on stderr.
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

pthread_mutex_t engine_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t heap_lock = PTHREAD_MUTEX_INITIALIZER;

static void init(void)
{
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

// ---- Errors -----------------------------------------------------------------------------------------

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

void set_sticky_error(cudaError_t error) { sticky = error; }
cudaError_t sticky_error(void) { return sticky; }

cudaError_t cudaPeekAtLastError(void)
{
    unseen = NULL;
    return sticky != cudaSuccess ? sticky : last_error;
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
#define EMU_ERROR(name, number, text)                                                              \
    case name:                                                                                     \
        return #name;
        EMU_ERRORS(EMU_ERROR)
#undef EMU_ERROR
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define EMU_ERROR(name, number, text)                                                              \
    case name:                                                                                     \
        return text;
        EMU_ERRORS(EMU_ERROR)
#undef EMU_ERROR
    }
    return "unrecognized error code";
}

// ---- The one device ---------------------------------------------------------------------------------

static cudaError_t store(int *to, int value)
{
    if (!to)
        return set_error_at(cudaErrorInvalidValue, CALLER());
    *to = value;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count) { return store(count, 1); }
cudaError_t cudaGetDevice(int *device) { return store(device, 0); }
cudaError_t cudaDriverGetVersion(int *version) { return store(version, CUDART_VERSION); }
cudaError_t cudaRuntimeGetVersion(int *version) { return store(version, CUDART_VERSION); }
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    return device || peer ? set_error(cudaErrorInvalidDevice) : store(can, 0);
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)peer;
    (void)flags;
    return set_error(cudaErrorInvalidDevice);
}

cudaError_t cudaSetDevice(int device)
{
    return device == 0 ? cudaSuccess : set_error(cudaErrorInvalidDevice);
}

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
    pending_settle();
    return sticky;
}

cudaError_t cudaDeviceReset(void)
{
    engine_init();
    sticky = last_error = cudaSuccess;
    pthread_mutex_lock(&engine_lock);
    pending_settle();
    arena_free_all(CALLER());
    pthread_mutex_unlock(&engine_lock);
    return cudaSuccess;
}

static size_t limits[5] = {1024, 1 << 20, 8 << 20, 2, 2048};

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    if (limit < 0 || limit >= 5)
        return set_error(cudaErrorInvalidValue);
    limits[limit] = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if (!value || limit < 0 || limit >= 5)
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

// ---- Streams ----------------------------------------------------------------------------------------

struct emu_stream {
    unsigned flags;
};

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    if (!stream || !(*stream = malloc(sizeof **stream)))
        return set_error(cudaErrorInvalidValue);
    (*stream)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    (void)priority;
    return cudaStreamCreateWithFlags(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return set_error(cudaErrorInvalidResourceHandle);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    pending_settle();
    return sticky;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    (void)stream;
    pending_settle();
    return sticky;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    (void)stream;
    (void)flags;
    return event ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    if (!callback || flags)
        return set_error(cudaErrorInvalidValue);
    pending_settle();
    callback(stream, sticky, data);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    (void)stream;
    if (!function)
        return set_error(cudaErrorInvalidValue);
    pending_settle();
    function(data);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return cudaSuccess;
}

// ---- Events -----------------------------------------------------------------------------------------

struct emu_event {
    unsigned flags;
    bool recorded;
    struct timespec time;
};

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    if (!event || !(*event = calloc(1, sizeof **event)))
        return set_error(cudaErrorInvalidValue);
    (*event)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!event)
        return set_error(cudaErrorInvalidResourceHandle);
    free(event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)stream;
    if (!event)
        return set_error(cudaErrorInvalidResourceHandle);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->recorded = true;
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    pending_settle();
    return event ? sticky : set_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    pending_settle();
    return event ? sticky : set_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!milliseconds)
        return set_error(cudaErrorInvalidValue);
    if (!start || !stop || !start->recorded || !stop->recorded ||
        ((start->flags | stop->flags) & cudaEventDisableTiming))
        return set_error(cudaErrorInvalidResourceHandle);
    if (!atomic_flag_test_and_set(&told))
        fprintf(stderr, "emu: event times are times of this PC, not of any GPU\n");
    *milliseconds = (float)((double)(stop->time.tv_sec - start->time.tv_sec) * 1e3 +
                            (double)(stop->time.tv_nsec - start->time.tv_nsec) / 1e6);
    return cudaSuccess;
}

// ---- assert() in a kernel ---------------------------------------------------------------------------

// glibc's assert() calls this; here it is ours, so that a kernel's assertion names its thread.
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    if (emu_current)
        report_and_stop(cudaErrorAssert, CALLER(), NULL, NULL, "assertion `%s' failed", expression);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
