// SPDX-License-Identifier: MIT
//
// pack.cu: the copies of pack.h.
#include "pack.h"

#include <limits.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/workspace.h"
#include "../../common/device/index.h"

enum { WARP = 32, PAIRS = PACK_COLS / (WARP * PAIR) }; // that a lane copies

// ---- Which operands -----------------------------------------------------------------------------

static struct pack_operand operand(const void *data, int rows, int cols, int ld)
{
    struct pack_operand o = {(const uint16_t *)data, NULL, rows, cols, ld, 0};
    const int align = cols < PACK_ALIGN ? (int)F16_VECTOR : (int)PACK_ALIGN;
    if (rows_are_vectors(data, cols, ld, (int)sizeof(uint16_t), VECTOR_BYTES) || cols == 0)
        o.rows = 0;
    else
        o.to_ld = ceil_div(cols, align) * align;
    return o;
}

void pack_plan(struct pack_operand *a, struct pack_operand *b, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const int k = only_scales(p->alpha, p->k) ? 0 : p->k;
    *a = operand(g->A, k > 0 ? p->m : 0, k, p->lda);
    *b = p->trans_b ? operand(g->B, k > 0 ? p->n : 0, k, p->ldb) : operand(g->B, k, p->n, p->ldb);
}

int pack_blocks(const struct pack_operand *o)
{
    return o->rows == 0 ? 0 : ceil_div(o->rows, PACK_ROWS) * ceil_div(o->to_ld, PACK_COLS);
}

// ---- The copies ----------------------------------------------------------------------------------

// A lane loads all its elements before it stores the first, so that they come together. The two of
// a pair come one by one, since a row may begin at an odd element, and go as one word.
static __device__ __forceinline__ void pack_block(const struct pack_operand *o, int block)
{
    const int across = ceil_div(o->to_ld, PACK_COLS), lane = (int)threadIdx.x % WARP;
    const int row = block / across * PACK_ROWS + (int)threadIdx.x / WARP;
    const int col = block % across * PACK_COLS + lane * PAIR;
    if (row >= o->rows)
        return;
    const uint16_t *from = o->from + row_major(row, col, o->ld);
    uint16_t *to = o->to + row_major(row, col, o->to_ld);
    uint32_t pairs[PAIRS];
#pragma unroll
    for (int i = 0; i < PAIRS; i++) {
        const int c = i * WARP * PAIR;
        const uint32_t low = col + c < o->cols ? from[c] : 0;
        const uint32_t high = col + c + 1 < o->cols ? from[c + 1] : 0;
        pairs[i] = low | high << 16;
    }
#pragma unroll
    for (int i = 0; i < PAIRS; i++)
        if (col + i * WARP * PAIR < o->to_ld)
            *(uint32_t *)(to + i * WARP * PAIR) = pairs[i];
}

__global__ void __launch_bounds__(PACK_ROWS *WARP)
    pack_operands(struct pack_operand a, struct pack_operand b, int blocks_of_a)
{
    if ((int)blockIdx.x < blocks_of_a)
        pack_block(&a, (int)blockIdx.x);
    else
        pack_block(&b, (int)blockIdx.x - blocks_of_a);
}

// ---- Their memory --------------------------------------------------------------------------------

// Of the copy, up to where another one may begin: at a multiple of 128 bytes.
static size_t elements(const struct pack_operand *o)
{
    const size_t all = (size_t)o->rows * (size_t)o->to_ld;
    return (all + PACK_ALIGN - 1) / PACK_ALIGN * PACK_ALIGN;
}

bool pack_fits(const struct gemm_problem *p, struct failure *why)
{
    const int longest = INT_MAX / PACK_ALIGN * PACK_ALIGN, row = p->k > p->n ? p->k : p->n;
    return row <= longest || fail(why, "rows of %d elements: only %d can be packed", row, longest);
}

double pack_workspace(const struct gemm_problem *p)
{
    const struct gemm g = {*p, NULL, NULL, NULL};
    struct pack_operand a, b;
    pack_plan(&a, &b, &g);
    return (double)sizeof(uint16_t) * ((double)elements(&a) + (double)elements(&b));
}

struct gemm pack(const struct gemm *g)
{
    static char workspace_of_pack;
    struct gemm packed = *g;
    struct pack_operand a, b;
    pack_plan(&a, &b, g);
    const int blocks_of_a = pack_blocks(&a), blocks = blocks_of_a + pack_blocks(&b);
    if (blocks == 0)
        return packed;
    a.to =
        (uint16_t *)workspace(&workspace_of_pack, (elements(&a) + elements(&b)) * sizeof(uint16_t));
    b.to = a.to + elements(&a);
    if (a.rows > 0) {
        packed.A = a.to;
        packed.problem.lda = a.to_ld;
    }
    if (b.rows > 0) {
        packed.B = b.to;
        packed.problem.ldb = b.to_ld;
    }
    pack_operands<<<blocks, PACK_ROWS * WARP>>>(a, b, blocks_of_a);
    CUDA_CHECK_LAUNCH();
    return packed;
}
