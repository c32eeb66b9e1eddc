// SPDX-License-Identifier: MIT
//
// tuned.h: the configurations of 8_tuned, and the plan for a problem.
#ifndef HIER_TUNED_H
#define HIER_TUNED_H

#include "../hierarchy.h"

enum { TUNED_BK = 64 }; // columns of A in a tile: rows of 128 bytes, four slices
enum { TUNED_CONFIGURATIONS = 4 };
enum { TUNED_128X256, TUNED_128X128, TUNED_64X128, TUNED_64X64 }; // in that order

// A configuration: warps_m x warps_n warps of mmas_m x mmas_n instructions each, the tiles of A and
// of B in shared memory, and how many such blocks an SM of an H200 holds. What it takes there,
// in nanoseconds, with asynchronous copies [0] and with the staged ones of 8_converts [1]; a turn
// is one tile of BK columns.
struct hier_configuration {
    int warps_m, warps_n, mmas_m, mmas_n;
    int stages;
    int blocks_per_sm;
    double fixed[2]; // of a tile of C: before its first turn and behind its last one
    double turn[2];  // where an SM has all the blocks that it holds; 0: there is no such kernel
    double alone[2]; // and where it has one
};

// The configuration's tile of C, its threads, and the shared memory of a block in bytes: the stages
// and, behind them, the rows of the epilogue.
#ifdef __cplusplus
extern "C" {
#endif

int tuned_bm(const struct hier_configuration *c);
int tuned_bn(const struct hier_configuration *c);
int tuned_threads(const struct hier_configuration *c);
int tuned_shared_bytes(const struct hier_configuration *c);

// What of a GPU matters for the choice.
struct tuned_device {
    int sms;
    int shared_bytes;    // that a block may have
    int sm_shared_bytes; // that an SM has for all its blocks
};

// One launch: C of m x n, but for its first done_m x done_n elements (0 x 0: nothing is left out).
struct hier_plan {
    int m, n, done_m, done_n;
    int configuration;
    int blocks;         // of the grid; each goes on from tile to tile
    int panel;          // raster.h
    double expected_ns; // on the GPU of the table
};

// One launch for all of C; or one for what whole tiles fill, and one with smaller tiles for the
// border that is left to the right and below.
struct hier_schedule {
    int launches;
    struct hier_plan launch[2];
    double expected_ns;
};

extern const struct hier_configuration hier_configurations[TUNED_CONFIGURATIONS];
extern const double hier_launch_ns; // what a launch takes, whatever it does

// The fastest schedule by the table; launches == 0 where no configuration can run on the device.
// m, n > 0, k >= 0. Arithmetic alone: the same on every machine.
struct hier_schedule hier_choose(const struct tuned_device *device, const struct gemm_problem *p,
                                 bool staged);

// The launch that plan->m, n, done_m and done_n ask for, by one configuration; done_m and done_n
// are whole tiles. False where it cannot run on this device.
bool hier_plan(const struct tuned_device *device, int configuration, int k, bool staged,
               struct hier_plan *plan);

// How many blocks of a configuration an SM of this device holds.
int tuned_blocks_per_sm(const struct tuned_device *device, const struct hier_configuration *c);

// The GPU that is current.
struct tuned_device tuned_device(void);

// For struct step: whether some tile of 8_tuned or of 8_converts fits this GPU, and packed rows fit
// an int.
bool hier_tuned_fits(const struct gemm_problem *p, struct failure *why);
bool converts_fits(const struct gemm_problem *p, struct failure *why);

// The launch of a plan: 8_tuned for f16 that need not be packed, and 8_converts_s8 for int8, B as
// k x n. For the sweep (bench/tune_tensor.cu) and tests.
void hgemm_tuned_plan(const struct hier_plan *plan, const struct gemm *g);
void gemm_converts_i8_plan(const struct hier_plan *plan, const struct gemm *g);

// How a plan's blocks copy, and what its kernel gets. g->problem's m and n are not looked at.
struct copy_tiles tuned_copies(const struct hier_plan *plan, enum copy_way way, bool trans_b);
struct hier_params tuned_params(const struct hier_plan *plan, enum copy_way way,
                                const struct gemm *g);

// What the emulated GPU will count in the launch of a plan. p->m and n are not looked at.
struct counts hier_predict_plan(const struct gemm_problem *p, const struct hier_plan *plan,
                                enum copy_way way);

#ifdef __cplusplus
}
#endif
#endif
