// SPDX-License-Identifier: MIT
//
// gpu.h: everything that the driver needs from a GPU, as a table of functions.
//
// The table keeps CUDA out of programs without GPU steps: they link gpu_none.c and need no CUDA
// library, all other programs link gpu.c. Functions that return nothing end the program with a
// message and exit status 1 if CUDA reports an error.
#ifndef COMMON_GPU_H
#define COMMON_GPU_H

#include <stdbool.h>
#include <stddef.h>

#include "counting.h"
#include "../../step/machine.h"
#include "../../step/step.h"

// One of several programs that are timed alternately.
struct contender {
    void (*prepare)(void *context); // before each run, not timed; may be NULL
    void (*launch)(void *context);  // timed: puts its work into the default stream
    void *context;
    double *ms; // receives one sample per repetition, in milliseconds
    bool rests; // the GPU idles before each run: for times that are compared with many other times
};

struct gpu_ops {
    bool (*open)(struct machine *machine, struct failure *why); // finds the GPU, once
    bool (*choose)(const char *name, struct failure *why);      // which GPU to emulate, before open
    size_t (*free_memory)(void);                                // bytes on the device
    void *(*alloc)(size_t bytes); // device memory, 256-byte aligned; never NULL
    void (*release)(void *device);
    void (*clear_workspaces)(void); // common/device/gemm/workspace.h
    void (*copy_in)(void *device, const void *host, size_t bytes);
    void (*copy_out)(void *host, const void *device, size_t bytes);
    void (*copy_within)(void *to, const void *from, size_t bytes); // does not wait
    // Like wait, but if the device failed, returns false with the error's name. The emulated GPU
    // can continue then; a real one cannot.
    bool (*finish)(struct failure *why);
    void (*wait)(void); // until the device has done everything; reports a kernel that failed

    // Runs all contenders alternately, `reps` rounds (common/base/rounds.h) after two of warm-up,
    // and times each launch with CUDA events. `cold` empties the L2 cache before each launch.
    void (*time)(struct contender *contenders, int count, int reps, bool cold);

    // cuBLAS on the same problem and types, for times next to a step's (fp32 without TF32). Does
    // not wait. False without cuBLAS. If the library exists but lacks this product, the reason says
    // this; otherwise the reason is empty.
    bool (*cublas)(const struct step *step, const struct gemm_problem *p, const void *A,
                   const void *B, void *C, struct failure *why);

    // Counts what kernels cost; NULL on a real GPU.
    const struct counting *(*counting)(void);
};

// NULL in a program without GPU steps.
const struct gpu_ops *gpu_ops(void);

#endif
