// SPDX-License-Identifier: MIT
#include "gpu_time.h"

#include <stddef.h>
#include <string.h>

// h200: ceilings_h200.txt. mhz: sm_clock. mma: at mhz_tensor 8 chains of each of 16 warps (612
// TFLOP/s) take 6.4 cycles an mma; mma_again: 8 chains of each of 4 warps, one for a scheduler,
// 7.2. mma_latency: warps4_chains1, 144 TFLOP/s. latencies: latency_*; l2_bytes: the best
// l2_read_16M (9.4 TB/s; the 12 of l2_read are of 8 MiB, which fit twice: for more, data in one
// half of L2 reach the SMs of the other half through the link between them); dram_bytes: dram_read,
// minus what stores take. dram_loaded: dram_read_t512_l1 and _t1024_l1 have 8 and 16 KiB in flight
// and get 9.4 and 14.5 bytes a cycle, so an answer takes 875 and 1135 cycles, 30 of which are the
// loop's. fma_latency: ffma_warps4_ilp*. queue, barrier, block_start: rough guesses, never
// adjusted.
//
// ceilings_clock_h200.txt: mhz_tensor: clock_mma, with the tensor cores idle half the time or on
// three quarters of the SMs (clock_ffma: 1980). mhz_begin: 60 after 10 us, 30 after 20. mhz_mma:
// the first 160 us of clock_mma. store_bytes: fill, from 16 to 64 MiB. evicted_latency: what
// one_word takes longer if another launch has filled L2, 480 ns, in addition to L2's.
//
// ceilings_hopper_h200.txt: launch_ns: launch. l2_port: tma_blocks33_*_share1. bulk_bytes:
// tma_blocks132_*_share12. wgmma: wgmma_n*_groups2 (n16 and n32 are limited by shared memory).
// wgmma_latency: an iteration of groups1_wait takes 100 cycles more than one of lean, 10 of which
// are instructions. mhz_wgmma: wgmma_n128_groups1_lean, of 1401 (wgmma_clock of 0.15 ms) to 1655.
// bulk_latency: tma_latency_* minus L2's latency, the transfer and the barrier: 190 for 8 KiB, 30
// for 32 KiB; a value in between. map_latency: the first copy of launch_map_copy, minus a later
// one, minus what DRAM adds. mbarrier: latency_shared.
//
// atomic: on an H200, 2^20 atomicAdd on one address took 1842 us, and 2^20 on 256 random ones 272
// (`make expect-kinds` measures such kernels). integer_atomic: on an H100, 2^15 atomicAdd of an
// integer on one address, one for each warp, took 25.4 us (h100_time_kernels.tsv).
//
// real: CUDA's programming guide, results of float64 in a cycle of an SM: 64, 32 (A100), 2.
//
// The other GPUs are not measured. From NVIDIA's data sheets and whitepapers: SMs, clocks, limits,
// multiply-adds in a cycle, bandwidths of L2 and 90% of DRAM's. Latencies: a100: arXiv:2208.11174;
// t4: arXiv:1903.07486; h100: the H200's; GeForce: the A100's, in nanoseconds.
#define GUESSED \
    .l2_port = 53 * 16, .bulk_bytes = 67 * 16, .queue = 8, .barrier = 15, .block_start = 700, \
    .atomic = 55, .integer_atomic = 22, .launch_ns = 2750, .dram_loaded = 580
#define HOPPER \
    .wgmma = 8, .mhz_wgmma = 1479, .wgmma_latency = 90, .bulk_latency = 130, .map_latency = 1130, \
    .mbarrier = 23, .evicted_latency = 1223
