// SPDX-License-Identifier: MIT
//
// device.h: the GPU that is shown, and what is known of a kernel.
#ifndef DEVICE_H
#define DEVICE_H

#include "engine.h"

// ---- device.c -----------------------------------------------------------------------------------

struct gpu_model {
    const char *key, *name;
    int major, minor, sms;
    int threads_per_sm, blocks_per_sm;
    int shared_per_sm, shared_per_block_optin; // bytes
    int l2_bytes, bus_bits, clock_khz, memory_clock_khz;
    long long memory_bytes;
};

const struct gpu_model *gpu_model(void);           // the chosen one
int gpu_blocks_per_sm(int threads, size_t shared); // occupancy; 0 when one block does not fit

// ---- kernel.c, function.c -----------------------------------------------------------------------

// The static shared memory and the dynamic limit of a kernel, once known.
struct kernel_info {
    const void *function;
    const char *name; // NULL until kernel_name() was asked
    size_t static_shared;
    int max_dynamic_shared; // as set by cudaFuncSetAttribute
    int max_threads;        // of a block: __launch_bounds__
};
struct kernel_info *kernel_info(const void *function);
// The dimensions of the launch's clusters, asked for by its attributes or by __cluster_dims__ of
// the kernel, else (1,1,1); and may it have them (cluster_launch.c)?
struct dim3 cluster_dims(const void *function, const char *kernel, void (*body)(void *),
                         const void *closure);
cudaError_t cluster_check(struct dim3 grid, struct dim3 cluster, char *why, size_t size);
// What the program calls the function. Found out once, which takes a while.
const char *kernel_name(const void *function);
// The name in the program's table of symbols, without namespaces, arguments of a template and
// parameters.
void function_name(const void *function, char *name, size_t size);
// How many bytes of code it has; 0: not known, or loaded while the program runs.
size_t function_size(const void *function);

#endif
