// SPDX-License-Identifier: MIT
//
// counters.h: what a kernel's loads and stores cost, as numbers with names.
//
// The emulated GPU counts them (counting.h), a step's formula predicts them (step.h), the model
// turns them into times (model.h). A request is one load or store of one warp; a sector is the 32
// bytes that global memory delivers at least; a wavefront is one pass through the 32 banks of
// shared memory. The names are short for metrics of Nsight Compute: emu/include/emu_api.h
// has the list of both.
#ifndef COMMON_COUNTERS_H
#define COMMON_COUNTERS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct counts {
    long long global_load_requests, global_load_sectors, global_load_bytes;
    long long global_store_requests, global_store_sectors, global_store_bytes;
    long long global_atomic_requests;
    // conflicts: wavefronts beyond the fewest that an access of this width can take
    long long shared_load_requests, shared_load_wavefronts, shared_load_conflicts;
    long long shared_load_bytes;
    long long shared_store_requests, shared_store_wavefronts, shared_store_conflicts;
    long long shared_store_bytes;
    long long shared_atomic_requests;
    // Asynchronous copies (cp.async). Their reads count among the global loads; wavefronts and
    // conflicts are those of their writes to shared memory.
    long long cp_async_requests, cp_async_wavefronts, cp_async_conflicts, cp_async_bytes;
    // ldmatrix: one request of a warp loads 1, 2 or 4 matrices, at best in one wavefront each.
    long long ldmatrix_requests, ldmatrix_wavefronts, ldmatrix_conflicts, ldmatrix_bytes;
    long long mma_instructions;   // mma.sync, per warp
    long long wgmma_instructions; // wgmma.mma_async, per warp: four make one product
    long long wgmma_operations;   // multiplications and additions of these products
    // The copy engine (TMA), past L1. A request is a box. Its bytes are those inside the matrix,
    // read once even if they go to several blocks (multicast). The sectors of a load also count one
    // for each 32 bytes outside, because these are requested, too.
    long long tma_load_requests, tma_load_sectors, tma_load_bytes;
    long long tma_store_requests, tma_store_sectors, tma_store_bytes;
    long long mbarrier_arrivals; // per thread; waiting is not counted
    long long barriers;          // per warp: __syncthreads() of 8 warps counts 8
    long long active_lanes;      // summed over all requests: 32 each if every lane takes part
    long long blocks, warps, threads;
};

// In a prediction: the formula does not give this counter.
#define COUNT_UNKNOWN (-1LL)

// The fields in the order above, by number: for tables and files.
int counts_number(void);
const char *counts_name(int number); // "global_load_requests"
long long counts_get(const struct counts *counts, int number);
void counts_set(struct counts *counts, int number, long long value);

// Every field COUNT_UNKNOWN: for a step without a formula.
struct counts counts_unknown(void);

// sum += times * more. No field may be unknown.
void counts_add(struct counts *sum, const struct counts *more, long long times);

// Sums that tables show.
long long counts_load_sectors(const struct counts *counts); // of threads and of the copy engine
long long counts_store_sectors(const struct counts *counts);
long long counts_global_requests(const struct counts *counts); // loads and stores, of both
long long counts_global_sectors(const struct counts *counts);
long long counts_shared_wavefronts(const struct counts *counts);
long long counts_shared_conflicts(const struct counts *counts);

#ifdef __cplusplus
}
#endif
#endif
