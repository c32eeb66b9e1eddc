// SPDX-License-Identifier: MIT
//
// tuned_tile.h: the kernel of 10_epilogue for other tiles, clusters and types. Included by a file
// after
//
//     TILE_NAME        its tile: one of TUNED_TILES
//     C_16             true if C has the type of A and B, of 16 bits; default: false
//     K_MAJOR          if defined: both are K-major (launch.h)
//     PROMOTED         if defined: promoted sums (promoted.h)
//     SCALED           true if A and B have scales, by which PROMOTED sums are multiplied
//     HOPPER_S32       if defined: sums and C are s32
//     MANY_GPUS        if defined: several GPUs share the product, as in chapter 11. TILES_GATHER,
//                      TILES_GRID and TILES_SCATTER name the files with what is different then.
//
// The file then includes tile_launch.h for each type of A and B.
//
// A warpgroup has half of the tile's rows, 64 or 128; an instruction multiplies 64.
#ifndef C_16
#define C_16 false
#endif
#ifndef SCALED
#define SCALED false
#endif
#ifdef HOPPER_S32
#define HOPPER_SUM int
#endif
#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/ptx/cluster.h"
#include "../../common/device/ptx/warpgroup.h"
#include "../../common/step/scales.h"
#include "../parts/ring.h"
#include "../parts/shared.h"
#include "tuned.h"

// This tile's entry of the list. Blocks one below the other share tiles of B, blocks side by side
// share tiles of A: DOWN or ACROSS is 1.
#define TUNED_JOIN(what, name) TUNED_##what##_##name
#define TUNED_OF(what, name) TUNED_JOIN(what, name)
enum { BM = TUNED_OF(BM, TILE_NAME), BN = TUNED_OF(BN, TILE_NAME) };
enum { STAGES = TUNED_OF(STAGES, TILE_NAME), DOWN = TUNED_OF(DOWN, TILE_NAME) };
#define ACROSS TUNED_OF(ACROSS, TILE_NAME)
#define CLUSTER (DOWN * ACROSS)
#define OF_CLUSTER __cluster_dims__(CLUSTER, 1, 1)
enum { ALL_BLOCKS = (1 << CLUSTER) - 1 };
// Two warpgroups multiply: each half of a tile's rows, or the tiles alternately (TURNS).
enum { TURNS = TUNED_OF(TURNS, TILE_NAME), CONSUMERS = TUNED_CONSUMERS(BM) };
enum { READERS = TURNS ? 1 : (int)CONSUMERS, ROWS = BM / READERS, PARTS = ROWS / 64 };
enum { THREADS = (1 + CONSUMERS) * HOPPER_WARPGROUP, WARPS_EACH = HOPPER_WARPGROUP / 32 };
enum { LOADER_REGISTERS = 40, CONSUMER_REGISTERS = 232 };
enum { SUMS = PARTS * BN / 2 };                    // of a thread
enum { MANY_SUMS = CONSUMERS == 2 && SUMS >= 64 }; // otherwise there are enough registers

#ifndef SLICE_BUFFERS
#define SLICE_BUFFERS TUNED_BUFFERS(BM, BN, STAGES)
#endif
#include "../parts/store.h"
#include "../parts/store_16.h"
#include "../parts/store_tma.h"

// The type of C, for A and B of that type: a literal.
LAYOUT_INLINE enum hopper_type_c c_type(enum wgmma_type type)
{
    return C_16 ? hopper_c_16(type) : type == WGMMA_OF_S8 ? HOPPER_C_S32 : HOPPER_C_F32;
}

// Sums for C of 16 bits are packed, two in a register, and stored slice by slice while the next
// tile is multiplied, if there are registers for both. Warpgroups that take turns store during the
// other's products anyway.
enum { DEFERRED = C_16 && !TURNS && SUMS <= 128 };

struct stage {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
};
struct ring {
    struct stage stages[STAGES];
    struct slices slices[CONSUMERS];
    uint64_t full[STAGES], empty[STAGES], turn[TURNS ? 2 : 1];
#ifdef MANY_GPUS
    uint64_t part_full[CONSUMERS][SLICE_BUFFERS];
#endif
    __align__(128) float a_scales[SCALED ? STAGES : 1][SCALED ? BM : 1];
};

