// SPDX-License-Identifier: MIT
//
// tile_gather.h: a tile of C waits for its rows of A, and the tiles whose rows are there come
// first. A thread of each block can fetch the rows. Part of tuned_tile.h's kernel.
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
    if (many(p)->lag > 0)
        return place_in_turn(many(p), tile);
    struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
    c.row += many(p)->first_row;
    if (c.row >= p->tiles_m)
        c.row -= p->tiles_m;
    return c;
}

static __device__ __forceinline__ uint32_t arrived_value(const struct tiles_params *all)
{
    return all->fetches ? all->fetched * gridDim.x : all->turn;
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
    if (!all->arrived)
        return (struct rows_of_a){&p->a, row};
    const int end = smaller(row + BM, p->m);
    if (is_own(all, row))
        return (struct rows_of_a){&all->own_a, row - all->number * all->each};
    for (int at = row; at < end;) {
        const int rank = at / all->each, chunk = at % all->each / all->chunk;
        flag_wait(&all->arrived[rank * all->chunks + chunk], arrived_value(all));
        at = rank * all->each + smaller((chunk + 1) * all->chunk, all->each);
    }
    fence_proxy_async_global(); // TMA reads what the flags announced
    return (struct rows_of_a){&p->a, row};
}

// ---- Threads that fetch -------------------------------------------------------------------------

// One thread of each block moves boxes of A from a peer through shared memory into this GPU's
// memory, by bulk copies of which several are in flight. All blocks together go from a rank's first
// byte to its last, so that the rows arrive in the order in which tiles need them.
enum { BOX = (int)sizeof(((struct slices *)0)->bytes[0]), BOXES = (SLICE_BUFFERS - 1) * CONSUMERS };
enum { BEHIND = BOXES / 2 }; // stores in flight

// A box of this block: of the rank `turn` after this one, from byte `at` of its rows on.
struct box {
    int turn, rank, at;
};

static __device__ __forceinline__ int bytes_of(const struct tiles_params *all, int rank)
{
    return many_rows_of(all, rank) * all->lda * 2; // none: not above 0
}

// Moves on to a box that exists. The last one: turn == count.
static __device__ __forceinline__ void find_box(const struct tiles_params *all, struct box *b)
{
    while (b->turn < all->count && b->at >= bytes_of(all, b->rank)) {
        b->turn++;
        b->rank = (all->number + b->turn) % all->count;
        b->at = (int)blockIdx.x * BOX;
    }
}

static __device__ __forceinline__ void next_box(const struct tiles_params *all, struct box *b)
{
    b->at += (int)gridDim.x * BOX;
    find_box(all, b);
}

static __device__ __forceinline__ int box_bytes(const struct tiles_params *all, const struct box *b)
{
    return smaller(BOX, bytes_of(all, b->rank) - b->at);
}

// Buffers of the slices, all but the first of each warpgroup.
static __device__ __forceinline__ unsigned char *box_buffer(struct ring *ring, int i)
{
    return ring->slices[i % CONSUMERS].bytes[1 + i / CONSUMERS];
}

static __device__ __forceinline__ void load_box(const struct tiles_params *all, struct ring *ring,
                                                int i, const struct box *b, unsigned *ready)
{
    if (b->turn > 0 && (*ready >> b->rank & 1) == 0)
        flag_wait(&all->mine.ready[b->rank], all->turn);
    *ready |= 1u << b->rank;
    mbarrier_arrive_expect_tx(&ring->box_full[i], box_bytes(all, b));
    bulk_load(box_buffer(ring, i), (const unsigned char *)all->peers[b->rank].A + b->at,
              box_bytes(all, b), &ring->box_full[i]);
}

static __device__ __forceinline__ void store_box(const struct tiles_params *all, struct ring *ring,
                                                 int i, const struct box *b)
{
    unsigned char *const to =
        (unsigned char *)(all->gathered + row_major(b->rank * all->each, 0, all->lda));
    bulk_store(to + b->at, box_buffer(ring, i), box_bytes(all, b));
}

// Adds to the flags of all pieces before `upto`, from `piece` of turn `turn` on.
struct told {
    int turn, piece;
};

