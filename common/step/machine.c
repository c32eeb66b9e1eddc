// SPDX-License-Identifier: MIT
//
// The GPU this program runs on. This file and counting.c are the only ones in which the two builds
// differ: EMU_GPU is set if the CUDA runtime is the emulated one.
#define _POSIX_C_SOURCE 200112L // setenv
#include "machine.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef EMU_GPU
#include "emu_api.h"

enum { EMULATED = 1 };

// Device memory that is not freed counts as a mistake, unless the user sets EMU_LEAKS.
static void want_all_mistakes(void) { setenv("EMU_LEAKS", "error", 0); }

bool machine_choose_gpu(const char *name, struct failure *why)
{
    if (emu_set_gpu(name) != 0)
        return fail(why, "known are %s", emu_gpu_names());
    return true;
}
#else
enum { EMULATED = 0 };

static void want_all_mistakes(void) {}

bool machine_choose_gpu(const char *name, struct failure *why)
{
    (void)name;
    return fail(why, "this program was built for a real GPU; only the emulated one can be chosen "
                     "(make GPU=emu)");
}
#endif

// FP32 cores of one SM: CUDA C++ Programming Guide, "Arithmetic Instructions", results per clock
// cycle per SM for 32-bit floating-point add, multiply, multiply-add. 0 for an unknown GPU.
static int fp32_cores_per_sm(int compute_capability)
{
    switch (compute_capability) {
    case 75: // Turing
    case 80: // A100
        return 64;
    case 86:  // GeForce 30, A10
    case 87:  // Orin
    case 89:  // Ada
    case 90:  // Hopper
    case 100: // Blackwell
    case 103:
    case 110:
    case 120:
    case 121: return 128;
    default: return 0;
    }
}

int machine_compiled_for(void)
{
#ifdef COMPILED_FOR // set by mk/flags.mk, like nvcc's -arch
    return COMPILED_FOR;
#else
    return 0;
#endif
}

static int attribute(enum cudaDeviceAttr which, int device)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess)
        return 0;
    return value;
}

bool machine_of_gpu(struct machine *machine, struct failure *why)
{
    int count = 0, device = 0;
    struct cudaDeviceProp properties;
    want_all_mistakes();
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count == 0)
        error = cudaErrorNoDevice;
    if (error == cudaSuccess)
        error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaGetDeviceProperties(&properties, device);
    if (error != cudaSuccess)
        return fail(why, "no GPU: %s (%s); `make GPU=emu` builds for the emulated one",
                    cudaGetErrorString(error), cudaGetErrorName(error));

    *machine = (struct machine){
        .is_gpu = true,
        .is_emulated = EMULATED,
        .compute_capability = 10 * properties.major + properties.minor,
        .compiled_for = machine_compiled_for(),
        .sm_count = properties.multiProcessorCount,
        .max_threads_per_sm = properties.maxThreadsPerMultiProcessor,
        .max_blocks_per_sm = properties.maxBlocksPerMultiProcessor,
        .max_threads_per_block = properties.maxThreadsPerBlock,
        .registers_per_sm = properties.regsPerMultiprocessor,
        .shared_per_sm = properties.sharedMemPerMultiprocessor,
        .shared_per_block = properties.sharedMemPerBlock,
        .shared_per_block_optin = properties.sharedMemPerBlockOptin,
        .l2_bytes = (size_t)properties.l2CacheSize,
        .memory_bytes = properties.totalGlobalMem,
        .clock_hz = 1e3 * attribute(cudaDevAttrClockRate, device), // given in kHz
    };
    snprintf(machine->name, sizeof machine->name, "%s", properties.name);
    machine->peak_fp32 = 2.0 * fp32_cores_per_sm(machine->compute_capability) * machine->sm_count *
                         machine->clock_hz;
    return true;
}
