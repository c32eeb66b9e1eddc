// SPDX-License-Identifier: MIT
//
// plan.h: the configurations of 08/8_tuned, and the plan for a problem: which tile size, and
// whether tiles stay whole, all are cut along K (split-K), or only the tiles of the last rounds are
// (stream-K).
#ifndef HIERARCHY_PLAN_H
#define HIERARCHY_PLAN_H

#include "params.h"

enum { PLAN_BK = 64 }; // columns of A in a tile: rows of 128 bytes, four slices
// The order of hier_configurations. Tiles of the last four can be cut along K. The last two are for
// thin problems: few rows, or few columns.
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
enum { PLAN_MOST_SPLIT = 2 };   // rounds whose tiles stream-K divides
enum { PLAN_LEAST_TURNS = 2 };  // of a piece: fewer cost more than they save
enum { PLAN_MOST_PIECES = 64 }; // of a tile

// A configuration: warps_m x warps_n warps of mmas_m x mmas_n instructions each, the number of
// stages, and how many such blocks fit an SM of an H200. The times are nanoseconds on that GPU,
// with asynchronous copies [0] and with the staged copies of 08/8_converts [1]. A turn is one tile
// of BK columns.
struct hier_configuration {
    int warps_m, warps_n, mmas_m, mmas_n;
    int stages;
    int blocks_per_sm;
    int cuts; // kernels for tiles that are cut: 1 with asynchronous copies, 2 with staged ones, 3
              // both
    double fixed[2]; // of a tile of C: before its first turn and after its last turn
    double turn[2];  // if an SM has all the blocks that fit; 0: no such kernel exists
    double alone[2]; // if an SM has one block
    double handed;   // to store a part of a tile
    double added;    // to add one part of a tile
};

// The configuration's tile of C, its threads, and the shared memory of a block in bytes: the
// stages, followed by the rows of the epilogue.
#ifdef __cplusplus
extern "C" {
#endif

int configuration_bm(const struct hier_configuration *c);
int configuration_bn(const struct hier_configuration *c);
int configuration_threads(const struct hier_configuration *c);
int configuration_shared_bytes(const struct hier_configuration *c);

// The properties of a GPU that matter for the choice.
struct hier_device {
    int sms;
    int shared_bytes;    // at most for one block
    int sm_shared_bytes; // for all blocks of an SM
};

// How the work of a launch is divided (common/device/gemm/share.h).
enum hier_way { WHOLE_TILES, SPLIT_K, STREAM_K };

// One launch: C of m x n, without its first done_m x done_n elements (0 x 0: all of C).
struct hier_plan {
    int m, n, done_m, done_n;
    enum hier_way way;
    int pieces; // SPLIT_K: of each tile; STREAM_K: rounds whose tiles are divided
    int configuration;
    struct share share; // the blocks of the grid; each computes several tiles
    int panel;          // raster.h
    double expected_ns; // on the GPU of the table
};

// One launch for all of C; or one for the whole tiles, and one with smaller tiles for the border at
// the right and below.
struct hier_schedule {
    int launches;
    struct hier_plan launch[2];
    double expected_ns;
};

extern const struct hier_configuration hier_configurations[PLAN_CONFIGURATIONS];
extern const double hier_launch_ns;       // the time of a launch alone
extern const double hier_bytes_per_ns;    // at most, from memory
extern const double hier_sm_bytes_per_ns; // at most, to one SM

// The fastest schedule by the table; launches == 0 if no configuration can run on the device.
// m, n > 0, k >= 0. Arithmetic alone: the same on every machine.
struct hier_schedule hier_choose(const struct hier_device *device, const struct gemm_problem *p,
                                 bool staged);

// Completes the launch that plan->m, n, done_m, done_n, way and pieces describe, for one
// configuration; done_m and done_n are whole tiles. False if it cannot run on this device, if K is
// too short for this cut, if there is nothing to divide, or if there is no kernel for it.
bool hier_plan(const struct hier_device *device, int configuration, int k, bool staged,
               struct hier_plan *plan);

// Its time by the table: arithmetic alone. For hier_plan().
double hier_plan_ns(const struct hier_device *device, int k, bool staged,
                    const struct hier_plan *plan);

// How many blocks of a configuration fit an SM of this device.
int configuration_blocks_per_sm(const struct hier_device *device,
                                const struct hier_configuration *c);

// The current GPU.
struct hier_device hier_device(void);

// For struct step: whether any tile size fits this GPU. staged: with staged copies.
bool hier_plan_fits(const struct gemm_problem *p, bool staged, struct failure *why);

// Bytes for the parts of tiles, if a call of this problem cuts tiles.
double hier_plan_workspace(const struct gemm_problem *p, bool staged);

// The same for one launch; and that memory, with all arrival counters at zero. NULL if no tile is
// cut.
size_t hier_parts_bytes(const struct hier_plan *plan);
struct parts hier_parts(const struct hier_plan *plan);

// The thread that computes an element of a plan's part of C. If the tile is cut: the thread that
// computes its first part.
struct owner hier_plan_owner(const struct hier_plan *plan, const struct gemm_problem *p, int row,
                             int col);

// How a plan's blocks copy, and its kernel's argument. g->problem's m and n are ignored.
struct copy_tiles hier_plan_copies(const struct hier_plan *plan, enum copy_way way, bool trans_a,
                                   bool trans_b);
struct hier_params hier_plan_params(const struct hier_plan *plan, enum copy_way way,
                                    const struct gemm *g);

#ifdef __cplusplus
}
#endif
#endif
