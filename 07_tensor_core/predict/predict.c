// SPDX-License-Identifier: MIT
//
// What steps 1 to 6 of chapter 07 cost, computed by formulas. predict.h has what they share.
#include "predict.h"

enum { F16 = 2, F32 = 4 };

// Does the launcher choose the kernel that takes A and B in 16-byte vectors, C in float2?
static bool is_aligned(const struct gemm_problem *p, int k)
{
    return tc_in_vectors(p, k, F16) && p->n % 2 == 0 && p->ldc % 2 == 0;
}

// Instructions for this many parts of C of wm x wn elements, each with all of K, in slices of 16.
static long long mma(const struct tc_sizes *s, long long parts, long long slices)
{
    return parts * (s->wm / MMA_M) * (s->wn / MMA_N) * slices * (tc_has_k16() ? 1 : 2);
}

// ---- Step 1 --------------------------------------------------------------------------------------

// A request reads one element per lane. For A, and for B stored n x k: 8 rows of 4 lanes, every
// second column. For a row-major B: every second row of 4, 8 columns. Each warp of a block does
// this separately.
struct counts tc_predict_mma_from_global(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const struct tc_sizes *s = &tc_mma_from_global_sizes;
    const struct stamp along_k = {8, 1, 4, 2, 1}, along_n = {4, 2, 8, 1, 1};
    const int k = gemm_read_k(p);
    const struct stored stored = tc_stored_b(p, k);
    const struct traffic a = cover(p->m, k, p->lda, &along_k, F16, false);
    const struct traffic b =
        cover(stored.rows, stored.cols, p->ldb, p->trans_b ? &along_k : &along_n, F16, false);
    const long long down = (long long)ceil_div(p->m, s->bm) * (s->bm / s->wm); // warps
    const long long across = (long long)ceil_div(p->n, s->bn) * (s->bn / s->wn);
    struct counts sum = tc_predict_frame(p, s, F32, is_aligned(p, k));
    tc_add_loads(&sum, &a, across, F16);
    tc_add_loads(&sum, &b, down, F16);
    sum.mma_instructions = mma(s, down * across, ceil_div(k, MMA_K));
    return sum;
}

// ---- Steps 2 to 6 --------------------------------------------------------------------------------

// Passes for `rows` 16-byte vectors at the beginning of rows 0, step, 2 step ... of a tile: the
// largest number of them in the same 4 banks.
static int passes(const struct tile_layout *l, int rows, int step)
{
    int most = 0, used[8] = {0};
    for (int i = 0; i < rows; i++) {
        const int now = ++used[tile_offset(*l, i * step, 0) * F16 / VECTOR_BYTES % 8];
        most = now > most ? now : most;
    }
    return most;
}

// A fragment consists of matrices of 8 x 8. Lane by lane (step 2), 32 bits of each are a request;
// for a row-major B 16 bits, every second row of a matrix.
static void add_shared_loads(struct counts *sum, const struct tile_layout *l, bool in_halves,
                             long long matrices)
{
    const long long requests = in_halves ? 2 * matrices : matrices;
    const int of_each = in_halves ? passes(l, MATRIX / 2, 2) : passes(l, MATRIX, 1);
    sum->shared_load_requests += requests;
    sum->shared_load_wavefronts += requests * of_each;
    sum->shared_load_conflicts += requests * (of_each - 1);
    sum->shared_load_bytes += matrices * WARP * 4;
    sum->active_lanes += requests * WARP;
}

// `parts` parts of C, each of one warp.
static struct counts predict_shared(const struct gemm_problem *p, const struct tc_sizes *s,
                                    bool ldmatrix, long long parts)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const int k = gemm_read_k(p);
    const bool aligned = is_aligned(p, k);
    const long long slices = (long long)ceil_div(k, s->bk) * (s->bk / MMA_K);
    const struct tile_layout *a = &s->k_major, *b = p->trans_b ? &s->k_major : &s->n_major;
    const long long matrices_a = parts * slices * (s->wm / MATRIX) * (MMA_K / MATRIX);
    const long long matrices_b = parts * slices * (s->wn / MATRIX) * (MMA_K / MATRIX);

    struct counts sum = tc_predict_frame(p, s, F32, aligned);
    tc_add_operands(&sum, p, s, k, F16, aligned);
    sum.mma_instructions = mma(s, parts, slices);
    if (ldmatrix) {
        tc_add_ldmatrix(&sum, matrices_a, passes(a, MATRIX, 1));
        tc_add_ldmatrix(&sum, matrices_b, passes(b, MATRIX, 1));
    } else {
        add_shared_loads(&sum, a, false, matrices_a);
        add_shared_loads(&sum, b, !p->trans_b, matrices_b);
    }
    return sum;
}

// All warps of all blocks, even those that own nothing of C.
static long long all_parts(const struct gemm_problem *p, const struct tc_sizes *s)
{
    return (long long)ceil_div(p->m, s->bm) * ceil_div(p->n, s->bn) * (s->threads / WARP);
}

struct counts tc_predict_shared_fragments(const struct gemm_problem *p)
{
    const struct tc_sizes *s = &tc_shared_fragments_sizes;
    return predict_shared(p, s, false, all_parts(p, s));
}

struct counts tc_predict_ldmatrix(const struct gemm_problem *p)
{
    return predict_shared(p, &tc_ldmatrix_sizes, true, all_parts(p, &tc_ldmatrix_sizes));
}

struct counts tc_predict_padded(const struct gemm_problem *p)
{
    return predict_shared(p, &tc_padded_sizes, true, all_parts(p, &tc_padded_sizes));
}

struct counts tc_predict_swizzled(const struct gemm_problem *p)
{
    return predict_shared(p, &tc_swizzled_sizes, true, all_parts(p, &tc_swizzled_sizes));
}

// Only warps that own something of C multiply.
struct counts tc_predict_warp_tile(const struct gemm_problem *p)
{
    const struct tc_sizes *s = &tc_warp_tile_sizes;
    return predict_shared(p, s, true, (long long)ceil_div(p->m, s->wm) * ceil_div(p->n, s->wn));
}