// The tiles of C that a block computes.
struct walk {
    int tile, step, rank;
};

// Where a k-tile of A or B is: a map, and the number of the k-tile in it.
struct k_place {
    const CUtensorMap *map;
    int k_tile;
};

#ifdef MANY_GPUS
#include TILES_GATHER

#include TILES_GRID
#else
// Most blocks begin in a whole first panel, where no division is needed: TUNED_PANEL is a literal.
static __device__ __forceinline__ struct tile_place place_of_cluster(const struct hopper_params *p,
                                                                     int tile)
{
    struct tile_place c = {tile % TUNED_PANEL, tile / TUNED_PANEL};
    if (tile >= TUNED_PANEL * p->tiles_n || p->tiles_m < TUNED_PANEL)
        c = raster_tile(tile, TUNED_PANEL, p->tiles_m, p->tiles_n);
    return c;
}

// Where a tile's rows of A are: a map, and the row in it.
struct rows_of_a {
    const CUtensorMap *map;
    int row;
};

static __device__ __forceinline__ struct rows_of_a find_rows_of_a(const struct hopper_params *p,
                                                                  int row)
{
    return (struct rows_of_a){&p->a, row};
}

static __device__ __forceinline__ struct k_place k_place_of_a(const struct hopper_params *p,
                                                              struct rows_of_a a, int k_tile)
{
    (void)p;
    return (struct k_place){a.map, k_tile};
}

static __device__ __forceinline__ struct k_place k_place_of_b(const struct hopper_params *p,
                                                              int k_tile)
{
    return (struct k_place){&p->b, k_tile};
}

#define WAIT_FOR_K(p, row, col, k_tile) // everything is there
#define STORE_SLICE_16 store_slice_16
#define C_BY_TMA(p) (p)->c_by_tma
#define READS_C(p) ((p)->beta != 0)
#define CAN_BEGIN(p, w) true // the block has a tile, whose operands are there
#define OTHER_WARPS(p)       // of the loading warpgroup: they have nothing to do
#endif

static __device__ __forceinline__ struct tile_place tile_of(const struct hopper_params *p,
                                                            const struct walk *w)
{
    struct tile_place c = place_of_cluster(p, w->tile);
    c.row = c.row * DOWN + (DOWN > 1 ? w->rank : 0);
    c.col = c.col * ACROSS + (ACROSS > 1 ? w->rank : 0);
    return c;
}

// Starts the copies of a k-tile of tile c: A and B to this block's stage, and the block's share of
// what the cluster's blocks have in common.
static __device__ __forceinline__ void load_stage(const struct hopper_params *p, struct ring *ring,
                                                  struct operand_tile a_tile,
                                                  struct operand_tile b_tile, int rank, int stage,
                                                  struct rows_of_a a, struct tile_place c,
                                                  int k_tile)
{
    const int a_rows = BM / ACROSS, a_first = ACROSS > 1 ? rank * a_rows : 0;
    const int b_rows = BN / DOWN, b_first = DOWN > 1 ? rank * b_rows : 0;
    struct stage *const s = &ring->stages[stage];
    uint64_t *const full = &ring->full[stage];
    mbarrier_arrive_expect_tx(full, sizeof *s + (SCALED ? sizeof ring->a_scales[0] : 0));
    if (SCALED) {            // first: after 48 KiB of tiles they would arrive last
        fence_proxy_async(); // threads have read these through the generic proxy
        tma_load_2d(ring->a_scales[stage], &p->a_scales, full, c.row * BM, k_tile);
    }
    const struct k_place in_a = k_place_of_a(p, a, k_tile), in_b = k_place_of_b(p, k_tile);
    load_rows(s->A, a_tile, a_first, a_rows, in_a.map, full, a.row, in_a.k_tile * tile_k(a_tile),
              ACROSS > 1 ? ALL_BLOCKS : 0);
    load_rows(s->B, b_tile, b_first, b_rows, in_b.map, full, c.col * BN,
              in_b.k_tile * tile_k(b_tile), DOWN > 1 ? ALL_BLOCKS : 0);
}

