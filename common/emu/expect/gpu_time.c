// SPDX-License-Identifier: MIT
#include "gpu_time.h"

#include <stddef.h>
#include <string.h>

// h200: bench/results/ceilings_h200.txt. mhz: sm_clock. mma, mma_again: at that clock 4 chains of
// each of 16 warps (605 TFLOP/s) take 7.0 cycles an mma, 8 chains of each of 4 warps, one for a
// scheduler, 7.8. mma_latency: warps4_chains1, 144 TFLOP/s: 29.5. mhz_mma: seven steps of 07 and 08
// at 8192 run at 1896 MHz with the tensor cores 70% busy (their times "cool" in h200_gemm*.tsv,
// beside those "hot" and the clock read then): 1866 at 100%. latencies: latency_*; l2_bytes: the
// best l2_read_16M (9.4 TB/s; the 12 of l2_read are of 8 MiB, which fit twice: beyond, what one
// half of L2 holds comes to the other half's SMs through the link between them); dram_bytes:
// dram_read, less what stores take. fma_latency: ffma_warps4_ilp*. queue, barrier, block_start,
// launch_ns: guesses of their size, never adjusted.
//
// The others are not measured. From data sheets and whitepapers (common/predict/model.c names
// them): SMs, clocks, limits, multiply-adds in a cycle, bandwidths of L2 and 90% of DRAM's.
// Latencies: a100: arXiv:2208.11174; t4: arXiv:1903.07486; h100: the H200's; GeForce: the A100's,
// in nanoseconds.
static const struct gpu_time gpus[] = {
    {"h200", true, 132, 1965, 1866, 2048, 32,      65536,   228 << 10, 16, 7,   1,
     4,      29,   23,  32,   280,  647,  36 * 16, 16 * 16, 8,         15, 700, 2500},
    {"h100", false, 132, 1965, 1866, 2048, 32,      65536,   228 << 10, 16, 7,   1,
     4,      29,    23,  32,   280,  647,  36 * 16, 12 * 16, 8,         15, 700, 2500},
    {"a100", false, 108, 1410, 1410, 2048, 32,      65536,   164 << 10, 8,  8,   0,
     4,      25,    23,  33,   200,  466,  47 * 16, 12 * 16, 8,         15, 700, 2500},
    {"rtx4090", false, 128, 2520, 2520, 1536, 24,      65536,  100 << 10, 16, 32,  0,
     4,         33,    23,  33,   350,  830,  15 * 16, 3 * 16, 8,         15, 700, 2500},
    {"rtx3060laptop",
     false,
     30,
     1425,
     1425,
     1536,
     16,
     65536,
     100 << 10,
     16,
     32,
     0,
     4,
     33,
     23,
     33,
     200,
     470,
     30 * 16,
     7 * 16,
     8,
     15,
     700,
     2500},
    {"t4", false, 40, 1590, 1590, 1024, 16,      65536,  64 << 10, 8,  16,  0,
     4,    25,    19, 32,   188,  434,  20 * 16, 4 * 16, 8,        15, 700, 2500},
};

const struct gpu_time *gpu_time_of(const char *key)
{
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++)
        if (strcmp(gpus[i].key, key) == 0)
            return &gpus[i];
    return NULL;
}
