// SPDX-License-Identifier: MIT
//
// micro_kernel.h: the innermost part of steps 6 to 12: one small tile of C, kept in registers. For
// step 11 on also: a rank-8 or -16 update of a few whole rows of C, and eight rows times a vector.
//
// The source is micro_kernel_body.h and fused_body.h, written in vector types (a GCC and Clang
// extension of C) and compiled once for each width of vectors that this processor family knows.
// Which one runs is chosen when the program runs, so one program serves every x86-64.
//
// The tile is the "register tile" of chapter 05 and the "micro-kernel" of BLIS (Van Zee and
// van de Geijn, 2015), which calls its size MR x NR.
#ifndef CPU_MICRO_KERNEL_H
#define CPU_MICRO_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

// c[i][j] = alpha * sum over p of a[i][p] * b[p][j] + beta * c[i][j]      0 <= i < rows <= MR
//                                                                         0 <= j < cols <= NR
//
//     a          rows x k,   row i starts at a + i * lda
//     b          k x NR,     row p starts at b + p * b_step; all NR elements of a row are read,
//                            also when cols < NR
//     c          rows x cols, row i starts at c + i * ldc; not read when beta == 0
//     fetch_c    tell the processor to bring the tile of C closer, well before it is needed
typedef void micro_kernel_fn_f32(int rows, int cols, int k, float alpha, const float *a,
                                 ptrdiff_t lda, const float *b, ptrdiff_t b_step, float beta,
                                 float *c, ptrdiff_t ldc, bool fetch_c);
typedef void micro_kernel_fn_f64(int rows, int cols, int k, double alpha, const double *a,
                                 ptrdiff_t lda, const double *b, ptrdiff_t b_step, double beta,
                                 double *c, ptrdiff_t ldc, bool fetch_c);

// The same for a full tile, MR x NR, which also writes the strip of B in the order in which it
// reads it, row p to packed + p * NR: whoever needs the strip again finds it there.
typedef void run_and_pack_fn_f32(int k, float alpha, const float *a, ptrdiff_t lda, const float *b,
                                 ptrdiff_t b_step, float beta, float *c, ptrdiff_t ldc,
                                 float *packed);
typedef void run_and_pack_fn_f64(int k, double alpha, const double *a, ptrdiff_t lda,
                                 const double *b, ptrdiff_t b_step, double beta, double *c,
                                 ptrdiff_t ldc, double *packed);

// c += a * b for whole rows of C, of which there are few: a rank-`depth` update.
//
//     a          rows x depth, 1 <= rows <= MR: a[i][p] stands at a[p * MR + i]
//     b          depth x n,  row p starts at b + p * ldb; at its fastest with the depth below
//     c          rows x n,   row i starts at c + i * ldc; n is a multiple of NR
typedef void update_fn_f32(int rows, int n, int depth, const float *a, const float *b,
                           ptrdiff_t ldb, float *c, ptrdiff_t ldc);
typedef void update_fn_f64(int rows, int n, int depth, const double *a, const double *b,
                           ptrdiff_t ldb, double *c, ptrdiff_t ldc);

// A few rows of a matrix times a vector: y[r] = sum over j of A[r][j] * x[j]. Row r starts at
// A + r * lda; x has n elements, y `rows`, 1 to FUSED_ROWS. At its fastest with FUSED_ROWS.
typedef void dotxf_fn_f32(int rows, int n, const float *A, ptrdiff_t lda, const float *x, float *y);
typedef void dotxf_fn_f64(int rows, int n, const double *A, ptrdiff_t lda, const double *x,
                          double *y);

enum { FUSED_ROWS = 8 }; // as many streams as memory needs to be busy

// Six rows by as many vectors as the registers hold: 6 x 4 sums, 4 vectors of B and one element of
// A fill 29 of the 32 registers of AVX-512 and NEON; 6 x 2, 2 and 1 fill 15 of the 16 of AVX2.
enum { MICRO_ROWS = 6 };

// The widest tile of all targets, in elements: room for one on the stack.
enum { MICRO_COLS_MAX_F32 = 64, MICRO_COLS_MAX_F64 = 32 };

struct micro_kernel_f32 {
    const char *target; // "avx512"
    int nr;             // columns of a tile; it has MICRO_ROWS rows
    int depth;          // of an update, at its fastest
    micro_kernel_fn_f32 *run;
    run_and_pack_fn_f32 *run_and_pack;
    update_fn_f32 *update;
    dotxf_fn_f32 *dotxf;
};
struct micro_kernel_f64 {
    const char *target;
    int nr, depth;
    micro_kernel_fn_f64 *run;
    run_and_pack_fn_f64 *run_and_pack;
    update_fn_f64 *update;
    dotxf_fn_f64 *dotxf;
};

// The one for this processor: the widest it has, or what micro_kernel_choose() asked for.
// The environment variable CPU_TARGET (avx512, avx2, neon or plain) has the same effect.
const struct micro_kernel_f32 *micro_kernel_f32(void);
const struct micro_kernel_f64 *micro_kernel_f64(void);

// Use this target from now on; NULL: the best again. False, and nothing changes, where this
// program or this processor does not have it. Not while another thread multiplies.
bool micro_kernel_choose(const char *target);

#endif
