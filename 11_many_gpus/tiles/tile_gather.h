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

// The flag of a chunk of a rank's rows. Flags of warps are in the order in which the chunks arrive:
// for each slice of k one after another those of the ranks, beginning with the first that is
// fetched.
static __device__ __forceinline__ uint32_t *arrived_flag(const struct tiles_params *all, int rank,
                                                         int slice, int chunk)
{
    if (!all->fetches)
        return &all->arrived[rank];
    const int after = rank - all->number - (all->count - all->sources);
    const int source = after < 0 ? after + all->count : after;
    return &all->arrived[(slice * all->sources + source) * all->chunks + chunk];
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

// All of these warps together copy A from the peers' memory to this GPU's, in the order in which
// tiles need it: a part is a slice of k of one rank's rows. A warp copies every `step`th group of
// 32 x 16 bytes. It stores the oldest of its loads in flight and then begins a new one.
enum { AT_ONCE = 4, GROUP = 32 }; // loads of a thread in flight; units of 16 bytes in a group
#define NOWHERE UINT_MAX

struct fetch {
    int part, group, step; // of the next load: the group in the part; between groups of a warp
    const uint16_t *from;  // the part
    unsigned to;           // in `gathered`, in units
    int units;             // of the part
};

static __device__ __forceinline__ int units_of_row(const struct tiles_params *all)
{
    return all->slices == 1 ? all->lda / 8 : 8 << all->slice_log; // 8 in a row of a k-tile
}

static __device__ __forceinline__ int groups_of_chunk(const struct tiles_params *all)
{
    return all->chunk * units_of_row(all) / GROUP;
}

// Waits until the rank's rows may be read.
static __device__ __forceinline__ void begin_part(const struct tiles_params *all, struct fetch *f)
{
    const int source = f->part % all->sources, slice = f->part / all->sources;
    const int rank = (all->number + all->count - all->sources + source) % all->count;
    const int width = units_of_row(all);
    f->units = 0;
    if (slice >= all->slices)
        return;
    if (threadIdx.x % 32 == 0 && rank != all->number)
        flag_wait(&all->mine.ready[rank], all->turn);
    __syncwarp();
    f->from = all->peers[rank].A + (size_t)slice * (size_t)width * 8;
    f->to = (unsigned)(rank * all->each) * (unsigned)(all->lda / 8) + (unsigned)(slice * width);
    f->units = many_rows_of(all, rank) > 0 ? many_rows_of(all, rank) * width : 0;
}

// Begins the load of this lane's unit of the next group, which is for `to`.
static __device__ __forceinline__ void load_unit(const struct tiles_params *all, struct fetch *f,
                                                 uint4 *x, unsigned *to)
{
    const int each = all->chunks * groups_of_chunk(all);
    while (f->group >= each) {
        f->group -= each, f->part++;
        begin_part(all, f);
    }
    const int unit = f->group * GROUP + (int)threadIdx.x % 32;
    *to = NOWHERE;
    if (unit < f->units) {
        int at = unit;
        if (all->slices > 1)
            at += (unit >> (all->slice_log + 3)) * (all->lda / 8 - units_of_row(all));
        *to = f->to + (unsigned)at;
        copy_128(x, f->from + (size_t)at * 8);
    }
    f->group += f->step;
}

// Adds to the flags of the chunks, from `first` on, that end at this warp's next group or before.
static __device__ __forceinline__ int tell_chunks(const struct tiles_params *all, int first,
                                                  int next)
{
    const int each = groups_of_chunk(all), end = all->slices * all->sources * all->chunks;
    if (first == end || next < (first + 1) * each)
        return first;
    fence_proxy_async_global(); // TMA reads what these stores wrote
    __syncwarp();               // and all of them come before the flag
    do {
        if (threadIdx.x % 32 == 0)
            flag_add(&all->arrived[first], 1);
        first++;
    } while (first < end && next >= (first + 1) * each);
    return first;
}

static __device__ __forceinline__ void fetch_rows(const struct tiles_params *all, int warp)
{
    const int groups = all->slices * all->sources * all->chunks * groups_of_chunk(all);
    struct fetch f = {.part = 0, .group = warp, .step = FETCHERS * (int)gridDim.x};
    uint4 some[AT_ONCE];
    unsigned to[AT_ONCE];
    int told = 0; // chunks
    begin_part(all, &f);
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
        load_unit(all, &f, &some[i], &to[i]);
#pragma unroll 1
    for (int next = warp; next < groups;) {
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) {
            told = tell_chunks(all, told, next);
            if (to[i] != NOWHERE)
                copy_128(all->gathered + (size_t)to[i] * 8, &some[i]);
            load_unit(all, &f, &some[i], &to[i]);
            next += f.step;
        }
    }
    tell_chunks(all, told, INT_MAX);
}

// Tells the peers, after all of their rows have come, that they may change them. A warp does this
// that has nothing else to do, long before the kernel ends. Otherwise each rank would wait at the
// end until this flag has crossed the link.
static __device__ __forceinline__ void tell_peers(const struct tiles_params *all)
{
    const int q = (int)threadIdx.x % 32;
    if (q >= all->count || q == all->number)
        return;
    for (int c = 0; c * all->chunk < many_rows_of(all, q); c++) // the last slice comes last
        flag_wait(arrived_flag(all, q, all->slices - 1, c), arrived_value(all));
    flag_release(&all->peers[q].done[all->number], all->turn);
}

static __device__ __forceinline__ void fetch_and_tell(const struct hopper_params *p)
{
    const struct tiles_params *const all = many(p);
    if (threadIdx.x < 32)
        return;
    if (all->fetches)
        fetch_rows(all, (int)blockIdx.x * FETCHERS + (int)threadIdx.x / 32 - 1);
    if (blockIdx.x == 0 && threadIdx.x < 64)
        tell_peers(all);
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

// Where a slice is in the place that an inbox has for a rank: the slices of each 64 rows are side by
// side, tile by tile, and each is contiguous, as it is in shared memory. A link takes contiguous
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
    fetch_and_tell(p)
