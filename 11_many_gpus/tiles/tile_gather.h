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

static __device__ __forceinline__ struct rows_of_a find_rows_of_a(const struct hopper_params *p,
                                                                  int row)
{
    const struct tiles_params *const all = many(p);
    if (GATHERS && is_own(all, row))
        return (struct rows_of_a){&all->own_a, row - all->number * all->each};
    return (struct rows_of_a){&p->a, row};
}

static __device__ __forceinline__ uint32_t *arrived_flag(const struct tiles_params *all, int rank,
                                                         int slice, int chunk)
{
    return &all->arrived[(rank * all->slices + slice) * all->chunks + chunk];
}

// Waits for the slice of k that begins at this k-tile, if one does, of BM rows from `row` on. Only
// the thread that loads calls it.
static __device__ __forceinline__ void wait_for_rows_of_a(const struct tiles_params *all, int row,
                                                          int k_tile)
{
    const int end = smaller(row + BM, all->g.m), slice = k_tile >> all->slice_log;
    if (slice << all->slice_log != k_tile || is_own(all, row))
        return;
    for (int at = row; at < end;) {
        const int rank = at / all->each, chunk = at % all->each / all->chunk;
        if (all->fetches || rank != all->number) // a stream has copied this rank's rows before
            flag_wait(arrived_flag(all, rank, slice, chunk), arrived_value(all));
        at = rank * all->each + smaller((chunk + 1) * all->chunk, all->each);
    }
    fence_proxy_async_global(); // TMA reads what the flags announced
}

// ---- Warps that fetch ---------------------------------------------------------------------------

// All of these warps together copy A from the peers' memory to this GPU's, from the first row of a
// slice to its last, so that the rows arrive in the order in which tiles need them. A warp copies
// every `step`th group of 32 x 16 bytes. It stores the oldest of its loads in flight and then
// begins a new one.
enum { AT_ONCE = 4, GROUP = 32 }; // loads of a thread in flight; units of 16 bytes in a group

struct share {
    const uint16_t *from;
    uint16_t *to;
    int units, step;       // of the slice; between groups of a warp
    int width_log, beyond; // of a row's units in the slice; from a row's last one to the next row
};

// Where a unit is, in units from the slice's first one. sliced: a literal, false if the slice is
// all of k, so that rows are contiguous.
static __device__ __forceinline__ size_t unit_at(const struct share *s, int unit, bool sliced)
{
    return (size_t)(sliced ? unit + (unit >> s->width_log) * s->beyond : unit);
}

static __device__ __forceinline__ void load_unit(uint4 *x, const struct share *s, int unit,
                                                 bool sliced)
{
    if (unit < s->units)
        copy_128(x, s->from + unit_at(s, unit, sliced) * 8);
}

// Adds to the flags of a slice's chunks, from `first` on, that end at `unit` or before.
static __device__ __forceinline__ int publish_chunks(uint32_t *arrived, int chunks, int chunk,
                                                     int first, int unit)
{
    if (first == chunks || unit < (first + 1) * chunk)
        return first;
    fence_proxy_async_global(); // TMA reads what these stores wrote
    __syncwarp();               // and all of them come before the flag
    do {
        if (threadIdx.x % 32 == 0)
            flag_add(&arrived[first], 1);
        first++;
    } while (first < chunks && unit >= (first + 1) * chunk);
    return first;
}

