// SPDX-License-Identifier: MIT
//
// gpus.c: which of several GPUs (EMU_GPUS) a host thread has selected.
#include "device.h"
#include "thread.h"
#include "types.h"

#include <stdlib.h>

static _Thread_local int current;

int gpu_count(void)
{
    static int count;
    if (count == 0) {
        const char *text = environment_value("EMU_GPUS");
        engine_init(); // rejects an invalid EMU_GPUS
        count = text ? atoi(text) : 1;
    }
    return count;
}

int gpu_current(void) { return current; }
bool gpu_exists(int device) { return device >= 0 && device < gpu_count(); }

static cudaError_t store(int *to, int value)
{
    if (!to)
        return set_error(cudaErrorInvalidValue);
    *to = value;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count) { return store(count, gpu_count()); }

cudaError_t cudaGetDevice(int *device)
{
    return store(device, emu_current ? emu_current->block->launch->device : current);
}

cudaError_t cudaSetDevice(int device)
{
    if (!gpu_exists(device))
        return set_error(cudaErrorInvalidDevice);
    current = device;
    return cudaSuccess;
}
