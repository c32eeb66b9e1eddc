// SPDX-License-Identifier: MIT
//
// gpu_time.h: how long the units of a GPU take. One table for each GPU, each figure with its source
// (gpu_time.c).
#ifndef EXPECT_GPU_TIME_H
#define EXPECT_GPU_TIME_H

#include <stdbool.h>

struct gpu_time {
    const char *key; // "h200"
    bool measured;   // the figures are this GPU's own; else another's and public ones
    int sms, mhz;
    int mhz_tensor;                         // as soon as the tensor cores work
    int mhz_begin;                          // so much less in their first 20 us
    int mhz_mma;                            // while they are busy all the time: power limits it
    int threads, blocks, registers, shared; // of one SM: what may be resident; shared in bytes
    int fma_warps; // float32 multiply-adds that a scheduler begins in 16 cycles, in warps
    int real;      // cycles of a warp's float64 multiply-add
    int mma; // 16ths of a cycle between two mma.sync of 4096 multiplications and additions (f16)
    int mma_again; // and so many more where both are of one warp
    int wgmma;     // cycles of the tensor cores for 16 of n (m64, 32 bytes of k); 0: it has none
    int mhz_wgmma; // as mhz_mma, where they are busy with wgmma
    int wgmma_latency; // from the end of a product to who waits for it
    int bulk_latency;  // what the copy engine adds to the way from L2
    int map_latency;   // and before an SM's first copy: it fetches the tensor map
    int mbarrier;      // cycles from the last arrival to who waits for the phase
    int fma_latency, mma_latency;
    int shared_latency, l1_latency, l2_latency, dram_latency;
    int dram_loaded;          // cycles more where DRAM is busy all the time; less with the square
    int evicted_latency;      // as dram_latency, where L2 is full of what others wrote; or 0
    int l2_mib;               // how large it is
    int l2_bytes, dram_bytes; // 16ths of a byte in a cycle for each SM
    int store_bytes;          // the same, into L2
    int l2_port;              // as l2_bytes, where few SMs ask
    int bulk_bytes;           // and of boxes that several SMs ask for
    int queue;                // requests that wait in the memory queue of a scheduler
    int barrier;              // cycles from the last arrival to the next instruction
    int block_start;          // cycles from the end of a block to the first instruction of the next
    int launch_ns;
};

// What a launch may find otherwise than by itself after launches of its own kind.
struct circumstances {
    int mhz;      // an SM's clock that a profiler holds, or 0; memory keeps its time
    bool evicted; // L2 is full of what others wrote
};

// From now on.
void gpu_time_in(struct circumstances circumstances);

// NULL for a GPU that is not in the table.
const struct gpu_time *gpu_time_of(const char *key);

#endif
