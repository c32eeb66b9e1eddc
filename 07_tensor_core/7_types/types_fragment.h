// SPDX-License-Identifier: MIT
//
// types_fragment.h: from tiles in shared memory to the registers of mma.sync. The including file
// defines BITS, the width of an element of A and B. For kernels; the layouts also for host code.
//
// k-major tiles (As; Bs if B is stored n x k) have rows of 128 bytes, of which an instruction takes
// 32: 16 f16 or bf16, 8 tf32, 32 s8. A lane needs 4 neighbouring bytes of a row, for all of these
// types, so one ldmatrix serves them. Not f64: half of a double is useless.
//
// Tiles along the lines (As if A is stored k x m; Bs if B is row-major) have the k of a fragment in
// different rows. There .trans transposes elements of 16 bits, which suits f16 and bf16. An element
// of 16 bits may also be two s8, of neighbouring lines. From two registers with four k, the bytes
// of one line make one register, those of the other line another. Then a lane has two neighbouring
// lines, which go to two instructions, or to the upper and lower half of one. This determines which
// line of C an instruction's row or column is (c_line). Lanes load tf32 and f64 themselves, element
// by element.
//
// As in 6_warp_tile, a lane has one offset (..._of_lane) for the whole kernel, and moves from it:
// by xor in the bits that the swizzle changes, by a constant above them.
#ifndef TENSOR_CORE_TYPES_FRAGMENT_H
#define TENSOR_CORE_TYPES_FRAGMENT_H

#include <stdint.h>

#include "../../common/device/cuda_check.h"
#include "../parts/fragment.h"

enum { WARPS_DOWN = 2, WARPS_ACROSS = 4, THREADS = WARPS_DOWN * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers

enum { BM = BITS == 64 ? 64 : 128 }; // rows of C
enum { BN = 128 };                   // columns of C that a block computes
enum { ROW = 128 };                  // bytes in a row of a k-major tile
enum { BK = ROW * 8 / BITS };

// ---- Layouts, in elements ------------------------------------------------------------------------
//
// 16-byte vectors stay whole, and what is read at once comes from different banks:
//                                      row, bytes   read at once
//     k-major                             128       8 rows, 16 bytes of each
//     k-major, f64                        128       4 rows, 32 bytes of each, by half a warp
//     n-major, 16 bits                    256       8 rows, 16 bytes of each
//     n-major, 32 bits                    512       4 rows, 32 bytes of each
//     n-major, 8 bits                     128       8 rows, 2 apart, 16 bytes of each
//     n-major, f64                       1024       4 rows, 32 bytes of each, by half a warp

#if BITS == 8
LAYOUT_INLINE struct tile_layout k_major(unsigned rows) // Sw<3,4,3> o 0 o (rows,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 128}, .stride = {128, 1}},
                                .swizzle = {3, 4, 3}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // Sw<3,4,4> o 0 o (128,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {128, 128}, .stride = {128, 1}},
                                .swizzle = {3, 4, 4}};
}

#elif BITS == 16
LAYOUT_INLINE struct tile_layout k_major(unsigned rows) // Sw<3,3,3> o 0 o (rows,64):(64,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 64}, .stride = {64, 1}},
                                .swizzle = {3, 3, 3}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // Sw<3,3,4> o 0 o (64,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {64, 128}, .stride = {128, 1}},
                                .swizzle = {3, 3, 4}};
}

#elif BITS == 32
LAYOUT_INLINE struct tile_layout k_major(unsigned rows) // Sw<3,2,3> o 0 o (rows,32):(32,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 32}, .stride = {32, 1}},
                                .swizzle = {3, 2, 3}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // Sw<2,3,4> o 0 o (32,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {32, 128}, .stride = {128, 1}},
                                .swizzle = {2, 3, 4}};
}

#elif BITS == 64
LAYOUT_INLINE struct tile_layout k_major(unsigned rows) // Sw<2,2,2> o 0 o (rows,16):(16,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {rows, 16}, .stride = {16, 1}},
                                .swizzle = {2, 2, 2}};
}

LAYOUT_INLINE struct tile_layout n_major(void) // Sw<2,2,5> o 0 o (16,128):(128,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {16, 128}, .stride = {128, 1}},
                                .swizzle = {2, 2, 5}};
}

LAYOUT_INLINE struct tile_layout m_major(void) // Sw<2,2,4> o 0 o (16,64):(64,1)
{
    return (struct tile_layout){.rows = {.rank = 2, .shape = {16, 64}, .stride = {64, 1}},
                                .swizzle = {2, 2, 4}};
}

#endif // BITS

// As, if A is stored k x m: as many columns as Bs has, except for f64.
#if BITS != 64
LAYOUT_INLINE struct tile_layout m_major(void) { return n_major(); }
#endif // BITS

