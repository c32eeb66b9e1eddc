// SPDX-License-Identifier: MIT
//
// tile_gather.h: a tile of C waits for its rows of A, and the tiles whose rows are there come
// first. Warps that have nothing else to do can fetch the rows. Part of tuned_tile.h's kernel.
#include <limits.h>

#include "../../common/device/copy_128.h"
#include "../../common/device/ptx/bulk.h"
#include "../../common/device/ptx/flag.h"

// The kernel's parameter begins with chapter 09's.
static __device__ __forceinline__ const struct tiles_params *many(const struct hopper_params *p)
{
    return (const struct tiles_params *)p;
}

// The number of a rank's rows. The last ranks have fewer than `each`, or none: not above 0.
static __device__ __forceinline__ int many_rows_of(const struct tiles_params *all, int rank)
{
    return smaller(all->each, all->g.m - rank * all->each);
}

// The tiles of all ranks' rows take turns: one of each peer, and then one of this rank's own, but
// that one was the turn of the peers `lag` turns before. Each rank has `own` tiles.
static __device__ __forceinline__ struct tile_place place_in_turn(const struct tiles_params *all,
                                                                  int tile)
{
    const struct hopper_params *const p = &all->g;
    const int rows = p->tiles_m / all->count, own = rows * p->tiles_n, peers = all->count - 1;
    const int before = all->lag * peers, after = own * all->count - all->lag; // own tiles wait; end
    int turn, q;
    if (tile < before) {
        turn = tile / peers, q = 1 + tile % peers;
    } else if (tile < after) {
        turn = (tile - before) / all->count, q = 1 + (tile - before) % all->count;
        turn += q < all->count ? all->lag : 0;
    } else {
        turn = tile - own * peers, q = all->count;
    }
    struct tile_place c = raster_tile(turn, p->panel, rows, p->tiles_n);
    c.row += (all->number + q) % all->count * rows;
    return c;
}

// Otherwise the rows of clusters are taken from `first_row` on, and then from the top.
static __device__ __forceinline__ struct tile_place place_of_cluster(const struct hopper_params *p,
                                                                     int tile)
{
    if (SCATTERS && many(p)->lag > 0)
        return place_in_turn(many(p), tile);
    struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
    c.row += many(p)->first_row;
    if (c.row >= p->tiles_m)
        c.row -= p->tiles_m;
    return c;
}

// The loading warpgroup has four warps, and one thread of the first loads tiles: the others can
// fetch rows.
enum { FETCHERS = WARPS_EACH - 1 };

static __device__ __forceinline__ uint32_t arrived_value(const struct tiles_params *all)
{
    return all->fetches ? all->fetched * (uint32_t)(FETCHERS * gridDim.x) : all->turn;
}

// Where a tile's rows of A are: a map, and the row in it.
struct rows_of_a {
    const CUtensorMap *map;
    int row;
};

static __device__ __forceinline__ bool is_own(const struct tiles_params *all, int row)
{
    const int own = all->number * all->each;
    return row >= own && smaller(row + BM, all->g.m) <= own + all->each;
}

// Waits for BM rows from `row` on. Only the thread that loads calls it.
static __device__ __forceinline__ struct rows_of_a find_rows_of_a(const struct hopper_params *p,
                                                                  int row)
{
    const struct tiles_params *const all = many(p);
    if (!GATHERS)
        return (struct rows_of_a){&p->a, row};
    const int end = smaller(row + BM, p->m);
    if (is_own(all, row))
        return (struct rows_of_a){&all->own_a, row - all->number * all->each};
    for (int at = row; at < end;) {
        const int rank = at / all->each, chunk = at % all->each / all->chunk;
        if (all->fetches || rank != all->number) // a stream has copied this rank's rows before
            flag_wait(&all->arrived[rank * all->chunks + chunk], arrived_value(all));
        at = rank * all->each + smaller((chunk + 1) * all->chunk, all->each);
    }
    fence_proxy_async_global(); // TMA reads what the flags announced
    return (struct rows_of_a){&p->a, row};
}

// ---- Warps that fetch ---------------------------------------------------------------------------

// All of these warps together copy A from the peers' memory to this GPU's, from a rank's first row
// to its last, so that the rows arrive in the order in which tiles need them. A warp copies every
// `step`th group of 32 x 16 bytes. It stores the oldest of its loads in flight and then begins a
// new one.
enum { AT_ONCE = 4, GROUP = 32 }; // loads of a thread in flight; units of 16 bytes in a group

struct share {
    const uint16_t *from;
    uint16_t *to;
    int units, step; // of the rank's rows; between groups of a warp
};

static __device__ __forceinline__ void load_unit(uint4 *x, const struct share *s, int unit)
{
    if (unit < s->units)
        copy_128(x, s->from + (size_t)unit * 8);
}

// Adds to the flags of the pieces, from `first` on, that end at `unit` or before.
static __device__ __forceinline__ int tell_pieces(const struct tiles_params *all, int rank,
                                                  int first, int unit)
{
    const int piece = all->chunk * (all->lda / 8);
    if (first == all->chunks || unit < (first + 1) * piece)
        return first;
    fence_proxy_async_global(); // TMA reads what these stores wrote
    __syncwarp();               // and all of them come before the flag
    do {
        if (threadIdx.x % 32 == 0)
            flag_add(&all->arrived[rank * all->chunks + first], 1);
        first++;
    } while (first < all->chunks && unit >= (first + 1) * piece);
    return first;
}

