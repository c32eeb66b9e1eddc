// SPDX-License-Identifier: MIT
//
// sgemm_plan.h: what the parts of 8_tuned share: its sizes, its configurations and the choice of
// one.
#ifndef SGEMM_PLAN_H
#define SGEMM_PLAN_H

#include "../../common/device/gemm/share.h"
#include "../../common/step/step.h"

enum { TUNED_TM = 8, TUNED_TN = 16 };      // elements of C of a thread
enum { TUNED_WM = 64, TUNED_WN = 64 };     // and of a warp, 8 x 4 lanes
enum { TUNED_BK = 8 };                     // columns of A in a slice of a tile
enum { TUNED_A_LANES = 8, TUNED_PAD = 4 }; // tuned_fetch.h
enum { TUNED_THREADS = 256 };              // of a block; with all registers, so an SM holds one

// Tiles in flight or in use, by slices: as many as fit into 99 KiB, what a block may have on any
// GPU of compute capability 8.0 or higher; but more than six bring nothing.
#define TUNED_STAGES(slices) ((slices) == 8 ? 3 : (slices) == 4 ? 4 : 6)

// Eight warps: warps_down x warps_across of them for the elements of a tile of C, and that as often
// as there are slices of K.
// What it takes, in nanoseconds, found by `make tune` for single floats [0] and for float4s [1].
struct tuned_configuration {
    int warps_down, warps_across, slices;
    double fixed[2]; // from the start to the first turn, and to store C
    double turn[2];  // one tile of BK x slices columns
    double part[2];  // to hand in one part of a tile, and to add it up
};

enum { TUNED_CONFIGURATIONS = 6 };
enum { TUNED_MOST_SPLIT = 2 }; // rounds whose tiles are split

// The memory of parts (tuned_parts.h): on `sms` SMs no more blocks than these share tiles.
static inline size_t tuned_parts_bytes(int sms)
{
    const size_t warps = (size_t)sms * (TUNED_THREADS / 32);
    return warps * (sizeof(float[2][TUNED_WM][TUNED_WN]) + sizeof(unsigned));
}

// Where the work goes: which configuration, and who gets which part.
struct sgemm_plan {
    int configuration;
    bool vectors; // B and C suit float4
    int bm, bn, slices;
    int tile_k; // BK x slices
    struct share share;
    double expected_ns; // on the GPU it was tuned for
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct tuned_configuration tuned_configurations[TUNED_CONFIGURATIONS];

// The SMs of the current device: as many blocks run at a time.
int tuned_sms(void);

// The fastest plan by the table, for an m x n matrix C on so many SMs. m, n > 0, k >= 0. Only
// arithmetic. If tuned_fits() is false, there is no plan: one of no blocks.
struct sgemm_plan sgemm_choose(int sms, int m, int n, int k, bool vectors);

// The same for one configuration. The tiles of the last split_rounds rounds are split among all
// blocks: 0 for none, 1 for those that are left over, 2 for one full round with them.
// False where that cannot be: pieces would be too short, or there are too many tiles to number.
bool sgemm_plan(int sms, int configuration, int split_rounds, int m, int n, int k, bool vectors,
                struct sgemm_plan *plan);

// The plan of that problem on the current device, for matrices that begin where cudaMalloc() lets
// them begin.
struct sgemm_plan sgemm_plan_of(const struct gemm_problem *p);

// False, with the reason, where C has more tiles than a grid has blocks.
bool tuned_fits(const struct gemm_problem *p, struct failure *why);

// Bytes of device memory that a call takes for the parts of tiles.
double tuned_workspace(const struct gemm_problem *p);

#ifdef __cplusplus
}
#endif
#endif