static __device__ __forceinline__ void tell_pieces(const struct tiles_params *all, struct told *t,
                                                   const struct box *upto)
{
    const int bytes = all->chunk * all->lda * 2;
    while (t->turn < upto->turn ||
           (t->turn < all->count && t->piece < all->chunks && (t->piece + 1) * bytes <= upto->at)) {
        if (t->piece < all->chunks) {
            const int rank = (all->number + t->turn) % all->count;
            flag_add(&all->arrived[rank * all->chunks + t->piece++], 1);
        } else {
            t->turn++, t->piece = 0;
        }
    }
}

// Three places walk over the boxes: the load is ahead, and BEHIND boxes after a store has begun it
// is complete.
static __device__ __forceinline__ void fetch_rows(const struct hopper_params *p, struct ring *ring)
{
    const struct tiles_params *const all = many(p);
    if (!all->fetches || threadIdx.x != 32)
        return;
    struct box load = {.turn = all->straddles ? 0 : 1}, stored, done;
    struct told told = {load.turn, 0};
    unsigned ready = 0;
    load.rank = (all->number + load.turn) % all->count;
    load.at = (int)blockIdx.x * BOX;
    find_box(all, &load);
    stored = done = load;
    for (int i = 0; i < BOXES && load.turn < all->count; i++, next_box(all, &load))
        load_box(all, ring, i, &load, &ready);
#pragma unroll 1
    for (int i = 0; done.turn < all->count; i++) {
        if (stored.turn < all->count) {
            mbarrier_wait_parity(&ring->box_full[i % BOXES], i / BOXES % 2);
            store_box(all, ring, i % BOXES, &stored);
            next_box(all, &stored);
        }
        bulk_commit_group();
        if (i < BEHIND)
            continue;
        bulk_wait_group(BEHIND);
        next_box(all, &done);
        tell_pieces(all, &told, &done);
        if (load.turn < all->count) {
            load_box(all, ring, (i - BEHIND) % BOXES, &load, &ready);
            next_box(all, &load);
        }
    }
    tell_pieces(all, &told, &done);
}

// ---- Around the product -------------------------------------------------------------------------

// The peer that a thread of the first block speaks to, or -1.
static __device__ __forceinline__ int my_peer(const struct tiles_params *all)
{
    const int q = (int)threadIdx.x;
    const bool speaks = blockIdx.x == 0 && (all->arrived || all->scatter);
    return speaks && q < all->count && q != all->number ? q : -1;
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
    if (q < 0 || !all->arrived)
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

// The next buffer; if rows are fetched, always the first.
static __device__ __forceinline__ unsigned char *next_slice(const struct tiles_params *all,
                                                            struct slices *slices, int barrier,
                                                            const uint32_t *packed, int before)
{
    if (all->fetches && threadIdx.x % HOPPER_WARPGROUP == 0)
        bulk_wait_group_read(0);
    return next_slice_16(slices, barrier, packed, all->fetches ? 0 : before);
}

// Stores a slice of a tile to C, or to the inbox of the rank that keeps its rows; this rank's own
// rows come later (tile_scatter.h).
static __device__ __forceinline__ void send_slice(const struct hopper_params *p,
                                                  struct slices *slices, int barrier,
                                                  const uint32_t *packed, int before, int row,
                                                  int col)
{
    const struct tiles_params *const all = many(p);
    unsigned char *const slice = next_slice(all, slices, barrier, packed, before);
    if (threadIdx.x % HOPPER_WARPGROUP != 0)
        return;
    const int q = row / all->each;
    if (!all->scatter)
        tma_store_2d(&p->c, slice, col, row);
    else if (q != all->number && row < p->m)
        tma_store_2d(&all->to[q], slice, col, row - q * all->each);
    bulk_commit_group();
}

#define STORE_SLICE_16 send_slice
#define C_BY_TMA(p) true // other products are not for these kernels
#define READS_C(p) false // add_parts() does
#define CAN_BEGIN(p, w) \
    ((w)->tile < (p)->tiles_m * (p)->tiles_n && \
     (!many(p)->arrived || is_own(many(p), tile_of(p, w).row * BM)))
#define OTHER_WARPS(p, ring) fetch_rows(p, ring)