// Fills the ring for the first time, and returns for how many k-tiles of the first tile. This code
// is next to the kernel's entry, which is in the instruction cache. load() is far away, and its
// instructions come from memory. So the first copy starts 700 cycles after the entry, not 2500.
static __device__ __forceinline__ int load_first(const struct hopper_params *p, struct ring *ring,
                                                 struct operand_tile a_tile,
                                                 struct operand_tile b_tile, struct walk w)
{
    const struct tile_place c = tile_of(p, &w);
    const struct rows_of_a a = find_rows_of_a(p, c.row * BM);
    const int count = smaller(STAGES, p->k_tiles);
#pragma unroll 1
    for (int i = 0; i < count; i++)
        load_stage(p, ring, a_tile, b_tile, w.rank, i, a, c, i);
    return count;
}

// One thread of each block calls it. The copies of the first `begun` k-tiles of its first tile are
// already in flight.
static __device__ __forceinline__ void load(const struct hopper_params *p, struct ring *ring,
                                            struct operand_tile a_tile, struct operand_tile b_tile,
                                            struct walk w, int begun)
{
    struct ring_place at = {0, 1};
    ring_skip(&at, begun, STAGES);
    for (; w.tile < p->tiles_m * p->tiles_n; w.tile += w.step) {
        const struct tile_place c = tile_of(p, &w);
        const struct rows_of_a a = find_rows_of_a(p, c.row * BM);
        for (int k_tile = begun; k_tile < p->k_tiles; k_tile++) {
            WAIT_FOR_K(p, c.row * BM, c.col * BN, k_tile);
            mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
            load_stage(p, ring, a_tile, b_tile, w.rank, at.stage, a, c, k_tile);
            ring_next(&at, STAGES);
        }
        begun = 0;
    }
}

// Releases a stage, after this warp has waited for all its reads of it: lane r arrives in block r.
static __device__ __forceinline__ void release(uint64_t *empty)
{
    if (threadIdx.x % 32 < CLUSTER)
        mbarrier_arrive_cluster(empty, (int)threadIdx.x % 32);
}

#include "packed.h"

// C = alpha acc + beta C for a warpgroup's rows of a tile.
static __device__ __forceinline__ void store_tile(const struct hopper_params *p, struct ring *ring,
                                                  HOPPER_SUM acc[][BN / 2], int consumer, int row,
                                                  int col, enum hopper_type_c type_c)
{
    struct slices *const slices = &ring->slices[consumer];
    const int barrier = 1 + consumer;
    const bool by_tma = hopper_c_bytes(type_c) == 4 && BN % SLICE_COLS == 0;
    const bool by_rows = by_tma && type_c == HOPPER_C_F32;
#pragma unroll
    for (int i = 0; i < PARTS; i++)
        if (by_tma && p->c_by_tma)
            store_by_tma(p, slices, barrier, acc[i], BN, row + 64 * i, col);
        else if (by_rows)
            store_by_rows(p, slices, barrier, acc[i], BN, row + 64 * i, col);
        else
            store_sums_as(p, acc[i], BN, type_c, row + 64 * i, col);
}

#ifdef MANY_GPUS
#include TILES_SCATTER
#endif

