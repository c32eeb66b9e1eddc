// SPDX-License-Identifier: MIT
//
// tensor_core.h: the steps of chapter 07. C = alpha A B + beta C on tensor cores: A and B in f16, C
// and the sums in f32. A is row-major; B row-major (NN) or stored n x k (NT).
#ifndef TENSOR_CORE_H
#define TENSOR_CORE_H

#include "../common/device/gemm/warp_tile.h"
#include "../common/step/step.h"

// The sizes of a step, as defined in its file, for its formulas and tests. A block of `threads`
// threads owns a bm x bn tile of C and takes K in tiles of bk; each of its warps owns wm x wn
// elements of C.
struct tc_sizes {
    int bm, bn, bk;
    int wm, wn;
    int threads;
    // Tiles in shared memory (not in step 1): As, and Bs if B is stored n x k, have rows along k;
    // the Bs of a row-major B has rows along n.
    struct tile_layout k_major, n_major;
    struct tile_layout m_major; // 7_types: As if A is stored k x m
};

// A grid has at most this many blocks in each direction: 65,536 blocks keep any GPU busy. A block
// that has finished its tile of C continues with another.
enum { TC_MAX_GRID = 256 };

#ifdef __cplusplus
extern "C" {
#endif

gemm_fn tc_mma_from_global, tc_shared_fragments, tc_ldmatrix, tc_padded, tc_swizzled;
gemm_fn tc_f16_k8, tc_f64_k4; // tc_f16 and tc_f64 on older GPUs
gemm_fn tc_warp_tile;
gemm_fn tc_bf16, tc_tf32, tc_f16, tc_s8, tc_f64;
gemm_fn tc_f16_f32, tc_to_f16, tc_to_bf16, tc_to_s8, tc_3xtf32;

extern const struct tc_sizes tc_mma_from_global_sizes, tc_shared_fragments_sizes;
extern const struct tc_sizes tc_ldmatrix_sizes, tc_padded_sizes, tc_swizzled_sizes;
extern const struct tc_sizes tc_warp_tile_sizes, tc_types_16_sizes, tc_types_tf32_sizes;
extern const struct tc_sizes tc_types_s8_sizes, tc_types_f64_sizes;

// What the emulated GPU will count (predict.c).
struct counts tc_predict_mma_from_global(const struct gemm_problem *p);
struct counts tc_predict_shared_fragments(const struct gemm_problem *p);
struct counts tc_predict_ldmatrix(const struct gemm_problem *p);
struct counts tc_predict_padded(const struct gemm_problem *p);
struct counts tc_predict_swizzled(const struct gemm_problem *p);
struct counts tc_predict_warp_tile(const struct gemm_problem *p);
// And predict_types.c.
struct counts tc_predict_bf16(const struct gemm_problem *p);
struct counts tc_predict_tf32(const struct gemm_problem *p);
struct counts tc_predict_f16(const struct gemm_problem *p);
struct counts tc_predict_s8(const struct gemm_problem *p);
struct counts tc_predict_f64(const struct gemm_problem *p);
struct counts tc_predict_f16_f32(const struct gemm_problem *p);
struct counts tc_predict_to_16(const struct gemm_problem *p); // C in f16 or bf16, sums in f32
struct counts tc_predict_to_s8(const struct gemm_problem *p);
struct counts tc_predict_3xtf32(const struct gemm_problem *p);

// Of the device: 80 is 8.0.
int tc_capability(void);

// Does it have mma.m16n8k16 (compute capability 8.0)? If not, m16n8k8 does the work in two halves.
bool tc_has_k16(void);

extern const struct chapter chapter_07_tensor_core;

#ifdef __cplusplus
}
#endif
#endif
