// SPDX-License-Identifier: MIT
//
// 13_packed: C in f16, stored while the next tile is multiplied.
//
// What changed after 10_epilogue: C has 16 bits, so two sums fit into a register. When the last
// product of a tile is complete, a warpgroup packs its 128 sums into 64 registers and starts the
// next tile. It stores one slice of the packed sums after issuing each of the next four groups of
// products: 64 columns, 128 bytes a row. stmatrix writes a slice, 8 x 8 elements at a time, in the
// order in which wgmma leaves them. A thread has registers for 128 sums and 64 packed ones, but not
// for 128 sums of the next tile and 128 unpacked ones, as float32 C would need.
//
// Expect: half the bytes of C, and tensor cores that do not wait for the epilogue of a tile.
#include "../common/device/gemm/raster.h"
#include "parts/ring.h"
#include "parts/shared.h"
#include "parts/store.h"
#include "parts/store_16.h"
#include "../common/device/ptx/cluster.h"

#define CLUSTER 2
enum { BM = 128, BN = 256, STAGES = 4, CONSUMERS = 2 };
enum { SHARE = BN / CLUSTER, ALL_BLOCKS = (1 << CLUSTER) - 1 }; // rows of B that each block fetches
enum { ROWS = BM / CONSUMERS, THREADS = (1 + CONSUMERS) * HOPPER_WARPGROUP };
enum { LOADER_REGISTERS = 40, CONSUMER_REGISTERS = 232 };
enum { SLICES = BN / SLICE_COLS_16 };

struct stage {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
};
struct ring {
    struct stage stages[STAGES];
    struct slices slices[CONSUMERS];
    uint64_t full[STAGES], empty[STAGES];
};
#include "parts/cluster_loop.h"

// The packed sums of the 64 x 256 elements of C that begin at (row, col).
struct packed {
    uint32_t sums[BN / 4];
    int row, col;
    bool waiting; // for their store
};

// Stores slices `begin` to `end` - 1 of them, if they are waiting.
static __device__ __forceinline__ void store_packed(const struct hopper_params *p,
                                                    struct slices *slices, int barrier,
                                                    const struct packed *packed, int begin, int end)
{
#pragma unroll
    for (int s = 0; s < SLICES; s++)
        if (packed->waiting && s >= begin && s < end)
            store_slice_16(p, slices, barrier, &packed->sums[s * SLICE_COLS_16 / 4], s, packed->row,
                           packed->col + s * SLICE_COLS_16);
}

// A warpgroup computes the rows of each tile from `first` on.
static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int first, int rank)
{
    const uint64_t a = tile_descriptor(ring->stages[0].A, a_tile, first);
    const uint64_t b = tile_descriptor(ring->stages[0].B, b_tile, 0);
    struct slices *const slices = &ring->slices[first / ROWS];
    const int barrier = 1 + first / ROWS;
    struct packed packed;
    packed.waiting = false;
    struct ring_place at = {0, 0};
    for (int tile = (int)blockIdx.x / CLUSTER; tile < p->tiles_m * p->tiles_n;
         tile += (int)gridDim.x / CLUSTER) {
        const struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
        float acc[BN / 2];
        int before = 0; // the stage of the group in flight
        for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
            const uint64_t on = (uint64_t)at.stage * (sizeof(struct stage) / 16);
            mbarrier_wait_parity(&ring->full[at.stage], at.parity);
            wgmma_fence();
            multiply_at(acc, a + on, a_tile, b + on, b_tile, k_tile > 0);
            wgmma_commit_group();
            store_packed(p, slices, barrier, &packed, k_tile, k_tile + 1);
            wgmma_wait_group(1); // all but the latest
            if (k_tile > 0)
                release(&ring->empty[before]);
            before = at.stage;
            ring_next(&at, STAGES);
        }
        store_packed(p, slices, barrier, &packed, p->k_tiles, SLICES); // if k was short
        wgmma_wait_group(0);
        release(&ring->empty[before]);
        packed.row = (c.row * CLUSTER + rank) * BM + first, packed.col = c.col * BN;
        packed.waiting = p->c_by_tma;
        if (p->c_by_tma)
            pack_16(packed.sums, acc, BN, p->alpha, HOPPER_C_F16);
        else
            store_sums_as(p, acc, BN, HOPPER_C_F16, packed.row, packed.col);
    }
    store_packed(p, slices, barrier, &packed, 0, SLICES);
}

#define STEP hopper_packed
#define TYPE_C HOPPER_C_F16
#define PERSISTENT
#define SHARED_BYTES sizeof(struct ring)
#include "parts/launch.h"