#ifdef PROMOTED
#include "promoted.h"
#else
// A warpgroup computes its rows of each tile; or with TURNS, every other tile of the block.
static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int consumer,
                                                struct walk w)
{
    const uint64_t b = tile_descriptor(ring->stages[0].B, b_tile, 0);
    const int first = TURNS ? 0 : consumer * ROWS;
    struct ring_place at = {0, 0};
    struct slices *const slices = &ring->slices[consumer];
    struct packed packed;
    packed.waiting = false, packed.stored = 0;
#ifdef MANY_GPUS
    packed.untold = -1, packed.boxes = 0, packed.free = 0;
#endif
    int turn_parity = 1 - consumer; // of the phase that ends when its turn comes
    if (TURNS) {
        w.tile += consumer * w.step;
        w.step *= CONSUMERS;
        ring_skip(&at, consumer * p->k_tiles, STAGES);
    }
    for (; w.tile < p->tiles_m * p->tiles_n; w.tile += w.step) {
        HOPPER_SUM acc[PARTS][BN / 2];
        int before = 0; // the stage of the group in flight
        if (TURNS)
            mbarrier_wait_parity(&ring->turn[consumer], turn_parity);
        for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
            const uint64_t on = (uint64_t)at.stage * (sizeof(struct stage) / 16);
            mbarrier_wait_parity(&ring->full[at.stage], at.parity);
            wgmma_fence();
#pragma unroll
            for (int i = 0; i < PARTS; i++)
                multiply_at(acc[i], tile_descriptor(ring->stages[0].A, a_tile, first + 64 * i) + on,
                            a_tile, b + on, b_tile, k_tile > 0);
            wgmma_commit_group();
#ifdef MANY_GPUS
            send_packed(p, slices, 1 + consumer, &packed, k_tile);
#else
            if (DEFERRED && packed.waiting && k_tile < SLICES)
                store_packed(p, slices, 1 + consumer, &packed, k_tile, k_tile + 1);
#endif
            wgmma_wait_group(1); // all but the latest
            if (k_tile > 0)
                release(&ring->empty[before]);
            before = at.stage;
            ring_next(&at, STAGES);
        }
        if (TURNS) { // the other warpgroup's tile is next
            if (threadIdx.x % 32 == 0)
                mbarrier_arrive(&ring->turn[1 - consumer]);
            turn_parity ^= 1;
            ring_skip(&at, p->k_tiles, STAGES);
        }
#ifdef MANY_GPUS
        store_rest(p, slices, 1 + consumer, &packed, packed.sent);
#else
        store_rest(p, slices, 1 + consumer, &packed, p->k_tiles); // if k was short
#endif
        // The divisions run during the last products, not between two tiles.
        struct tile_place c = tile_of(p, &w);
        asm volatile("" : "+r"(c.row), "+r"(c.col));
        wgmma_wait_group(0);
        release(&ring->empty[before]);
        const int row = c.row * BM + first, col = c.col * BN;
#ifdef HOPPER_S32
        store_tile(p, ring, acc, consumer, row, col, c_type(b_tile.type));
#elif defined MANY_GPUS
        send_tile(p, ring, consumer, acc, &packed, c, row, col);
#else
        if (C_16)
            store_tile_16(p, slices, 1 + consumer, acc, &packed, row, col, c_type(b_tile.type));
        else
            store_tile(p, ring, acc, consumer, row, col, c_type(b_tile.type));
#endif
    }
    store_rest(p, slices, 1 + consumer, &packed, 0);
#ifdef MANY_GPUS
    tell_owners(p, &packed);
#endif
}
#endif

// How A and B are stored, and their type. All members are literals.
struct operands {
    bool trans_a, trans_b;
    enum wgmma_type type;
};

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, struct operands o)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    const struct operand_tile a_tile = {BM, !o.trans_a, o.type}, b_tile = {BN, o.trans_b, o.type};
    const int group = warpgroup_index();
    const struct walk walk = {(int)blockIdx.x / CLUSTER, (int)gridDim.x / CLUSTER,
                              cluster_ctarank()};
    if (threadIdx.x == 0) {
        tma_prefetch_map(&p->a);
        tma_prefetch_map(&p->b);
        for (int i = 0; TURNS && i < 2; i++)
            mbarrier_init(&ring->turn[i], WARPS_EACH);
#ifdef MANY_GPUS
        init_boxes(ring);
#endif
        ring_init(ring->full, ring->empty, STAGES, CLUSTER * READERS * WARPS_EACH);
    }
    barrier_cluster_sync_relaxed(); // ring_init() fenced the barriers for all blocks
    int begun = 0;
    if (threadIdx.x == 0 && CAN_BEGIN(p, &walk))
        begun = load_first(p, ring, a_tile, b_tile, walk);
    if (group == 0) {
        if (MANY_SUMS)
            setmaxnreg_dec(LOADER_REGISTERS);
        if (threadIdx.x == 0)
            load(p, ring, a_tile, b_tile, walk, begun);
        OTHER_WARPS(p);
    } else {
        if (MANY_SUMS)
            setmaxnreg_inc(CONSUMER_REGISTERS);
        multiply(p, ring, a_tile, b_tile, group - 1, walk);
    }
    bulk_wait_group_read(0);        // the slices have been read; C is written when the kernel ends
    barrier_cluster_sync_relaxed(); // the other block may still arrive here
}