static __device__ __forceinline__ void fetch_slice(const struct tiles_params *all, int rank,
                                                   int slice, int warp, bool sliced)
{
    const int rows = many_rows_of(all, rank), lane = (int)threadIdx.x % 32;
    const int row = all->lda / 8, width_log = all->slice_log + 3; // 8 units in a row of a k-tile
    const int width = sliced ? 1 << width_log : row;
    const size_t begin = (size_t)slice * (size_t)width * 8;
    const struct share s = {
        .from = all->peers[rank].A + begin,
        .to = all->gathered + row_major(rank * all->each, 0, all->lda) + begin,
        .units = rows > 0 ? rows * width : 0,
        .step = FETCHERS * (int)gridDim.x * GROUP,
        .width_log = width_log,
        .beyond = row - width,
    };
    uint32_t *const arrived = arrived_flag(all, rank, slice, 0);
    uint4 some[AT_ONCE];
    int first = warp * GROUP, published = 0; // of the group; chunks
    asm volatile("" : "+r"(first));          // for each slice anew: there are few registers
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
        load_unit(&some[i], &s, first + i * s.step + lane, sliced);
#pragma unroll 1
    while (first < s.units) {
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) {
            published = publish_chunks(arrived, all->chunks, all->chunk * width, published, first);
            if (first + lane < s.units)
                copy_128(s.to + unit_at(&s, first + lane, sliced) * 8, &some[i]);
            load_unit(&some[i], &s, first + AT_ONCE * s.step + lane, sliced);
            first += s.step;
        }
    }
    publish_chunks(arrived, all->chunks, all->chunk * width, published, INT_MAX);
}

// A slice of each rank, one after the other, and then the next slice.
static __device__ __forceinline__ void fetch_rows(const struct tiles_params *all, int warp)
{
#pragma unroll 1
    for (int slice = 0; slice < all->slices; slice++)
#pragma unroll 1
        for (int i = all->straddles ? 0 : 1; i < all->count; i++) {
            const int rank = (all->number + i) % all->count;
            if (threadIdx.x % 32 == 0 && rank != all->number)
                flag_wait(&all->mine.ready[rank], all->turn);
            __syncwarp();
            if (all->slices > 1)
                fetch_slice(all, rank, slice, warp, true);
            else
                fetch_slice(all, rank, slice, warp, false);
        }
}

// Signals the peers that their rows have been read and may change. An idle warp does this, long
// before the kernel ends. Otherwise each rank would wait at the end until the flag has crossed the
// link.
static __device__ __forceinline__ void release_peers(const struct tiles_params *all)
{
    const int q = (int)threadIdx.x % 32;
    if (q >= all->count || q == all->number)
        return;
    for (int c = 0; c * all->chunk < many_rows_of(all, q); c++) // the last slice comes last
        flag_wait(arrived_flag(all, q, all->slices - 1, c), arrived_value(all));
    flag_release(&all->peers[q].done[all->number], all->turn);
}

static __device__ __forceinline__ void fetch_and_release(const struct hopper_params *p)
{
    const struct tiles_params *const all = many(p);
    if (threadIdx.x < 32)
        return;
    if (all->fetches)
        fetch_rows(all, (int)blockIdx.x * FETCHERS + (int)threadIdx.x / 32 - 1);
    if (blockIdx.x == 0 && threadIdx.x < 64)
        release_peers(all);
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

// The kernel ends when no peer reads this rank's rows any more.
static __device__ __forceinline__ void wait_for_peers(const struct hopper_params *p)
{
    const struct tiles_params *const all = many(p);
    const int q = my_peer(all);
    if (q >= 0 && GATHERS)
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

enum { SLICE_BYTES = 64 * HOPPER_ROW };

// Where a slice is in the place that an inbox has for a rank: the slices of each 64 rows are side
// by side, tile by tile, and each is contiguous, as it is in shared memory. A link takes contiguous
// bytes faster than the rows of a matrix.
static __device__ __forceinline__ size_t slice_at(const struct hopper_params *p, int row, int col)
{
    const int slice = (col % BN + SLICE_COLS_16 - 1) / SLICE_COLS_16; // slice_first_16()
    const int across = p->tiles_n * ACROSS * slices_16(BN);
    return (size_t)(row / 64 * across + col / BN * slices_16(BN) + slice) * SLICE_BYTES;
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
    else if (q != all->number && row < p->m && col < p->n)
        bulk_store(all->to[q] + slice_at(p, row - q * all->each, col), slice, SLICE_BYTES);
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
    fetch_and_release(p)
