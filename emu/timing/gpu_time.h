// SPDX-License-Identifier: MIT
//
// gpu_time.h: the speeds and latencies of a GPU's units. One table entry for each GPU, each figure
// with its source (gpu_time.c).
#ifndef GPU_TIME_H
#define GPU_TIME_H

#include <stdbool.h>

struct gpu_time {
    const char *key; // "h200"
    bool measured;   // measured on this GPU; otherwise public figures or those of another GPU
    int sms, mhz;
    int mhz_tensor;                         // clock while the tensor cores are used
    int mhz_begin;                          // reduction in their first 20 us
    int mhz_mma;                            // clock while they are always busy: limited by power
    int threads, blocks, registers, shared; // limits of one SM; shared in bytes
    int fma_warps; // float32 multiply-adds that a scheduler issues in 16 cycles, in warps
    int real;      // cycles of a warp's float64 multiply-add
    int mma;       // 16ths of a cycle between two mma.sync of 4096 multiply-adds (f16)
    int mma_again; // additional cycles if both are of one warp
    int wgmma;     // cycles of the tensor cores for 16 columns (m64, 32 bytes of k); 0: no wgmma
    int mhz_wgmma; // like mhz_mma, for wgmma
    int wgmma_latency; // from the end of a product to the waiting warps
    int bulk_latency;  // added by the copy engine to L2's latency
    int map_latency;   // before an SM's first copy, for fetching the tensor map
    int mbarrier;      // cycles from the last arrival to the waiting warps
    int fma_latency, mma_latency;
    int shared_latency, l1_latency, l2_latency, dram_latency;
    int dram_loaded;          // additional cycles if DRAM is always busy; grows with the square of
                              // the load
    int evicted_latency;      // like dram_latency, if L2 is full of other data; or 0
    int l2_mib;               // its size
    int l2_bytes, dram_bytes; // 16ths of a byte in a cycle for each SM
    int store_bytes;          // the same for stores to L2
    int l2_port;              // like l2_bytes, if few SMs make requests
    int bulk_bytes;           // the same for boxes that several SMs request
    int queue;                // entries of a scheduler's memory queue
    int barrier;              // cycles from the last arrival to the next instruction
    int block_start;          // cycles from the end of a block to the first instruction of the next
    int atomic;               // 16ths of a cycle between two atomics on one line of L2
    int integer_atomic;       // the same for integer operations that all have one address
    int launch_ns;
};

// Conditions that differ from those of a launch repeated by itself.
struct circumstances {
    int mhz;      // fixed SM clock of a profiler, or 0; memory is not slowed
    bool evicted; // L2 is full of other data
    bool cold;    // L2 has none of the launch's data
};

// Applies to all later calls.
void gpu_time_in(struct circumstances circumstances);

// NULL for a GPU that is not in the table.
const struct gpu_time *gpu_time_of(const char *key);

#endif
