// SPDX-License-Identifier: MIT
//
// 9_summa_flags: the same grid, and one kernel for all of k, as in step 3.
//
// What changed: there are no panels and no sums in float32 between products. The kernel starts at
// once. Copy engines bring rows of A and B, all of a peer's part of k at a time, and set a flag for
// every chunk of rows. The thread that loads a tile waits for the flags of its rows when it comes
// to that part of k. The order of the tiles needs few rows at a time (raster.h), so the first tiles
// wait for two chunks and not for a whole panel.
//
// Why: each product of step 9 reads and writes all sums, and ends with a wave that does not fill
// the GPU. The rows of a chunk lie next to each other, so that nothing has to be packed.
//
// Expect: total = product, if a chunk arrives in less time than its tiles take.
#include "../common/device/cuda_check.h"
#include "../common/device/stream_flag.h"
#include "../common/device/index.h"
#include "many.h"
#include "tiles/tiles_host.h"

// The chunks of one peer's block, of A or B, in its stream: part `part` of what the kernel reads.
static void fetch(struct rank *me, int from, const uint16_t *block, int ld,
                  const struct tiles_parts *parts, int part, enum many_memory memory, int rows,
                  uint32_t turn)
{
    const size_t size = (size_t)rows * (size_t)ld;
    uint16_t *const to = (uint16_t *)me->memory[memory] + (size_t)part * size;
    uint32_t *const flags = parts->arrived + (size_t)part * (size_t)parts->chunks;
    for (int row = 0; row < rows; row += parts->chunk) {
        const size_t at = (size_t)row * (size_t)ld;
        CUDA_CHECK(cudaMemcpyPeerAsync(
            to + at, me->device, block + at, me->all->rank[from].device,
            (size_t)smaller(parts->chunk, rows - row) * (size_t)ld * sizeof *to, me->copy[from]));
        CUDA_CHECK(stream_flag_write(me->copy[from], &flags[row / parts->chunk], turn));
    }
    CUDA_CHECK(cudaEventRecord(me->copied[from], me->copy[from]));
}

void summa_flags(struct rank *me, const struct many_gemm *g)
{
    struct tiles_plan *plan = me->count > 1 && me->all->peers ? tiles_plan_grid(me, g) : NULL;
    if (!plan) {
        summa(me, g);
        return;
    }
    const struct tiles_params *const p = &plan->p;
    const int across = me->count / g->grid_rows, row = me->number / across,
              col = me->number % across;
    rank_begin(me);
    tiles_launch(me, plan);
    for (int q = 0; q < me->count; q++) {
        const bool has_a = q / across == row, has_b = q % across == col;
        if (q == me->number || (!has_a && !has_b))
            continue;
        rank_wait(me->copy[q], me->ready);
        rank_wait(me->copy[q], me->all->rank[q].ready);
        if (has_a)
            fetch(me, q, g->A[q], g->lda, &p->a_parts, q % across, MEMORY_GATHERED, p->g.m,
                  p->turn);
        else
            fetch(me, q, g->B[q], g->ldb, &p->b_parts, q / across, MEMORY_INBOX, p->g.n, p->turn);
    }
    rank_end(me);
}