// ---- Fragments -----------------------------------------------------------------------------------
//
//     element, operand        in memory, and in a fragment
//     SLICE                   how much of k an instruction takes
//     a_of_lane(row, lane, trans_a), b_of_lane(col, lane, trans_b)
//                             where a lane begins; the warp's part of C begins at (row, col)
//     load_a(a, first, count, As, of_lane, p, trans_a)
//                             fragments of A from `first` on, 16 rows each
//     load_b(b, count, Bs, of_lane, p, trans_b)   `count` pairs of fragments of B, 16 columns
//                             k from p on

// The row (column) of the warp's part of C for row (column) x of its instruction number `number`,
// of `size` rows (columns) each. pairs: s8 along its lines, where a lane has two neighbouring
// lines.
//     rows       the upper and the lower half of an instruction
//     columns    those of instructions 2j and 2j + 1, which share 16 columns
LAYOUT_INLINE int c_line(int number, int size, int x, bool pairs)
{
    const int first = number * size;
    return pairs ? first / 16 * 16 + x % 8 * 2 + first % 16 / 8 + x / 8 : first + x;
}

// ---- 16 bits ----

#if BITS == 16
typedef uint16_t element;
typedef uint32_t operand;
enum { SLICE = 16 };

static __device__ __forceinline__ int a_of_lane(int row, unsigned lane, bool trans_a)
{
    return trans_a ? a_offset(m_major(), 8, row, true, lane)
                   : a_offset(k_major(BM), 8, row, false, lane);
}

static __device__ __forceinline__ void load_a(uint32_t a[][4], int first, int count,
                                              const uint16_t *As, int of_lane, int p, bool trans_a)
{
#pragma unroll
    for (int i = first; i < first + count; i++)
        if (trans_a)
            ldmatrix_x4_trans(a[i], &As[(of_lane ^ i * MMA_M) + p * BM]);
        else
            ldmatrix_x4(a[i], &As[(of_lane ^ p) + i * MMA_M * 64]);
}

static __device__ __forceinline__ int b_of_lane(int col, unsigned lane, bool trans_b)
{
    return trans_b ? b_offset(k_major(BN), 8, col, true, lane)
                   : b_offset(n_major(), 8, col, false, lane);
}

static __device__ __forceinline__ void load_b(uint32_t b[][4], int count, const uint16_t *Bs,
                                              int of_lane, int p, bool trans_b)
{
#pragma unroll
    for (int j = 0; j < count; j++)
        if (trans_b)
            ldmatrix_x4(b[j], &Bs[(of_lane ^ p) + j * 2 * MMA_N * 64]);
        else
            ldmatrix_x4_trans(b[j], &Bs[(of_lane ^ j * 2 * MMA_N) + p * BN]);
}

// ---- 32 bits ----

#elif BITS == 32
typedef uint32_t element, operand;
enum { SLICE = 8 };

static __device__ __forceinline__ int a_of_lane(int row, unsigned lane, bool trans_a)
{
    return trans_a ? tile_offset(m_major(), lane % 4, row + lane / 4)
                   : a_offset(k_major(BM), 4, row, false, lane);
}

// m-major: registers go down first, 8 rows further; then k = lane % 4 + 4.
static __device__ __forceinline__ void load_a(uint32_t a[][4], int first, int count,
                                              const uint32_t *As, int of_lane, int p, bool trans_a)
{
#pragma unroll
    for (int i = first; i < first + count; i++) {
        if (!trans_a)
            ldmatrix_x4(a[i], &As[(of_lane ^ p) + i * MMA_M * 32]);
#pragma unroll
        for (int r = 0; r < 4 && trans_a; r++)
            a[i][r] = As[(of_lane ^ (i * MMA_M + r % 2 * 8)) + (p + r / 2 * 4) * BM];
    }
}

static __device__ __forceinline__ int b_of_lane(int col, unsigned lane, bool trans_b)
{
    return trans_b ? b_offset(k_major(BN), 4, col, true, lane)
                   : tile_offset(n_major(), lane % 4, col + lane / 4);
}

// n-major: a register is k = lane % 4, the next one k = lane % 4 + 4.
static __device__ __forceinline__ void load_b(uint32_t b[][4], int count, const uint32_t *Bs,
                                              int of_lane, int p, bool trans_b)
{
#pragma unroll
    for (int j = 0; j < count; j++) {
        if (trans_b)
            ldmatrix_x4(b[j], &Bs[(of_lane ^ p) + j * 2 * MMA_N * 32]);
#pragma unroll
        for (int r = 0; r < 4 && !trans_b; r++)
            b[j][r] = Bs[(of_lane ^ (j * 2 + r / 2) * MMA_N) + (p + r % 2 * 4) * BN];
    }
}