static __device__ __forceinline__ void fetch_rank(const struct tiles_params *all, int rank,
                                                  int warp)
{
    const int rows = many_rows_of(all, rank), lane = (int)threadIdx.x % 32;
    const struct share s = {
        .from = all->peers[rank].A,
        .to = all->gathered + row_major(rank * all->each, 0, all->lda),
        .units = rows > 0 ? rows * (all->lda / 8) : 0,
        .step = FETCHERS * (int)gridDim.x * GROUP,
    };
    uint4 some[AT_ONCE];
    int first = warp * GROUP, told = 0; // of the group; pieces
    asm volatile("" : "+r"(first));     // for each rank anew: there are few registers
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
        load_unit(&some[i], &s, first + i * s.step + lane);
#pragma unroll 1
    while (first < s.units) {
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) {
            told = tell_pieces(all, rank, told, first);
            if (first + lane < s.units)
                copy_128(s.to + (size_t)(first + lane) * 8, &some[i]);
            load_unit(&some[i], &s, first + AT_ONCE * s.step + lane);
            first += s.step;
        }
    }
    tell_pieces(all, rank, told, INT_MAX);
}

static __device__ __forceinline__ void fetch_rows(const struct hopper_params *p)
{
    const struct tiles_params *const all = many(p);
    const int warp = (int)blockIdx.x * FETCHERS + (int)threadIdx.x / 32 - 1;
    if (!all->fetches || threadIdx.x < 32)
        return;
#pragma unroll 1
    for (int i = all->straddles ? 0 : 1; i < all->count; i++) {
        const int rank = (all->number + i) % all->count;
        if (threadIdx.x % 32 == 0 && rank != all->number)
            flag_wait(&all->mine.ready[rank], all->turn);
        __syncwarp();
        fetch_rank(all, rank, warp);
    }
}

// ---- Around the product -------------------------------------------------------------------------

// The peer that a thread of the first block speaks to, or -1.
static __device__ __forceinline__ int my_peer(const struct tiles_params *all)
{
    const int q = (int)threadIdx.x;
    return !ON_GRID && blockIdx.x == 0 && q < all->count && q != all->number ? q : -1;
}

// This rank's rows of A are there, and its inbox is free: the kernel has begun after all that wrote
// or read them.
static __device__ __forceinline__ void signal_peers(const struct hopper_params *p)
{
    const struct tiles_params *const all = many(p);
    const int q = my_peer(all);
    if (q >= 0)
        flag_release(&all->peers[q].ready[all->number], all->turn);
}

// The kernel ends when all rows have come and no peer reads this rank's any more.
static __device__ __forceinline__ void wait_for_peers(const struct hopper_params *p)
{
    const struct tiles_params *const all = many(p);
    const int q = my_peer(all);
    if (q < 0 || !GATHERS)
        return;
    for (int c = 0; c * all->chunk < many_rows_of(all, q); c++)
        flag_wait(&all->arrived[q * all->chunks + c], arrived_value(all));
    flag_release(&all->peers[q].done[all->number], all->turn);
    flag_wait(&all->mine.done[q], all->turn);
}

// ---- Stores -------------------------------------------------------------------------------------

// The owners' last operations have read their inboxes.
static __device__ __forceinline__ void wait_for_inboxes(const struct hopper_params *p, int first,
                                                        int last, unsigned *seen)
{
    const struct tiles_params *const all = many(p);
    for (int q = first; q <= last; q++)
        if (q != all->number && (*seen >> q & 1) == 0) {
            flag_wait(&all->mine.ready[q], all->turn);
            *seen |= 1u << q;
        }
}

// Stores a slice of a tile to C, or to the inbox of the rank that keeps its rows; this rank's own
// rows come later (tile_scatter.h).
static __device__ __forceinline__ void send_slice(const struct hopper_params *p,
                                                  struct slices *slices, int barrier,
                                                  const uint32_t *packed, int before, int row,
                                                  int col)
{
    const struct tiles_params *const all = many(p);
    unsigned char *const slice = next_slice_16(slices, barrier, packed, before);
    if (threadIdx.x % HOPPER_WARPGROUP != 0)
        return;
    const int q = row / all->each;
    if (!SCATTERS)
        tma_store_2d(&p->c, slice, col, row);
    else if (q != all->number && row < p->m)
        tma_store_2d(&all->to[q], slice, col, row - q * all->each);
    bulk_commit_group();
}

#define STORE_SLICE_16 send_slice
#define C_BY_TMA(p) true // other products are not for these kernels
#define READS_C(p) false // add_parts() does
#define CAN_BEGIN(p, w) \
    ((w)->tile < (p)->tiles_m * (p)->tiles_n && !ON_GRID && \
     (!GATHERS || is_own(many(p), tile_of(p, w).row * BM)))
#define OTHER_WARPS(p) \
    if (GATHERS) \
    fetch_rows(p)
