// SPDX-License-Identifier: MIT
//
// pack.cu: the copies of pack.h.
#include "pack.h"

#include <limits.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "tile_layout.h"

enum { WARP = 32, PAIR = 2, PAIRS = PACK_COLS / (WARP * PAIR) }; // that a lane copies

// ---- Which operands -----------------------------------------------------------------------------

static struct pack_operand operand(const void *data, int rows, int cols, int ld)
{
    struct pack_operand o = {(const uint16_t *)data, NULL, rows, cols, ld, 0};
    const int align = cols < PACK_ALIGN ? (int)CHUNK : (int)PACK_ALIGN;
    if (rows_in_chunks(data, cols, ld) || cols == 0)
        o.rows = 0;
    else
        o.to_ld = ceil_div(cols, align) * align;
    return o;
}

void pack_plan(struct pack_operand *a, struct pack_operand *b, bool trans_b, int m, int n, int k,
               const void *A, int lda, const void *B, int ldb)
{
    *a = operand(A, k > 0 ? m : 0, k, lda);
    *b = operand(B, trans_b && k > 0 ? n : k, trans_b ? k : n, ldb);
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
    struct pack_operand a, b;
    pack_plan(&a, &b, p->trans_b, p->m, p->n, p->alpha == 0 ? 0 : p->k, NULL, p->lda, NULL, p->ldb);
    return (double)sizeof(uint16_t) * ((double)elements(&a) + (double)elements(&b));
}

// By itself the pool would give freed memory back to the system at the next synchronization, and
// every call would have to get it anew. Asked for once, while the device stays the same: the GPU
// waits meanwhile.
static void keep_freed_memory(void)
{
    static int kept = -1; // the device
    cudaMemPool_t pool;
    uint64_t bytes = (uint64_t)1 << 30;
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    if (device == kept)
        return;
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, device));
    CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes));
    kept = device;
}

struct packed pack_begin(bool trans_b, int m, int n, int k, const void *A, int lda, const void *B,
                         int ldb)
{
    struct pack_operand a, b;
    struct packed packed = {A, B, lda, ldb, NULL};
    pack_plan(&a, &b, trans_b, m, n, k, A, lda, B, ldb);
    const int blocks_of_a = pack_blocks(&a), blocks = blocks_of_a + pack_blocks(&b);
    if (blocks == 0)
        return packed;
    keep_freed_memory();
    CUDA_CHECK(cudaMallocAsync(&packed.memory, (elements(&a) + elements(&b)) * sizeof(uint16_t),
                               (cudaStream_t)0));
    if (a.rows > 0) {
        a.to = (uint16_t *)packed.memory;
        packed.A = a.to;
        packed.lda = a.to_ld;
    }
    if (b.rows > 0) {
        b.to = (uint16_t *)packed.memory + elements(&a);
        packed.B = b.to;
        packed.ldb = b.to_ld;
    }
    pack_operands<<<blocks, PACK_ROWS * WARP>>>(a, b, blocks_of_a);
    CUDA_CHECK_LAUNCH();
    return packed;
}

void pack_end(const struct packed *packed)
{
    if (packed->memory)
        CUDA_CHECK(cudaFreeAsync(packed->memory, (cudaStream_t)0));
}
