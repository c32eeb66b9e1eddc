// SPDX-License-Identifier: MIT
//
// simt.h: the sizes of 5_simt, for its kernels and its formulas. SIMT: products by the ordinary
// arithmetic of threads, without tensor cores.
//
// All types have one form, because they are measured in two units. A *word* is what an instruction
// multiplies: an element, or four bytes of s8 that are neighbours along K. A *vector* is 16 bytes.
//
//                f32      f64      f16      s8
//     word        4        8        2        4     bytes
//     vector      4        2        8        4     words
//     warps      2x4      2x4      2x4      2x4    of a block
//     BM x BN  128x128  128x128  256x256  128x128  elements of C, a block
//     TM x TN    8x8      8x8     16x16     8x8    a thread
//     BK          8        8        8       8      words of K in a tile
//
// HFMA2 needs an element of A in both halves of a register, so shared memory stores it twice.
#ifndef SHAPES_SIMT_H
#define SHAPES_SIMT_H

#include "../../common/device/gemm/vectors.h"
#include "../../common/device/zigzag.h"
#include "../../common/step/step.h"

// The 32 lanes of a warp, numbered in 05_outer_product's zigzag.
enum { SIMT_LANES_DOWN = 8, SIMT_LANES_ACROSS = 4 };

struct simt_sizes {
    int bm, bn, bk;          // bk in words
    int word, element, dots; // bytes; an instruction multiplies `dots` elements of K
    int warps_down, warps_across;
    bool twice; // A's words are stored twice in shared memory
};

#ifdef __cplusplus
extern "C" {
#endif

gemm_fn simt_f32, simt_f64, simt_f16, simt_s8;
extern const struct simt_sizes simt_f32_sizes, simt_f64_sizes, simt_f16_sizes, simt_s8_sizes;

struct owner simt_owner_f32(const struct gemm_problem *p, int row, int col);
struct owner simt_owner_f64(const struct gemm_problem *p, int row, int col);
struct owner simt_owner_f16(const struct gemm_problem *p, int row, int col);
struct owner simt_owner_s8(const struct gemm_problem *p, int row, int col);

// What the emulated GPU will count (predict/predict_simt.c).
struct counts simt_predict_f32(const struct gemm_problem *p);
struct counts simt_predict_f64(const struct gemm_problem *p);
struct counts simt_predict_f16(const struct gemm_problem *p);
struct counts simt_predict_s8(const struct gemm_problem *p);

#ifdef __cplusplus
}
#endif
#endif
