// SPDX-License-Identifier: MIT
//
// runtime.c: start-up, and functions for the whole device.
#include "capture.h"
#include "pending.h"
#include "stream.h"
#include "../access/access.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../hopper/hopper.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../run/run.h"
#include "../warpgroup/warpgroup.h"

#include "emu_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The host reads or writes memory that it shares with kernels by an atomic or volatile access.
static void host_looks(void)
{
    if (!pending_any())
        return;
    pending_step();
    stream_host_acquires();
}

static void settle_unwritten(void) { check_settle_unwritten(NULL); }

void engine_start(void)
{
    environment_check();
    sarif_begin();
    arena_init();
    modules_init();
    fault_handler_init();
    count_init();
    check_init();
    sample_init();
    unread_init();
    check_on_switched_off(sample_checks_end);
    report_before_text(forecast_clear);
    report_at_end(sample_at_exit);
    report_at_end(repeat_at_exit);
    report_at_end(settle_unwritten);
    report_at_end(unread_at_exit);
    hopper_register();
    wgmma_register();
    copies_register();
    host_access_on_strong(host_looks);
    atexit(pending_at_exit);
    schedule_init();
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
        report_and_stop(cudaErrorNotSupported, KIND_MISTAKE, CALLER(), NULL,
                        "launch what needs the results of a kernel after it, in "
                        "cudaStreamTailLaunch: CUDA 12 has no other way either",
                        "cudaDeviceSynchronize in a kernel");
    const cudaError_t refused = capture_refuses(USE_DEVICE, NULL, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    stream_host_waits_now(STREAM_ANY, __func__, CALLER());
    if (!schedule_sync(STREAM_ANY, gpu_current()))
        stream_sync_device();
    return sticky_error();
}

cudaError_t cudaDeviceReset(void)
{
    engine_init();
    emu_forget_error();
    stream_sync_all();
    pthread_mutex_lock(&engine_lock);
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

// Overrides the function that glibc's assert() calls, so that the diagnosis of a kernel's assertion
// names its thread.
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    if (emu_current)
        report_and_stop(cudaErrorAssert, KIND_ASSERTION, CALLER(), NULL, NULL,
                        "assertion `%s' failed", expression);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