// ---- 8 bits ----

#elif BITS == 8
typedef uint8_t element;
typedef uint32_t operand;
enum { SLICE = 32 };

// The row of a k-by-lines tile whose address a lane passes to ldmatrix: of 32 k the even ones of
// the first 16, the odd ones, then both of the second 16.
static __device__ __forceinline__ int pairs_of_lane(int line, unsigned lane)
{
    return tile_offset(n_major(), lane / 16 * 16 + lane % 8 * 2 + lane / 8 % 2, line);
}

// 32 k of 16 lines. Of the registers that .trans loads, `even` has k = 4 (lane % 4) and 2 more of
// the lane's two lines, `odd` the k after each.
static __device__ __forceinline__ void load_pairs(uint32_t first_line[2], uint32_t second_line[2],
                                                  const uint8_t *tile, int offset)
{
    uint32_t r[4];
    ldmatrix_x4_trans(r, &tile[offset]);
#pragma unroll
    for (int later = 0; later < 2; later++) { // 16 k further
        const uint32_t even = r[2 * later], odd = r[2 * later + 1];
        first_line[later] = __byte_perm(even, odd, 0x6240);
        second_line[later] = __byte_perm(even, odd, 0x7351);
    }
}

static __device__ __forceinline__ int a_of_lane(int row, unsigned lane, bool trans_a)
{
    return trans_a ? pairs_of_lane(row, lane) : a_offset(k_major(BM), 16, row, false, lane);
}

static __device__ __forceinline__ void load_a(uint32_t a[][4], int first, int count,
                                              const uint8_t *As, int of_lane, int p, bool trans_a)
{
#pragma unroll
    for (int i = first; i < first + count; i++) {
        uint32_t upper[2], lower[2];
        if (trans_a) {
            load_pairs(upper, lower, As, (of_lane ^ i * MMA_M) + p * 128);
            a[i][0] = upper[0], a[i][1] = lower[0], a[i][2] = upper[1], a[i][3] = lower[1];
        } else {
            ldmatrix_x4(a[i], &As[(of_lane ^ p) + i * MMA_M * 128]);
        }
    }
}

static __device__ __forceinline__ int b_of_lane(int col, unsigned lane, bool trans_b)
{
    return trans_b ? b_offset(k_major(BN), 16, col, true, lane) : pairs_of_lane(col, lane);
}

static __device__ __forceinline__ void load_b(uint32_t b[][4], int count, const uint8_t *Bs,
                                              int of_lane, int p, bool trans_b)
{
#pragma unroll
    for (int j = 0; j < count; j++)
        if (trans_b)
            ldmatrix_x4(b[j], &Bs[(of_lane ^ p) + j * 2 * MMA_N * 128]);
        else
            load_pairs(b[j], b[j] + 2, Bs, (of_lane ^ j * 2 * MMA_N) + p * 128);
}

// ---- f64 ----

#elif BITS == 64
typedef double element, operand;
enum { SLICE = 8 };

static __device__ __forceinline__ int a_of_lane(int row, unsigned lane, bool trans_a)
{
    return trans_a ? tile_offset(m_major(), lane % 4, row + lane / 4)
                   : tile_offset(k_major(BM), row + lane / 4, lane % 4);
}

// Row lane / 4 and 8 further on, k = lane % 4; then the same for 4 more.
static __device__ __forceinline__ void load_a(double a[][4], int first, int count, const double *As,
                                              int of_lane, int p, bool trans_a)
{
#pragma unroll
    for (int i = first; i < first + count; i++)
#pragma unroll
        for (int r = 0; r < 4; r++) {
            const int more_row = i * MMA_M + r % 2 * 8, more_k = p + r / 2 * 4;
            a[i][r] = trans_a ? As[(of_lane ^ more_row) + more_k * BM]
                              : As[(of_lane ^ more_k) + more_row * 16];
        }
}

static __device__ __forceinline__ int b_of_lane(int col, unsigned lane, bool trans_b)
{
    return trans_b ? tile_offset(k_major(BN), col + lane / 4, lane % 4)
                   : tile_offset(n_major(), lane % 4, col + lane / 4);
}

static __device__ __forceinline__ void load_b(double b[][4], int count, const double *Bs,
                                              int of_lane, int p, bool trans_b)
{
#pragma unroll
    for (int j = 0; j < count; j++)
#pragma unroll
        for (int r = 0; r < 4; r++) {
            const int more_col = (j * 2 + r / 2) * MMA_N, more_k = p + r % 2 * 4;
            b[j][r] = trans_b ? Bs[(of_lane ^ more_k) + more_col * 16]
                              : Bs[(of_lane ^ more_col) + more_k * BN];
        }
}
#endif // BITS

#endif
