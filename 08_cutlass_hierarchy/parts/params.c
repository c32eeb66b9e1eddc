// SPDX-License-Identifier: MIT
//
// params.c: what the host computes once, so that no thread has to.
#include "../../common/device/index.h"
#include "../hierarchy.h"
#include "tile_layout.h"

enum { FLOAT4 = 4 * (int)sizeof(float) };

// An operand whose tiles have rows of `tile_cols` elements, walked along its columns (K-major) or
// down its rows.
static struct hier_operand operand(const void *data, int rows, int cols, int ld, int tile_cols,
                                   int threads, int bk, bool k_major)
{
    return (struct hier_operand){
        .data = data,
        .rows = rows,
        .cols = cols,
        .ld = ld,
        .row_step = row_major(rows_at_once(tile_cols, threads), 0, ld),
        .tile_step = k_major ? bk : row_major(bk, 0, ld),
    };
}

struct hier_params hier_params(struct hier_shape s, bool trans_b, int m, int n, int k, double alpha,
                               const void *A, int lda, const void *B, int ldb, double beta, void *C,
                               int ldc)
{
    if (alpha == 0 || k == 0) { // C = beta C: A and B are not read
        alpha = 0;
        k = 0;
    }
    const int threads = hier_threads(s);
    return (struct hier_params){
        .m = m,
        .n = n,
        .tiles_m = ceil_div(m, s.bm),
        .tiles_n = ceil_div(n, s.bn),
        .k_tiles = ceil_div(k, s.bk),
        .panel = 1,
        .alpha = (float)alpha,
        .beta = (float)beta,
        .A = operand(A, m, k, lda, s.bk, threads, s.bk, true),
        .B = trans_b ? operand(B, n, k, ldb, s.bk, threads, s.bk, true)
                     : operand(B, k, n, ldb, s.bn, threads, s.bk, false),
        .C = C,
        .ldc = ldc,
        .vectors = (uintptr_t)C % FLOAT4 == 0 && n % 4 == 0 && ldc % 4 == 0,
    };
}

static bool in_chunks(const struct hier_operand *o)
{
    return rows_in_chunks(o->data, o->cols, o->ld);
}

bool hier_aligned(const struct hier_params *p)
{
    const bool pairs_of_c =
        (uintptr_t)p->C % (2 * sizeof(float)) == 0 && p->n % 2 == 0 && p->ldc % 2 == 0;
    return in_chunks(&p->A) && in_chunks(&p->B) && pairs_of_c;
}
