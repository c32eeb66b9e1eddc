// SPDX-License-Identifier: MIT
//
// tile_gather.h: a tile of C waits for its rows of A, and the tiles whose rows are there come
// first. A few blocks can fetch the rows. Part of tuned_tile.h's kernel.
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

// The rows of clusters are taken from `first_row` on, and then from the top.
static __device__ __forceinline__ struct tile_place place_of_cluster(const struct hopper_params *p,
                                                                     int tile)
{
    struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
    c.row += many(p)->first_row;
    if (c.row >= p->tiles_m)
        c.row -= p->tiles_m;
    return c;
}

// Where a tile's rows of A are: a map, and the row in it.
struct rows_of_a {
    const CUtensorMap *map;
    int row;
};

// Waits for BM rows from `row` on. Only the thread that loads calls it.
static __device__ __forceinline__ struct rows_of_a find_rows_of_a(const struct hopper_params *p,
                                                                  int row)
{
    const struct tiles_params *const all = many(p);
    if (!all->arrived)
        return (struct rows_of_a){&p->a, row};
    const int own = all->number * all->each, end = smaller(row + BM, p->m);
    if (row >= own && end <= own + all->each)
        return (struct rows_of_a){&all->own_a, row - own};
    for (int at = row; at < end;) {
        const int rank = at / all->each, chunk = at % all->each / all->chunk;
        flag_wait(&all->arrived[rank * all->chunks + chunk], all->turn);
        at = rank * all->each + smaller((chunk + 1) * all->chunk, all->each);
    }
    fence_proxy_async_global(); // TMA reads what the flags announced
    return (struct rows_of_a){&p->a, row};
}

// ---- Blocks that fetch --------------------------------------------------------------------------

// The last blocks of the grid compute nothing. One thread of each moves pieces of A from a peer
// through shared memory into this GPU's memory: loads and stores of the copy engine, many of them
// in flight.
enum { BOX = 16 << 10, BOXES = (int)sizeof(struct stage) * STAGES / BOX, BEHIND = 3 };

// A place in the pieces that a block fetches, one after another: pieces of `chunk` rows of one
// rank.
struct fetching {
    int piece;    // counted from this rank's own first one, or from its neighbour's
    int at, size; // bytes of the piece; size 0: there is nothing more
    int rank, first_row;
};

static __device__ __forceinline__ void find_piece(const struct tiles_params *all,
                                                  struct fetching *f)
{
    f->at = f->size = 0;
    for (; f->piece < all->count * all->chunks; f->piece += all->fetchers) {
        f->rank = (all->number + f->piece / all->chunks) % all->count;
        f->first_row = f->piece % all->chunks * all->chunk;
        const int rows = smaller(all->chunk, many_rows_of(all, f->rank) - f->first_row);
        if (rows > 0) {
            f->size = rows * all->lda * 2;
            return;
        }
    }
}

static __device__ __forceinline__ void next_box(const struct tiles_params *all, struct fetching *f)
{
    f->at += BOX;
    if (f->at >= f->size) {
        f->piece += all->fetchers;
        find_piece(all, f);
    }
}

static __device__ __forceinline__ int box_bytes(const struct fetching *f)
{
    return smaller(BOX, f->size - f->at);
}

static __device__ __forceinline__ void load_box(const struct tiles_params *all, unsigned char *box,
                                                uint64_t *full, const struct fetching *f)
{
    const int bytes = box_bytes(f);
    if (f->at == 0 && f->rank != all->number)
        flag_wait(&all->mine.ready[f->rank], all->turn);
    mbarrier_arrive_expect_tx(full, bytes);
    bulk_load(
        box,
        (const unsigned char *)(all->peers[f->rank].A + row_major(f->first_row, 0, all->lda)) +
            f->at,
        bytes, full);
}

static __device__ __forceinline__ void store_box(const struct tiles_params *all,
                                                 const unsigned char *box, const struct fetching *f)
{
    uint16_t *const to = all->gathered + row_major(f->rank * all->each + f->first_row, 0, all->lda);
    bulk_store((unsigned char *)to + f->at, box, box_bytes(f));
    bulk_commit_group();
}

// Three places walk over the boxes: the load is ahead, and BEHIND boxes after a store has begun it
// is complete.
static __device__ __forceinline__ void fetch_pieces(const struct hopper_params *p,
                                                    struct ring *ring, int fetcher)
{
    const struct tiles_params *const all = many(p);
    unsigned char *const boxes = (unsigned char *)ring->stages;
    uint64_t *const full = (uint64_t *)ring->slices;
    const int first = all->each % BM == 0 ? all->chunks : 0; // own rows only if tiles straddle
    struct fetching load = {.piece = first + fetcher}, stored, done;
    for (int i = 0; i < BOXES; i++)
        mbarrier_init(&full[i], 1);
    fence_mbarrier_init();
    find_piece(all, &load);
    stored = done = load;
    for (int i = 0; i < BOXES && load.size > 0; i++, next_box(all, &load))
        load_box(all, boxes + i * BOX, &full[i], &load);
#pragma unroll 1
    for (int i = 0; done.size > 0; i++) {
        const int slot = i % BOXES;
        if (stored.size > 0) {
            mbarrier_wait_parity(&full[slot], i / BOXES % 2);
            store_box(all, boxes + slot * BOX, &stored);
            next_box(all, &stored);
        } else {
            bulk_commit_group();
        }
        if (i < BEHIND)
            continue;
        bulk_wait_group(BEHIND);
        if (done.at + BOX >= done.size) {
            __threadfence();
            flag_release(&all->arrived[done.rank * all->chunks + done.first_row / all->chunk],
                         all->turn);
        }
        next_box(all, &done);
        const int old = (i - BEHIND) % BOXES;
        if (load.size > 0) {
            load_box(all, boxes + old * BOX, &full[old], &load);
            next_box(all, &load);
        }
    }
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
        flag_wait(&all->arrived[q * all->chunks + c], all->turn);
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
    if (!all->scatter)
        tma_store_2d(&p->c, slice, col, row);
    else if (q != all->number && row < p->m)
        tma_store_2d(&all->to[q], slice, col, row - q * all->each);
    bulk_commit_group();
}

#define STORE_SLICE_16 send_slice
#define C_BY_TMA(p) true // other products are not for these kernels
#define READS_C(p) false // add_parts() does
#define BLOCKS_THAT_MULTIPLY(p) ((int)gridDim.x - many(p)->fetchers)