static const struct gpu_time gpus[] = {
    {.key = "h200",
     .measured = true,
     .sms = 132,
     .mhz = 1965,
     .mhz_tensor = 1800,
     .mhz_begin = 45,
     .mhz_mma = 1735,
     .threads = 2048,
     .blocks = 32,
     .registers = 65536,
     .shared = 228 << 10,
     .fma_warps = 16,
     .real = 2,
     .mma = 102,
     .mma_again = 1,
     HOPPER,
     .fma_latency = 4,
     .mma_latency = 27,
     .shared_latency = 23,
     .l1_latency = 32,
     .l2_latency = 280,
     .dram_latency = 647,
     .l2_mib = 60,
     .l2_bytes = 36 * 16,
     .store_bytes = 17 * 16,
     .dram_bytes = 16 * 16,
     GUESSED},
    {.key = "h100",
     .sms = 132,
     .mhz = 1965,
     .mhz_tensor = 1800,
     .mhz_begin = 45,
     .mhz_mma = 1735,
     .threads = 2048,
     .blocks = 32,
     .registers = 65536,
     .shared = 228 << 10,
     .fma_warps = 16,
     .real = 2,
     .mma = 102,
     .mma_again = 1,
     HOPPER,
     .fma_latency = 4,
     .mma_latency = 27,
     .shared_latency = 23,
     .l1_latency = 32,
     .l2_latency = 280,
     .dram_latency = 647,
     .l2_mib = 50,
     .l2_bytes = 36 * 16,
     .store_bytes = 17 * 16,
     .dram_bytes = 12 * 16,
     GUESSED},
    {.key = "a100",
     .sms = 108,
     .mhz = 1410,
     .mhz_tensor = 1410,
     .mhz_mma = 1410,
     .threads = 2048,
     .blocks = 32,
     .registers = 65536,
     .shared = 164 << 10,
     .fma_warps = 8,
     .real = 4,
     .mma = 8 * 16,
     .fma_latency = 4,
     .mma_latency = 25,
     .shared_latency = 23,
     .l1_latency = 33,
     .l2_latency = 200,
     .dram_latency = 466,
     .l2_mib = 40,
     .l2_bytes = 47 * 16,
     .store_bytes = 22 * 16,
     .dram_bytes = 12 * 16,
     GUESSED},
    {.key = "rtx4090",
     .sms = 128,
     .mhz = 2520,
     .mhz_tensor = 2520,
     .mhz_mma = 2520,
     .threads = 1536,
     .blocks = 24,
     .registers = 65536,
     .shared = 100 << 10,
     .fma_warps = 16,
     .real = 64,
     .mma = 32 * 16,
     .fma_latency = 4,
     .mma_latency = 33,
     .shared_latency = 23,
     .l1_latency = 33,
     .l2_latency = 350,
     .dram_latency = 830,
     .l2_mib = 72,
     .l2_bytes = 15 * 16,
     .store_bytes = 7 * 16,
     .dram_bytes = 3 * 16,
     GUESSED},
    {.key = "rtx3060laptop",
     .sms = 30,
     .mhz = 1425,
     .mhz_tensor = 1425,
     .mhz_mma = 1425,
     .threads = 1536,
     .blocks = 16,
     .registers = 65536,
     .shared = 100 << 10,
     .fma_warps = 16,
     .real = 64,
     .mma = 32 * 16,
     .fma_latency = 4,
     .mma_latency = 33,
     .shared_latency = 23,
     .l1_latency = 33,
     .l2_latency = 200,
     .dram_latency = 470,
     .l2_mib = 3,
     .l2_bytes = 30 * 16,
     .store_bytes = 14 * 16,
     .dram_bytes = 7 * 16,
     GUESSED},
    {.key = "t4",
     .sms = 40,
     .mhz = 1590,
     .mhz_tensor = 1590,
     .mhz_mma = 1590,
     .threads = 1024,
     .blocks = 16,
     .registers = 65536,
     .shared = 64 << 10,
     .fma_warps = 8,
     .real = 64,
     .mma = 16 * 16,
     .fma_latency = 4,
     .mma_latency = 25,
     .shared_latency = 19,
     .l1_latency = 32,
     .l2_latency = 188,
     .dram_latency = 434,
     .l2_mib = 4,
     .l2_bytes = 20 * 16,
     .store_bytes = 9 * 16,
     .dram_bytes = 4 * 16,
     GUESSED},
};

static struct circumstances now;

void gpu_time_in(struct circumstances circumstances) { now = circumstances; }

static void at_clock(struct gpu_time *gpu, int mhz)
{
    int *const cycles[] = {&gpu->l2_latency, &gpu->dram_latency};
    int *const rates[] = {&gpu->l2_bytes, &gpu->store_bytes, &gpu->dram_bytes};
    for (int i = 0; i < 2; i++)
        *cycles[i] = *cycles[i] * mhz / gpu->mhz;
    for (int i = 0; i < 3; i++)
        *rates[i] = *rates[i] * gpu->mhz / mhz;
    gpu->mhz = gpu->mhz_tensor = gpu->mhz_mma = gpu->mhz_wgmma = mhz;
    gpu->mhz_begin = 0;
}

const struct gpu_time *gpu_time_of(const char *key)
{
    static struct gpu_time gpu;
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
        if (strcmp(gpus[i].key, key) != 0)
            continue;
        if (!now.evicted && !now.mhz && !now.cold)
            return &gpus[i];
        gpu = gpus[i];
        if (now.cold)
            gpu.l2_mib = 0;
        if (now.evicted) {
            gpu.l2_mib = 0;
            gpu.dram_latency = gpu.evicted_latency ? gpu.evicted_latency : gpu.dram_latency;
        }
        if (now.mhz)
            at_clock(&gpu, now.mhz);
        return &gpu;
    }
    return NULL;
}
