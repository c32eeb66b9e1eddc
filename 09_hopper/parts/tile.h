// SPDX-License-Identifier: MIT
//
// tile.h: a tile of A or B in shared memory, as TMA writes it and wgmma reads it. For kernels.
//
//     K-major    rows of m (or n), each 64 of k: 128 bytes. One box.
//     MN-major   blocks of 64 of m (or n): rows of k, each 64 of m: 128 bytes. A box for each.
//
// In both, row r (a multiple of 8, or of 64) begins at 128 r bytes, and both are swizzled: line l
// of 128 bytes stores its 16-byte vector v at position v xor l % 8. The pattern repeats after 8
// lines, 1024 bytes, and is relative to multiples of 1024, so a tile begins at one.
#ifndef HOPPER_TILE_H
#define HOPPER_TILE_H

#include "../../common/device/gemm/warpgroup_tile.h"
#include "../../common/device/ptx/mbarrier.h"
#include "../../common/device/ptx/tma.h"
#include "../hopper.h"

enum { TILE_ALIGN = 1024 };

// All members are literals.
struct operand_tile {
    int rows;     // of m (or n); 128 bytes of k
    bool k_major; // else MN-major: the operand is stored transposed
    enum wgmma_type type;
};

// The number of elements of k in a tile.
LAYOUT_INLINE int tile_k(struct operand_tile t) { return HOPPER_ROW / wgmma_bytes(t.type); }

// The type of a thread's sums; a file with int sums defines it before.
#ifndef HOPPER_SUM
#define HOPPER_SUM float
#endif

// Starts the copies of rows `first` to `first + rows - 1` of a tile that begins at row `row` and at
// k. One thread calls it. The blocks of the cluster named by `blocks` receive them (multicast); 0:
// only this block.
static __device__ __forceinline__ void load_rows(unsigned char *tile, struct operand_tile t,
                                                 int first, int rows, const CUtensorMap *map,
                                                 uint64_t *full, int row, int k, unsigned blocks)
{
    const int box = t.k_major ? hopper_box_rows(rows) : (int)HOPPER_ATOM;
#pragma unroll
    for (int r = first; r < first + rows; r += box) {
        const int x = t.k_major ? k : row + r, y = t.k_major ? row + r : k;
        if (blocks == 0)
            tma_load_2d(tile + r * HOPPER_ROW, map, full, x, y);
        else
            tma_load_2d_multicast(tile + r * HOPPER_ROW, map, full, x, y, blocks);
    }
}

static __device__ __forceinline__ void load_tile(unsigned char *tile, struct operand_tile t,
                                                 const CUtensorMap *map, uint64_t *full, int row,
                                                 int k)
{
    load_rows(tile, t, 0, t.rows, map, full, row, k, 0);
}

// The descriptor of the tile from that row on, at k = 0. From 8 lines to the next 8 it is 1024
// bytes; MN-major, `leading` is from one block of 64 to the next: 64 lines of k.
static __device__ __forceinline__ uint64_t tile_descriptor(const unsigned char *tile,
                                                           struct operand_tile t, int row)
{
    const int leading = t.k_major ? 0 : HOPPER_BK * HOPPER_ROW;
    return wgmma_descriptor(tile + row * HOPPER_ROW, leading, 8 * HOPPER_ROW, WGMMA_SWIZZLE_128);
}

// The next 32 bytes along k: to the right, or 16 lines below. Descriptors count in units of 16
// bytes.
LAYOUT_INLINE uint64_t tile_next_k(struct operand_tile t)
{
    return (t.k_major ? 32 : 16 * HOPPER_ROW) / 16;
}

// d += a b (d = a b if not `add`) for 64 rows, all columns of B's tile and a row of k: four
// instructions, which the caller commits. a and b are descriptors of tiles a_tile and b_tile
// (literals). An instruction multiplies at most 256 columns: a wider tile takes two, of 192 and of
// the rest.
static __device__ __forceinline__ void multiply_at(HOPPER_SUM *d, uint64_t a,
                                                   struct operand_tile a_tile, uint64_t b,
                                                   struct operand_tile b_tile, bool add)
{
    const int cols = b_tile.rows > 256 ? 192 : b_tile.rows;
#pragma unroll
    for (int s = 0; s < HOPPER_ROW / WGMMA_K_BYTES; s++) {
        const uint64_t a_s = a + (unsigned)s * tile_next_k(a_tile);
        const uint64_t b_s = b + (unsigned)s * tile_next_k(b_tile);
#ifdef HOPPER_S32
        warpgroup_multiply_s8(d, cols, a_s, b_s, add || s > 0);
#else
        warpgroup_multiply(d, cols, a_s, b_s, add || s > 0, !a_tile.k_major, !b_tile.k_major,
                           b_tile.type);
        if (cols < b_tile.rows)
            warpgroup_multiply(d + cols / 2, b_tile.rows - cols, a_s,
                               b_s + (unsigned)cols * HOPPER_ROW / 16, add || s > 0,
                               !a_tile.k_major, !b_tile.k_major, b_tile.type);
#endif
    }
}

// The same for the rows of A's tile from `row` on, and all of B's.
static __device__ __forceinline__ void multiply_tile(HOPPER_SUM *d, const unsigned char *As,
                                                     struct operand_tile a_tile, int row,
                                                     const unsigned char *Bs,
                                                     struct operand_tile b_tile, bool add)
{
    multiply_at(d, tile_descriptor(As, a_tile, row), a_tile, tile_descriptor(Bs, b_tile, 0), b_tile,
                add);
}

#endif
