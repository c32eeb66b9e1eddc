// SPDX-License-Identifier: MIT
//
// hopper.h: the steps of chapter 09, and what a launch hands to its kernel.
//
// A and B are f16, C and the sums f32 where a step's name says nothing else, all row-major. A is m
// x k, or k x m (T); B is k x n, or n x k (T). wgmma takes any of these as it lies, if elements
// have 16 bits; others are transposed first. So every step takes all four.
#ifndef HOPPER_H
#define HOPPER_H

#include <cuda.h> // types only

#include "../common/device/gemm/pack.h"
#include "../common/device/gemm/tile_copy.h"
#include "../common/device/ptx/wgmma_shapes.h"
#include "../common/device/tensor_map.h"
#include "../common/step/step.h"
#include "parts/k_major.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HOPPER_ROW = 128 };       // bytes of k in a tile: a row of TMA's widest swizzle
enum { HOPPER_BK = 64 };         // so many elements of 16 bits
enum { HOPPER_WARPGROUP = 128 }; // threads
enum { HOPPER_ATOM = 64 };       // m of a wgmma; of a tile that lies MN-major, the columns of a box

// What all threads need and none should have to compute. The tensor maps are read by the copy
// engine, from the kernel's parameters.
struct hopper_params {
    CUtensorMap a, b, c;  // c: where the step stores by TMA
    CUtensorMap a_scales; // of a step that takes scales (../common/step/scales.h)
    const float *b_scales;
    struct gemm_operand A, B; // for the step whose threads copy
    void *C;
    int m, n, ldc;
    int k_tiles;          // at least one
    int tiles_m, tiles_n; // tiles of C, down and across; of a cluster, where there are any
    int panel;            // how many of them high a panel is (raster.h)
    float alpha, beta;
    int s32_alpha, s32_beta; // the same where C is s32
    bool vectors;            // rows of C are whole pairs
    bool c_by_tma;
    bool c_16; // C has 16 bits, for kernels that store both (11_tuned/tuned_split.h)
};

enum hopper_type_c { HOPPER_C_F32, HOPPER_C_F16, HOPPER_C_BF16, HOPPER_C_S32 };

HOST_DEVICE static inline int hopper_c_bytes(enum hopper_type_c type)
{
    return type == HOPPER_C_F16 || type == HOPPER_C_BF16 ? 2 : 4;
}

// The tile of a block, and how blocks of a cluster share the copies: the rows of a box.
struct hopper_shape {
    int bm, bn;
    int cluster;          // blocks, one below the other: they share the tiles of B. 1: none
    int across;           // blocks, side by side: they share the tiles of A. 0 or 1: none
    int panel;            // how many tiles (of clusters) high a panel is; 0: by raster_panel()
    enum wgmma_type type; // 0: f16
    enum hopper_type_c type_c;
    bool by_threads;   // copied by the block's threads, in 16-byte vectors: no maps
    bool c_by_threads; // C is not stored by TMA
    bool scaled;       // A and B have scales
    bool turns;        // two warpgroups have every other tile each (11_tuned)
};

// How A (or B) is read: as given, or as it is when it has been packed. k_major: k runs along its
// rows. Touches no memory.
struct hopper_operand {
    const void *data;
    struct pack_operand pack;  // nothing, or what is copied first
    struct k_major_copy along; // the same of elements that have not 16 bits (parts/k_major.h)
    int rows, cols, ld;
    bool k_major;
};
struct hopper_operand hopper_operand(const struct gemm *g, bool is_b, bool by_threads,
                                     enum wgmma_type type);

struct hopper_operands {
    struct hopper_operand a, b;
};
struct hopper_operands hopper_operands(struct hopper_shape s, const struct gemm *g);

// Launches the copies of operands whose rows begin where TMA cannot read, or which wgmma cannot
// take, and sets their `data`.
void hopper_launch_packing(struct hopper_operands *o);

// The parameters of a launch on these operands: m, n, k > 0, alpha != 0. Launches nothing. False,
// with a line, where the driver refuses a tensor map or scales are missing.
bool hopper_params(struct hopper_params *params, struct hopper_shape s, const struct gemm *g,
                   const struct hopper_operands *o, struct failure *why);

// What a launcher does with all of these: launches the copies and returns the parameters. It cannot
// return an error (gemm_fn), so it ends the program, as CUDA_CHECK does.
struct hopper_params hopper_launch_packing_for(struct hopper_shape s, const struct gemm *g);
void hopper_stop(const struct failure *why);

// How many blocks of clusters of so many run at a time on so many SMs, one on each; and how many
// clusters, on this GPU.
int hopper_places(int sms, int blocks);
int hopper_clusters(int blocks);

// False, with a line, where the driver refuses the map.
bool hopper_map(CUtensorMap *map, struct tensor_map m, struct failure *why);

// C = beta C where that is all; true if so, and where there is nothing to do.
bool hopper_only_scales(const struct gemm *g, enum hopper_type_c type);

// For struct step. wgmma is of compute capability 9.0 and no other.
bool hopper_fits(const struct gemm_problem *p, struct failure *why);
double hopper_workspace(const struct gemm_problem *p);            // A and B by TMA
double hopper_workspace_by_threads(const struct gemm_problem *p); // by the block's threads
double hopper_workspace_f32(const struct gemm_problem *p);
double hopper_workspace_tf32(const struct gemm_problem *p);
double hopper_workspace_bytes(const struct gemm_problem *p); // elements of a byte

gemm_fn hopper_tma, hopper_sgemm_tma, hopper_wgmma, hopper_wgmma_tma, hopper_specialized,
    hopper_two_consumers;
gemm_fn hopper_persistent, hopper_lean_loop, hopper_cluster, hopper_epilogue;
gemm_fn hopper_tuned, hopper_tuned_bf16, hopper_tiles, hopper_packed;
gemm_fn hopper_f16_f16, hopper_bf16_bf16, hopper_tf32, hopper_s8, hopper_e4m3, hopper_e4m3_promoted,
    hopper_e4m3_scaled;

extern const struct chapter chapter_09_hopper;

#ifdef __cplusplus
}
#endif
#endif
