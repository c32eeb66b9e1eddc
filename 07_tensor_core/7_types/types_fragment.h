// SPDX-License-Identifier: MIT
//
// types_fragment.h: from tiles in shared memory to the registers of mma.sync, for each width of
// element. For kernels, but for the layouts.
//
// k-major tiles (As; Bs where B is stored n x k) have rows of 128 bytes, of which an instruction
// takes 32: 16 f16 or bf16, 8 tf32, 32 s8. A lane wants 4 neighbouring bytes of a row, whatever
// they are: one ldmatrix serves all these types. Not f64: half of a double is of no use.
//
// n-major tiles (Bs where B is row-major) have the k of a fragment in different rows. There .trans
// takes pairs of 16 bits apart, which suits f16 and bf16 alone. Lanes load the others themselves:
// tf32 and f64 element by element, s8 byte by byte, four to a register.
//
// As in 6_warp_tile a lane has one offset (..._of_lane) for the whole kernel, and goes on from
// there: by xor in the bits that the swizzle changes, by a constant above them.
#ifndef TENSOR_CORE_TYPES_FRAGMENT_H
#define TENSOR_CORE_TYPES_FRAGMENT_H

#include <stdint.h>

#include "../../common/device/cuda_check.h"
#include "../parts/fragment.h"

enum { WARPS_DOWN = 2, WARPS_ACROSS = 4, THREADS = WARPS_DOWN * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers

enum { TYPES_BM_8 = 128, TYPES_BM_16 = 128, TYPES_BM_32 = 128, TYPES_BM_64 = 64 }; // rows of C
enum { TYPES_BN = 128 };  // columns of C that a block computes
enum { TYPES_ROW = 128 }; // bytes in a row of a k-major tile

// ---- Layouts, in elements ------------------------------------------------------------------------
//
// 16-byte vectors stay whole, and what is wanted at once comes from different banks:
//                                      row, bytes   wanted at once
//     k-major                             128       8 rows, 16 bytes of each
//     k-major, f64                        128       4 rows, 32 bytes of each, by half a warp
//     n-major, 16 bits                    256       8 rows, 16 bytes of each
//     n-major, 32 bits                    512       4 rows, 32 bytes of each
//     n-major, 8 bits                     128       4 rows, 4 apart, 8 bytes of each
//     n-major, f64                       1024       4 rows, 32 bytes of each, by half a warp

LAYOUT_INLINE struct tile_layout k_major_8(unsigned rows) // Sw<3,4,3> o 0 o (rows,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 128}, .stride = {128, 1}},
                                .swizzle = {3, 4, 3}};
}

LAYOUT_INLINE struct tile_layout k_major_16(unsigned rows) // Sw<3,3,3> o 0 o (rows,64):(64,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 64}, .stride = {64, 1}},
                                .swizzle = {3, 3, 3}};
}

LAYOUT_INLINE struct tile_layout k_major_32(unsigned rows) // Sw<3,2,3> o 0 o (rows,32):(32,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 32}, .stride = {32, 1}},
                                .swizzle = {3, 2, 3}};
}

LAYOUT_INLINE struct tile_layout k_major_64(unsigned rows) // Sw<2,2,2> o 0 o (rows,16):(16,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 16}, .stride = {16, 1}},
                                .swizzle = {2, 2, 2}};
}

LAYOUT_INLINE struct tile_layout n_major_8(void) // Sw<2,4,5> o 0 o (128,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {128, 128}, .stride = {128, 1}},
                                .swizzle = {2, 4, 5}};
}

LAYOUT_INLINE struct tile_layout n_major_16(void) // Sw<3,3,4> o 0 o (64,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {64, 128}, .stride = {128, 1}},
                                .swizzle = {3, 3, 4}};
}

LAYOUT_INLINE struct tile_layout n_major_32(void) // Sw<2,3,4> o 0 o (32,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {32, 128}, .stride = {128, 1}},
                                .swizzle = {2, 3, 4}};
}

LAYOUT_INLINE struct tile_layout n_major_64(void) // Sw<2,2,5> o 0 o (16,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {16, 128}, .stride = {128, 1}},
                                .swizzle = {2, 2, 5}};
}

// ---- Fragments, by the bits of an element --------------------------------------------------------
//
//     element_BITS, operand_BITS   in memory, and in a fragment
//     slice_BITS                   how much of k an instruction takes
//     a_of_lane_BITS(row, lane), b_of_lane_BITS(col, lane, trans_b)
//                                  where a lane begins; the warp's part of C begins at (row, col)
//     load_a_BITS(a, As, of_lane, row, p), load_b_BITS(b, Bs, of_lane, col, p, trans_b)
//                                  one fragment of A, `row` rows further on, or two of B, `col` and
//                                  `col + 8` columns further; k from p on

typedef uint8_t element_8;
typedef uint16_t element_16;
typedef uint32_t element_32;
typedef double element_64;
typedef uint32_t operand_8, operand_16, operand_32;
typedef double operand_64;
enum { slice_8 = 32, slice_16 = 16, slice_32 = 8, slice_64 = 8 };

// ---- 16 bits ----

