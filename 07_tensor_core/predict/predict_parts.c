// SPDX-License-Identifier: MIT
#include "predict.h"

#include "../../common/predict/cover_tiles.h"

struct stored tc_stored_b(const struct gemm_problem *p, int k)
{
    return p->trans_b ? (struct stored){p->n, k} : (struct stored){k, p->n};
}

bool tc_in_vectors(const struct gemm_problem *p, int k, int element)
{
    return rows_are_vectors(NULL, p->trans_a ? p->m : k, p->lda, element, VECTOR_BYTES) &&
           rows_are_vectors(NULL, tc_stored_b(p, k).cols, p->ldb, element, VECTOR_BYTES);
}

// ---- Global memory -------------------------------------------------------------------------------

void tc_add_loads(struct counts *sum, const struct traffic *t, long long times, int element)
{
    sum->global_load_requests += times * t->requests;
    sum->global_load_sectors += times * t->sectors;
    sum->global_load_bytes += times * t->elements * element;
    sum->active_lanes += times * t->lanes;
}

struct counts tc_predict_frame(const struct gemm_problem *p, const struct tc_sizes *s, int element,
                               bool aligned)
{
    const struct stamp pairs = {8, 1, 4, 2, 2};
    return tc_predict_frame_in(p, s, &pairs, element, aligned);
}

struct counts tc_predict_frame_in(const struct gemm_problem *p, const struct tc_sizes *s,
                                  const struct stamp *stamp, int element, bool aligned)
{
    const struct traffic c = cover(p->m, p->n, p->ldc, stamp, element, aligned);
    const int down = ceil_div(p->m, s->bm), across = ceil_div(p->n, s->bn);
    struct counts sum = {
        .global_store_requests = c.requests,
        .global_store_sectors = c.sectors,
        .global_store_bytes = c.elements * element,
        .active_lanes = c.lanes,
        .blocks = (long long)smaller(down, TC_MAX_GRID) * smaller(across, TC_MAX_GRID),
    };
    sum.warps = sum.blocks * (s->threads / WARP);
    sum.threads = sum.blocks * s->threads;
    if (p->beta != 0)
        tc_add_loads(&sum, &c, 1, element);
    return sum;
}

void tc_add_staged(struct counts *sum, const struct tile_layout *l, int m, int n, int ld,
                   int element, bool aligned, long long times)
{
    struct shared_tile tile = shared_tile(*l, element);
    tile.at_once = tc_capability() < 80;
    if (aligned) {
        const struct tile_traffic s = cover_tiles(&tile, m, n, ld);
        sum->global_load_requests += times * s.reads;
        sum->global_load_sectors += times * s.sectors;
        sum->global_load_bytes += times * s.bytes;
        sum->active_lanes += times * s.requests * WARP;
        if (tile.at_once) {
            sum->shared_store_requests += times * s.requests;
            sum->shared_store_wavefronts += times * s.wavefronts;
            sum->shared_store_conflicts += times * (s.wavefronts - 4 * s.requests);
            sum->shared_store_bytes += times * s.requests * WARP * VECTOR_BYTES;
            sum->active_lanes += times * s.lanes;
            return;
        }
        sum->cp_async_requests += times * s.requests;
        sum->cp_async_wavefronts += times * s.wavefronts;
        sum->cp_async_bytes += times * s.requests * WARP * VECTOR_BYTES;
        return;
    }
    // A warp takes 32 neighbours of a tile at a time, and stores them or zeros into as many.
    const int across = smaller(WARP, tile.cols);
    const struct stamp neighbours = {WARP / across, 1, across, 1, 1};
    const struct traffic t = cover(m, n, ld, &neighbours, element, false);
    const long long stores =
        times * ceil_div(m, tile.rows) * ceil_div(n, tile.cols) * (tile.rows * tile.cols / WARP);
    tc_add_loads(sum, &t, times, element);
    sum->shared_store_requests += stores;
    sum->shared_store_wavefronts += stores * (element == 8 ? 2 : 1); // 8 bytes: half a warp
    sum->shared_store_bytes += stores * WARP * element;
    sum->active_lanes += stores * WARP;
}

void tc_add_operands(struct counts *sum, const struct gemm_problem *p, const struct tc_sizes *s,
                     int k, int element, bool aligned)
{
    const int down = ceil_div(p->m, s->bm), across = ceil_div(p->n, s->bn);
    const struct stored b = tc_stored_b(p, k);
    struct tile_layout b_tile = s->n_major;
    if (p->trans_b) { // as As, for as many rows as the tile of C has columns
        b_tile = s->k_major;
        b_tile.rows.shape[0] = (unsigned)s->bn;
    }
    if (p->trans_a)
        tc_add_staged(sum, &s->m_major, k, p->m, p->lda, element, aligned, across);
    else
        tc_add_staged(sum, &s->k_major, p->m, k, p->lda, element, aligned, across);
    tc_add_staged(sum, &b_tile, b.rows, b.cols, p->ldb, element, aligned, down);
    sum->barriers = 2LL * down * across * ceil_div(k, s->bk) * (s->threads / WARP);
}

// ---- Shared memory -------------------------------------------------------------------------------

void tc_add_ldmatrix(struct counts *sum, long long matrices, int passes)
{
    sum->ldmatrix_requests += matrices / 4;
    sum->ldmatrix_wavefronts += matrices * passes;
    sum->ldmatrix_conflicts += matrices * (passes - 1);
    sum->ldmatrix_bytes += matrices * MATRIX * VECTOR_BYTES;
    sum->active_lanes += matrices / 4 * WARP;
}
