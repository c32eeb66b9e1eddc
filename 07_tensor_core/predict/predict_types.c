// SPDX-License-Identifier: MIT
//
// What 7_types costs for each type, computed by formulas. predict.h has what it shares with the
// other steps. No access to shared memory has a conflict.
#include "predict.h"

// The properties of a type.
struct type {
    const struct tc_sizes *sizes;
    int element, number; // bytes of an element of A and B, and of C
    int slice;           // how deep the instructions go into K at a time
    int instructions;    // for 16 x 8 x slice
    int load;            // bytes of a load from a tile along the lines; 0: ldmatrix
};

static void add_shared_loads(struct counts *sum, long long requests, int bytes, int passes)
{
    sum->shared_load_requests += requests;
    sum->shared_load_wavefronts += requests * passes;
    sum->shared_load_bytes += requests * WARP * bytes;
    sum->active_lanes += requests * WARP;
}

// `fragments` of 8 rows or columns, and a slice deep: this many registers per lane, two for 32
// bytes. By ldmatrix, or in loads of `load` bytes.
static void add_fragments(struct counts *sum, const struct type *t, long long fragments, int load)
{
    const int bytes = t->slice * t->element / 4; // of a lane
    if (load == 0)
        tc_add_ldmatrix(sum, fragments * (bytes / 4), 1);
    else
        add_shared_loads(sum, fragments * (bytes / load), load, load == 8 ? 2 : 1);
}

static struct counts predict(const struct gemm_problem *p, const struct type *t)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const struct tc_sizes *s = t->sizes;
    const int k = gemm_read_k(p);
    // Only warps that own something of C multiply.
    const long long parts = (long long)ceil_div(p->m, s->wm) * ceil_div(p->n, s->wn);
    const long long slices = parts * ceil_div(k, s->bk) * (s->bk / t->slice);
    // Rows, and pairs of columns, in the order of the instruction; or a lane's part of 16 lines.
    const bool row_pairs = t->element == 1 && p->trans_a;
    const bool col_pairs = t->element == 1 && !p->trans_b;
    const struct stamp stamp = {8, row_pairs ? 2 : 1, 4, col_pairs ? 4 : 2, col_pairs ? 4 : 2};
    const bool in_vectors =
        t->element == 1 && rows_are_vectors(NULL, p->n, p->ldc, t->number, stamp.width * t->number);
    struct counts sum = tc_predict_frame_in(p, s, &stamp, t->number, in_vectors);
    tc_add_operands(&sum, p, s, k, t->element, tc_in_vectors(p, k, t->element));
    const int along_k = t->element == 8 ? 8 : 0;
    add_fragments(&sum, t, slices * (s->wm / MATRIX), p->trans_a ? t->load : along_k);
    add_fragments(&sum, t, slices * (s->wn / MATRIX), p->trans_b ? along_k : t->load);
    sum.mma_instructions = slices * (s->wm / MMA_M) * (s->wn / MMA_N) * t->instructions;
    return sum;
}

// A step, and the members of its `struct type`.
#define OF_TYPE(step, ...) \
    struct counts tc_predict_##step(const struct gemm_problem *p) \
    { \
        const struct type type = {__VA_ARGS__}; \
        return predict(p, &type); \
    }

OF_TYPE(bf16, &tc_types_16_sizes, 2, 4, 16, 1, 0)
OF_TYPE(tf32, &tc_types_tf32_sizes, 4, 4, 8, 1, 4)
OF_TYPE(f16, &tc_types_16_sizes, 2, 2, 16, tc_has_k16() ? 1 : 2, 0)
OF_TYPE(s8, &tc_types_s8_sizes, 1, 4, 32, 1, 0)
OF_TYPE(f64, &tc_types_f64_sizes, 8, 8, 8, tc_capability() >= 90 ? 1 : 4, 8)

// The same products with another C.
OF_TYPE(f16_f32, &tc_types_16_sizes, 2, 4, 16, 1, 0)
OF_TYPE(to_16, &tc_types_16_sizes, 2, 2, 16, 1, 0)
OF_TYPE(to_s8, &tc_types_s8_sizes, 1, 1, 32, 1, 0)
OF_TYPE(3xtf32, &tc_types_tf32_sizes, 4, 4, 8, 3, 4)
