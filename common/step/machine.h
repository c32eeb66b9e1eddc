// SPDX-License-Identifier: MIT
//
// machine.h: what this program runs on: a GPU, an emulated GPU, or the CPU.
#ifndef COMMON_MACHINE_H
#define COMMON_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/failure.h"

#ifdef __cplusplus
extern "C" {
#endif

struct machine {
    char name[256]; // "NVIDIA H200"
    bool is_gpu;
    bool is_emulated; // results are real, times are not
    // Of a GPU only:
    int compute_capability; // 90 for 9.0
    int compiled_for;       // the compute capability in the program's kernels; 0: any (emulated)
    int sm_count;
    int max_threads_per_sm, max_blocks_per_sm, max_threads_per_block;
    int registers_per_sm;                   // of 32 bits
    size_t shared_per_sm, shared_per_block; // bytes; per block: without opting in to more
    size_t shared_per_block_optin;          // bytes
    size_t l2_bytes, memory_bytes;
    double clock_hz;  // highest SM clock
    double peak_fp32; // FLOP/s: cores x clock x 2 (a fused multiply-add counts as two); 0: unknown
};

// The compute capability that kernels may use: the GPU's, or less if they were compiled for an
// older one. Such code runs here but has no newer instruction.
static inline int machine_capability(const struct machine *machine)
{
    const int compiled = machine->compiled_for, there = machine->compute_capability;
    return compiled > 0 && compiled < there ? compiled : there;
}

int machine_compiled_for(void); // struct machine's compiled_for

// The CPU: its name.
struct machine machine_of_cpu(void);

// Bytes of main memory that are available; SIZE_MAX if the system does not report it.
size_t machine_free_memory(void);

// The current CUDA device, emulated or real. False, with a reason, if there is none.
bool machine_of_gpu(struct machine *machine, struct failure *why);

// Chooses the emulated GPU, before its first use. False if the name is unknown (the reason lists
// the known names) or the GPU is a real one.
bool machine_choose_gpu(const char *name, struct failure *why);

#ifdef __cplusplus
}
#endif
#endif
