// SPDX-License-Identifier: MIT
//
// plan.h: the configurations of 08/8_tuned, and the plan for a problem: which tile, and whether
// whole tiles are dealt out, or tiles are cut along K (split-K), or those of the last rounds
// (stream-K).
#ifndef HIERARCHY_PLAN_H
#define HIERARCHY_PLAN_H

#include "params.h"

enum { PLAN_BK = 64 }; // columns of A in a tile: rows of 128 bytes, four slices
// In that order. Tiles of the last four may be cut along K; the last two are for thin problems: few
// rows, or few columns.
enum {
    PLAN_256X128,
    PLAN_128X128,
    PLAN_64X128,
    PLAN_128X256,
    PLAN_64X64,
    PLAN_16X128,
    PLAN_128X32,
    PLAN_CONFIGURATIONS
};
enum { PLAN_MOST_SPLIT = 2 };   // rounds whose tiles stream-K shares out
enum { PLAN_LEAST_TURNS = 2 };  // of a piece: fewer do not pay for handing in
enum { PLAN_MOST_PIECES = 64 }; // of a tile

// A configuration: warps_m x warps_n warps of mmas_m x mmas_n instructions each, the tiles of A and
// of B in shared memory, and how many such blocks an SM of an H200 holds. What it takes there,
// in nanoseconds, with asynchronous copies [0] and with the staged ones of 08/8_converts [1]; a
// turn is one tile of BK columns.
struct hier_configuration {
    int warps_m, warps_n, mmas_m, mmas_n;
    int stages;
    int blocks_per_sm;
    int cuts; // kernels for tiles that are cut: 1 with asynchronous copies, 2 with staged ones, 3
              // both
    double fixed[2]; // of a tile of C: before its first turn and behind its last one
    double turn[2];  // where an SM has all the blocks that it holds; 0: there is no such kernel
    double alone[2]; // and where it has one
    double handed;   // to hand in a part of a tile
    double added;    // for each part of a tile: to add it up
};

// The configuration's tile of C, its threads, and the shared memory of a block in bytes: the stages
// and, behind them, the rows of the epilogue.
#ifdef __cplusplus
extern "C" {
#endif

int configuration_bm(const struct hier_configuration *c);
int configuration_bn(const struct hier_configuration *c);
int configuration_threads(const struct hier_configuration *c);
int configuration_shared_bytes(const struct hier_configuration *c);

// What of a GPU matters for the choice.
struct hier_device {
    int sms;
    int shared_bytes;    // that a block may have
    int sm_shared_bytes; // that an SM has for all its blocks
};

// How the work of a launch is shared out (common/device/gemm/share.h).
enum hier_way { WHOLE_TILES, SPLIT_K, STREAM_K };

// One launch: C of m x n, but for its first done_m x done_n elements (0 x 0: nothing is left out).
struct hier_plan {
    int m, n, done_m, done_n;
    enum hier_way way;
    int pieces; // SPLIT_K: of each tile; STREAM_K: rounds whose tiles are shared out
    int configuration;
    struct share share; // the blocks of the grid: each goes on from tile to tile
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

extern const struct hier_configuration hier_configurations[PLAN_CONFIGURATIONS];
extern const double hier_launch_ns;       // what a launch takes, whatever it does
extern const double hier_bytes_per_ns;    // what memory delivers at most
extern const double hier_sm_bytes_per_ns; // and to one SM

// The fastest schedule by the table; launches == 0 where no configuration can run on the device.
// m, n > 0, k >= 0. Arithmetic alone: the same on every machine.
struct hier_schedule hier_choose(const struct hier_device *device, const struct gemm_problem *p,
                                 bool staged);

// The launch that plan->m, n, done_m, done_n, way and pieces ask for, by one configuration; done_m
// and done_n are whole tiles. False where it cannot run on this device, or K is too short to be cut
// like that, or there is nothing to share out, or no kernel for it.
bool hier_plan(const struct hier_device *device, int configuration, int k, bool staged,
               struct hier_plan *plan);

// What it will take, by the table: arithmetic alone. For hier_plan().
double hier_plan_ns(const struct hier_device *device, int k, bool staged,
                    const struct hier_plan *plan);

// How many blocks of a configuration an SM of this device holds.
int configuration_blocks_per_sm(const struct hier_device *device,
                                const struct hier_configuration *c);

// The GPU that is current.
struct hier_device hier_device(void);

// For struct step: whether some tile fits this GPU. staged: with staged copies.
bool hier_plan_fits(const struct gemm_problem *p, bool staged, struct failure *why);

// Bytes for the parts of tiles, where a call of this problem cuts them.
double hier_plan_workspace(const struct gemm_problem *p, bool staged);

// The same for the parts of a launch alone, and that memory, with no arrivals: NULL where no tile
// is cut.
size_t hier_parts_bytes(const struct hier_plan *plan);
struct parts hier_parts(const struct hier_plan *plan);

// The thread that computes an element of a plan's part of C; where the tile is cut, the one that
// computes its first part.
struct owner hier_plan_owner(const struct hier_plan *plan, const struct gemm_problem *p, int row,
                             int col);

// How a plan's blocks copy, and what its kernel gets. g->problem's m and n are not looked at.
struct copy_tiles hier_plan_copies(const struct hier_plan *plan, enum copy_way way, bool trans_b);
struct hier_params hier_plan_params(const struct hier_plan *plan, enum copy_way way,
                                    const struct gemm *g);

#ifdef __cplusplus
}
#endif
#endif