static __device__ __forceinline__ int a_of_lane_16(int row, unsigned lane)
{
    return a_offset(k_major_16(TYPES_BM_16), 8, row, lane);
}

static __device__ __forceinline__ void load_a_16(uint32_t a[4], const uint16_t *As, int of_lane,
                                                 int row, int p)
{
    ldmatrix_x4(a, &As[(of_lane ^ p) + row * 64]);
}

static __device__ __forceinline__ int b_of_lane_16(int col, unsigned lane, bool trans_b)
{
    return trans_b ? b_offset(k_major_16(TYPES_BN), 8, col, true, lane)
                   : b_offset(n_major_16(), 8, col, false, lane);
}

static __device__ __forceinline__ void load_b_16(uint32_t b[4], const uint16_t *Bs, int of_lane,
                                                 int col, int p, bool trans_b)
{
    if (trans_b)
        ldmatrix_x4(b, &Bs[(of_lane ^ p) + col * 64]);
    else
        ldmatrix_x4_trans(b, &Bs[(of_lane ^ col) + p * TYPES_BN]);
}

// ---- 32 bits ----

static __device__ __forceinline__ int a_of_lane_32(int row, unsigned lane)
{
    return a_offset(k_major_32(TYPES_BM_32), 4, row, lane);
}

static __device__ __forceinline__ void load_a_32(uint32_t a[4], const uint32_t *As, int of_lane,
                                                 int row, int p)
{
    ldmatrix_x4(a, &As[(of_lane ^ p) + row * 32]);
}

static __device__ __forceinline__ int b_of_lane_32(int col, unsigned lane, bool trans_b)
{
    return trans_b ? b_offset(k_major_32(TYPES_BN), 4, col, true, lane)
                   : tile_offset(n_major_32(), lane % 4, col + lane / 4);
}

// n-major: a register is k = lane % 4, the next one k = lane % 4 + 4.
static __device__ __forceinline__ void load_b_32(uint32_t b[4], const uint32_t *Bs, int of_lane,
                                                 int col, int p, bool trans_b)
{
    if (trans_b)
        ldmatrix_x4(b, &Bs[(of_lane ^ p) + col * 32]);
#pragma unroll
    for (int r = 0; r < 4 && !trans_b; r++)
        b[r] = Bs[(of_lane ^ (col + r / 2 * MMA_N)) + (p + r % 2 * 4) * TYPES_BN];
}

// ---- 8 bits ----

static __device__ __forceinline__ int a_of_lane_8(int row, unsigned lane)
{
    return a_offset(k_major_8(TYPES_BM_8), 16, row, lane);
}

static __device__ __forceinline__ void load_a_8(uint32_t a[4], const uint8_t *As, int of_lane,
                                                int row, int p)
{
    ldmatrix_x4(a, &As[(of_lane ^ p) + row * 128]);
}

static __device__ __forceinline__ int b_of_lane_8(int col, unsigned lane, bool trans_b)
{
    return trans_b ? b_offset(k_major_8(TYPES_BN), 16, col, true, lane)
                   : tile_offset(n_major_8(), lane % 4 * 4, col + lane / 4);
}

// n-major: a register is four k from 4 (lane % 4) on, the next one those 16 further on.
static __device__ __forceinline__ void load_b_8(uint32_t b[4], const uint8_t *Bs, int of_lane,
                                                int col, int p, bool trans_b)
{
    if (trans_b)
        ldmatrix_x4(b, &Bs[(of_lane ^ p) + col * 128]);
#pragma unroll
    for (int r = 0; r < 4 && !trans_b; r++) {
        const uint8_t *from = &Bs[(of_lane ^ (col + r / 2 * MMA_N)) + (p + r % 2 * 16) * TYPES_BN];
        b[r] = 0;
#pragma unroll
        for (int e = 0; e < 4; e++)
            b[r] |= (uint32_t)from[e * TYPES_BN] << 8 * e;
    }
}

// ---- f64 ----

static __device__ __forceinline__ int a_of_lane_64(int row, unsigned lane)
{
    return tile_offset(k_major_64(TYPES_BM_64), row + lane / 4, lane % 4);
}

// Row lane / 4 and 8 further on, k = lane % 4; then the same for 4 more.
static __device__ __forceinline__ void load_a_64(double a[4], const double *As, int of_lane,
                                                 int row, int p)
{
#pragma unroll
    for (int r = 0; r < 4; r++)
        a[r] = As[(of_lane ^ (p + r / 2 * 4)) + (row + r % 2 * 8) * 16];
}

static __device__ __forceinline__ int b_of_lane_64(int col, unsigned lane, bool trans_b)
{
    return trans_b ? tile_offset(k_major_64(TYPES_BN), col + lane / 4, lane % 4)
                   : tile_offset(n_major_64(), lane % 4, col + lane / 4);
}

static __device__ __forceinline__ void load_b_64(double b[4], const double *Bs, int of_lane,
                                                 int col, int p, bool trans_b)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        const int more_col = col + r / 2 * MMA_N, more_k = p + r % 2 * 4;
        b[r] = trans_b ? Bs[(of_lane ^ more_k) + more_col * 16]
                       : Bs[(of_lane ^ more_col) + more_k * TYPES_BN];
    }
}

#endif
