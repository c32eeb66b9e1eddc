// SPDX-License-Identifier: MIT
//
// test_emu_cores.c: runs blocks on several cores at once; no diagnosis may depend on their timing.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../support/cuda_text.h"

enum { SECONDS = 60 };

TestSuite(emu_cores, .fini = scratch_remove);

// Neighbours arrive at nearly the same time. The last of two resets the counter with a plain store.
static const char pairs[] =
    "__global__ void pairs(unsigned *arrivals, int *sums)\n"
    "{\n"
    "    const int pair = blockIdx.x / 2;\n"
    "    __threadfence();\n"
    "    if (atomicAdd(&arrivals[pair], 1u) == 0) return;\n"
    "    __threadfence();\n"
    "    arrivals[pair] = 0;\n"
    "    sums[pair]++;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    unsigned *arrivals;\n"
    "    int *sums, last;\n"
    "    cudaMalloc(&arrivals, 8192);\n"
    "    cudaMalloc(&sums, 8192);\n"
    "    cudaMemset(arrivals, 0, 8192);\n"
    "    cudaMemset(sums, 0, 8192);\n"
    "    for (int i = 0; i < 100; i++) pairs<<<4096, 1>>>(arrivals, sums);\n"
    "    cudaMemcpy(&last, sums + 2047, 4, cudaMemcpyDeviceToHost);\n"
    "    cudaFree(arrivals);\n"
    "    cudaFree(sums);\n"
    "    return last != 100;\n"
    "}\n";

Test(emu_cores, the_last_to_arrive_sets_the_counter_back)
{
    setenv("EMU_CORES", "4", 1);
    setenv("EMU_CHECK", "on", 1);
    struct run run = run_for(compile_text("pairs", pairs), "", SECONDS);
    cr_expect(run.status == 0 && !run.err[0], "status %d: %s", run.status, run.err);
    run_free(&run);
}
