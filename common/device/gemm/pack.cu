// SPDX-License-Identifier: MIT
//
// pack.cu: the copies of pack.h.
#include "pack.h"

#include "../cuda_check.h"
#include "../index.h"
#include "workspace.h"

enum { WARP = 32, PAIR = 2, PAIRS = PACK_COLS / (WARP * PAIR) }; // columns that a lane copies

// A lane loads all its elements before it stores the first one, so that the loads overlap. The two
// elements of a pair are loaded one by one, since a row may begin at an odd element, and stored as
// one word.
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
    pack_kernel(struct pack_operand a, struct pack_operand b, int blocks_of_a)
{
    if ((int)blockIdx.x < blocks_of_a)
        pack_block(&a, (int)blockIdx.x);
    else
        pack_block(&b, (int)blockIdx.x - blocks_of_a);
}

void pack_operands(struct pack_operand *a, struct pack_operand *b)
{
    static char workspace_of_pack;
    const int blocks_of_a = pack_blocks(a), blocks = blocks_of_a + pack_blocks(b);
    if (blocks == 0)
        return;
    a->to = (uint16_t *)workspace(&workspace_of_pack,
                                  (pack_elements(a) + pack_elements(b)) * sizeof(uint16_t));
    b->to = a->to + pack_elements(a);
    pack_kernel<<<blocks, PACK_ROWS * WARP>>>(*a, *b, blocks_of_a);
    CUDA_CHECK_LAUNCH();
}
