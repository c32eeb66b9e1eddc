// SPDX-License-Identifier: MIT
//
// What 5_simt costs, computed by formulas, and which thread owns an element of C. As in chapter 05:
// A is covered once by the tiles of a column of blocks, and tiles in shared memory are always
// whole.
//
// Passes through the banks. Reading a vector of a fragment: lanes need the same vector in pairs, so
// half a warp is served at a time, and its 8 x 16 (or 4 x 16) bytes are contiguous: 2 passes.
// Storing a vector along the lines: 4, the fewest. Along K each word goes to its own row. Rows are
// a vector longer than the tile; so words of 4 bytes go to 32 banks, and words of 8 do in each half
// of a warp. For f16, 32 lines are contiguous, in 16 banks or, stored twice, in 32. A vector that
// is stored twice takes two stores, each of every other 16 bytes: 8 passes for 4.
#include "../../common/device/zigzag.h"
#include "../../common/predict/cover.h"
#include "../5_simt/simt.h"

enum { WARP = 32 };

static int group(const struct simt_sizes *s) { return VECTOR_BYTES / s->word; }
static int group_of_a(const struct simt_sizes *s) { return group(s) / (s->twice ? 2 : 1); }

static void add_global(struct counts *sum, const struct traffic *t, long long times, int element)
{
    sum->global_load_requests += times * t->requests;
    sum->global_load_sectors += times * t->sectors;
    sum->global_load_bytes += times * t->elements * element;
    sum->active_lanes += times * t->lanes;
}

// One operand, in tiles of `tile` lines, `times` over; along_k: as it is stored.
static void add_operand(struct counts *sum, const struct simt_sizes *s, int lines, int k, int ld,
                        int tile, bool twice, bool along_k, bool aligned, long long times)
{
    const int words = group(s), width = words * s->dots;   // of a vector: words, elements
    const int piece = along_k || s->dots == 1 ? width : 4; // elements in one access
    const int across = smaller(WARP, (along_k ? s->bk : tile) / words);
    const struct stamp stamp = {WARP / across, 1, across, piece, piece};
    const struct traffic t =
        cover(along_k ? lines : k, along_k ? k : lines, ld, &stamp, s->element, aligned);
    // One more than K has: it is fetched ahead and consists of zeros.
    const long long tiles = times * ceil_div(lines, tile) * (ceil_div(k, s->bk * s->dots) + 1);
    const long long vectors = tiles * (tile * s->bk / words / WARP); // requests of a warp
    const long long requests = along_k ? vectors * words : twice ? 2 * vectors : vectors;
    const int ideal = along_k ? (s->word == 8 ? 2 : 1) : 4;
    const int passes = twice && !along_k ? 2 * ideal : ideal;
    add_global(sum, &t, times, s->element);
    sum->shared_store_requests += requests;
    sum->shared_store_wavefronts += requests * passes;
    sum->shared_store_conflicts += requests * (passes - ideal);
    sum->shared_store_bytes += vectors * WARP * VECTOR_BYTES * (twice ? 2 : 1);
    sum->active_lanes += requests * WARP;
}

static struct counts predict(const struct gemm_problem *p, const struct simt_sizes *s)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const int k = gemm_read_k(p);
    const int g = group(s), ga = group_of_a(s);
    const int number = s->word; // bytes in an element of C
    const bool aligned =
        rows_are_vectors(NULL, p->trans_a ? p->m : k, p->lda, s->element, VECTOR_BYTES) &&
        rows_are_vectors(NULL, p->trans_b ? k : p->n, p->ldb, s->element, VECTOR_BYTES) &&
        rows_are_vectors(NULL, p->n, p->ldc, number, VECTOR_BYTES);
    const struct stamp groups = {SIMT_LANES_DOWN, ga, SIMT_LANES_ACROSS, g, g};
    const struct traffic c = cover(p->m, p->n, p->ldc, &groups, number, aligned);
    const int down = ceil_div(p->m, s->bm), across = ceil_div(p->n, s->bn);
    const int wm = s->bm / s->warps_down, wn = s->bn / s->warps_across;
    const int k_tiles = ceil_div(k, s->bk * s->dots), warps = s->warps_down * s->warps_across;
    // Only warps that own a part of C multiply. They load one fragment more than K has.
    const long long parts = (long long)ceil_div(p->m, wm) * ceil_div(p->n, wn);
    const long long fragments =
        parts * (k_tiles * s->bk + 1) * (wm / SIMT_LANES_DOWN / ga + wn / SIMT_LANES_ACROSS / g);
    struct counts sum = {
        .global_store_requests = c.requests,
        .global_store_sectors = c.sectors,
        .global_store_bytes = c.elements * number,
        .shared_load_requests = fragments,
        .shared_load_wavefronts = fragments * 2,
        .shared_load_bytes = fragments * WARP * VECTOR_BYTES,
        .active_lanes = c.lanes + fragments * WARP,
        .barriers = (long long)down * across * (k_tiles + 1) * warps,
        .blocks = (long long)down * across,
    };
    sum.warps = sum.blocks * warps;
    sum.threads = sum.warps * WARP;
    if (p->beta != 0)
        add_global(&sum, &c, 1, number);
    add_operand(&sum, s, p->m, k, p->lda, s->bm, s->twice, !p->trans_a, aligned, across);
    add_operand(&sum, s, p->n, k, p->ldb, s->bn, false, p->trans_b, aligned, down);
    return sum;
}

// Warps in rows over the tile; in a warp 8 x 4 lanes in a zigzag, GA x G elements each.
static struct owner owner(const struct gemm_problem *p, const struct simt_sizes *s, int row,
                          int col)
{
    const int wm = s->bm / s->warps_down, wn = s->bn / s->warps_across;
    const int warp = row % s->bm / wm * s->warps_across + col % s->bn / wn;
    const int down = row % wm / group_of_a(s) % SIMT_LANES_DOWN;
    const int across = col % wn / group(s) % SIMT_LANES_ACROSS;
    return (struct owner){.block_x = row / s->bm * ceil_div(p->n, s->bn) + col / s->bn,
                          .thread = warp * WARP + zigzag_lane(down, across)};
}

#define OF_TYPE(type) \
    struct counts simt_predict_##type(const struct gemm_problem *p) \
    { \
        return predict(p, &simt_##type##_sizes); \
    } \
    struct owner simt_owner_##type(const struct gemm_problem *p, int row, int col) \
    { \
        return owner(p, &simt_##type##_sizes, row, col); \
    }
OF_TYPE(f32)
OF_TYPE(f64)
OF_TYPE(f16)
OF_TYPE(s8)
