// SPDX-License-Identifier: MIT
//
// hopper.h: the steps of chapter 09, and the parameters that a launch passes to its kernel.
//
// A and B are f16, C and the sums are f32, unless a step's name says otherwise. All matrices are
// row-major. A is m x k, or k x m (T); B is k x n, or n x k (T). wgmma reads all of these without a
// transposing copy if the elements have 16 bits. Other types are transposed first. So every step
// takes all four.
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
enum { HOPPER_BK = 64 };         // elements of 16 bits in these bytes
enum { HOPPER_WARPGROUP = 128 }; // threads
enum { HOPPER_ATOM = 64 };       // m of a wgmma; columns of a box, if the tile is MN-major

// A box of TMA has at most 256 rows: more rows of a K-major tile are two boxes.
HOST_DEVICE static inline int hopper_box_rows(int rows) { return rows > 256 ? rows / 2 : rows; }

// What all threads need and no thread should have to compute. The copy engine reads the tensor maps
// from the kernel's parameters.
struct hopper_params {
    CUtensorMap a, b, c;  // c: if the step stores by TMA
    CUtensorMap a_scales; // if the step takes scales (../common/step/scales.h)
    const float *b_scales;
    struct gemm_operand A, B; // for a step whose threads copy
    void *C;
    int m, n, ldc;
    int k_tiles;          // at least one
    int tiles_m, tiles_n; // tiles of C, down and across; with clusters, a cluster's tiles are one
    int panel;            // height of a panel in such tiles (raster.h)
    float alpha, beta;
    int s32_alpha, s32_beta; // the same if C is s32
    bool vectors;            // rows of C consist of whole, aligned pairs
    bool c_by_tma;
    bool c_16;   // C has 16 bits, for kernels that store both (11_tuned/tuned_split.h)
    bool c_adds; // TMA adds to C what it stores: beta is 1
};

enum hopper_type_c { HOPPER_C_F32, HOPPER_C_F16, HOPPER_C_BF16, HOPPER_C_S32 };

HOST_DEVICE static inline int hopper_c_bytes(enum hopper_type_c type)
{
    return type == HOPPER_C_F16 || type == HOPPER_C_BF16 ? 2 : 4;
}

// C of 16 bits has the type of A and B.
HOST_DEVICE static inline enum hopper_type_c hopper_c_16(enum wgmma_type type)
{
    return type == WGMMA_OF_F16 ? HOPPER_C_F16 : HOPPER_C_BF16;
}

// The tile of a block, and how the blocks of a cluster share the copies: the rows of a box.
struct hopper_shape {
    int bm, bn;
    int down;   // of a cluster: blocks, one below the other, share the tiles of B. 1: none
    int across; // blocks, side by side, share the tiles of A. 0 or 1: none
    int panel;  // height of a panel in tiles (of clusters); 0: by raster_panel()
    enum wgmma_type type; // 0: f16
    enum hopper_type_c type_c;
    bool by_threads;   // copied by the block's threads, in 16-byte vectors: no maps
    bool c_by_threads; // C is not stored by TMA
    bool scaled;       // A and B have scales
    bool split;        // type is tf32, and A and B are float32, split into parts (k_major.h)
    bool adds;         // the kernel can let TMA add to C
    bool turns;        // two warpgroups compute the tiles alternately (11_tuned)
};

// How A (or B) is read: as given, or as it is stored after packing. k_major: k runs along its rows.
// Does not access device memory.
struct hopper_operand {
    const void *data;
    struct pack_operand pack;  // the copy that packs it, if one is needed
    struct k_major_copy along; // the same for elements of 8 or 32 bits (parts/k_major.h)
    int rows, cols, ld;
    bool k_major;
};
struct hopper_operand hopper_operand(const struct gemm *g, bool is_b, bool by_threads,
                                     enum wgmma_type type);

struct hopper_operands {
    struct hopper_operand a, b;
};
struct hopper_operands hopper_operands(struct hopper_shape s, const struct gemm *g);

// The k that is multiplied: of split operands, that of all parts.
static inline int hopper_k(struct hopper_shape s, const struct gemm_problem *p,
                           const struct hopper_operands *o)
{
    return s.split ? o->a.cols : p->k;
}

// Launches the copies of operands that TMA or wgmma cannot read where they are, and sets their
// `data`.
void hopper_launch_packing(struct hopper_operands *o);

// The parameters of a launch on these operands: m, n, k > 0, alpha != 0. Launches nothing. Returns
// false, with a message, if the driver rejects a tensor map or scales are missing.
bool hopper_params(struct hopper_params *params, struct hopper_shape s, const struct gemm *g,
                   const struct hopper_operands *o, struct failure *why);

// What every launcher does: launches the copies and returns the parameters. It cannot return an
// error (gemm_fn), so it ends the program, as CUDA_CHECK does.
struct hopper_params hopper_launch_packing_for(struct hopper_shape s, const struct gemm *g);
void hopper_stop(const struct failure *why);

// How many blocks, in clusters of `blocks`, run at the same time on `sms` SMs, one block on each;
// and how many clusters run on this GPU.
int hopper_places(int sms, int blocks);
int hopper_clusters(int blocks);

// Returns false, with a message, if the driver rejects the map.
bool hopper_map(CUtensorMap *map, struct tensor_map m, struct failure *why);

// Computes C = beta C if nothing is multiplied. Returns true in this case, and if there is nothing
// to do.
bool hopper_only_scales(const struct gemm *g, enum hopper_type_c type);

// For struct step. Only GPUs of compute capability 9.0 have wgmma.
bool hopper_fits(const struct gemm_problem *p, struct failure *why);
bool hopper_fits_few_rows(const struct gemm_problem *p, struct failure *why);
bool hopper_fits_3xtf32(const struct gemm_problem *p, struct failure *why);
double hopper_workspace(const struct gemm_problem *p);            // A and B by TMA
double hopper_workspace_by_threads(const struct gemm_problem *p); // by the block's threads
double hopper_workspace_f32(const struct gemm_problem *p);
double hopper_workspace_tf32(const struct gemm_problem *p);
double hopper_workspace_3xtf32(const struct gemm_problem *p);
double hopper_workspace_bytes(const struct gemm_problem *p); // elements of one byte

gemm_fn hopper_tma, hopper_sgemm_tma, hopper_wgmma, hopper_wgmma_tma, hopper_specialized,
    hopper_two_consumers;
gemm_fn hopper_persistent, hopper_lean_loop, hopper_cluster, hopper_epilogue;
gemm_fn hopper_tuned, hopper_tuned_bf16, hopper_tiles, hopper_packed, hopper_few_rows;
gemm_fn hopper_f16_f16, hopper_bf16_bf16, hopper_tf32, hopper_s8, hopper_e4m3, hopper_e4m3_promoted,
    hopper_e4m3_scaled, hopper_3xtf32;

extern const struct chapter chapter_09_hopper;

#ifdef __cplusplus
}
#endif
#endif
