// SPDX-License-Identifier: MIT
//
// 9_summa: C on a grid of GPUs. Panels of A travel along its rows, panels of B along its columns.
//
// What changed: no rank needs a whole matrix. Rank (i, j) computes block (i, j) of C, and for that
// all of row i of A and of column j of B^T. They come in panels of k: the rank that has a panel
// broadcasts it to its row (A) or its column (B) of the grid. Two buffers take turns, so that one
// panel arrives while the one before is multiplied. The sums stay in float32 until the end.
//
//     links    | panel 0 | panel 1 | panel 2 |
//     compute            | sums += 0 | sums += 1 | sums += 2 | C |
//
// Source: SUMMA, van de Geijn and Watts, 1997.
//
// Why a grid: with R x S ranks each one receives (S - 1) / S of m / R rows of A and (R - 1) / R of
// n / S rows of B. On one line it receives (p - 1) / p of a whole matrix.
//
// Expect: total = products, where a panel arrives in less time than a product takes.
#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "many.h"
#include "parts/collectives.h"
#include "parts/product.h"
#include "parts/store_sums.h"

enum { PANEL = 2048, BUFFERS = 2 }; // elements along k; buffers for panels

// A range of k that one rank of each row, and one of each column, has in its block.
struct panel {
    int begin, size;
    int ld;           // of its copies: rows begin at multiples of 16 bytes
    int a_col, b_row; // the column of the grid that has it of A, and the row that has it of B
};

static struct panel panel_at(const struct many_gemm *g, int ranks, int begin)
{
    const int a_each =
        many_block_of_a(g, ranks, 0).cols.each; // along k, of every rank but the last
    const int b_each = many_block_of_b(g, ranks, 0).cols.each;
    const int a_col = begin / a_each, b_row = begin / b_each;
    const int owned = smaller((a_col + 1) * a_each, (b_row + 1) * b_each); // end of both blocks
    const int size = smaller(smaller(owned, g->k) - begin, PANEL);
    return (struct panel){begin, size, (size + 7) / 8 * 8, a_col, b_row};
}

int summa_panels(const struct many_gemm *g, int ranks)
{
    int count = 0;
    for (int begin = 0; begin < g->k; begin += panel_at(g, ranks, begin).size)
        count++;
    return count;
}

// The rank's own block holds the panel: its rows are apart, and NCCL sends elements in one piece.
static void take_out(uint16_t *to, int ld, const uint16_t *block, int block_ld, int rows, int size,
                     cudaStream_t stream)
{
    if (rows > 0)
        CUDA_CHECK(cudaMemcpy2DAsync(to, (size_t)ld * sizeof *to, block,
                                     (size_t)block_ld * sizeof *to, (size_t)size * sizeof *to,
                                     (size_t)rows, cudaMemcpyDeviceToDevice, stream));
}

void summa(struct rank *me, const struct many_gemm *g)
{
    const struct many_block a = many_block_of_a(g, me->count, me->number);
    const struct many_block b = many_block_of_b(g, me->count, me->number);
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    const int across = me->count / g->grid_rows;
    const int grid_row = me->number / across, grid_col = me->number % across;
    const int widest = smaller(PANEL, (g->k + 7) / 8 * 8);
    const size_t a_panel = (size_t)a.rows.each * (size_t)widest;
    const size_t b_panel = (size_t)b.rows.each * (size_t)widest;
    uint16_t *As = rank_memory(me, MEMORY_GATHERED, BUFFERS * a_panel * sizeof *As); // (m_i, ld)
    uint16_t *Bs = rank_memory(me, MEMORY_INBOX, BUFFERS * b_panel * sizeof *Bs);    // (n_j, ld)
    float *sums = rank_memory(me, MEMORY_PARTIAL,                                    // (m_i, n_j)
                              (size_t)c.rows.each * (size_t)c.cols.each * sizeof *sums);
    cudaStream_t links = me->links;
    rank_begin(me);
    rank_wait(links, me->ready);
    for (int begin = 0, i = 0; begin < g->k; i++) {
        const struct panel p = panel_at(g, me->count, begin);
        uint16_t *A = As + (size_t)(i % BUFFERS) * a_panel,
                 *B = Bs + (size_t)(i % BUFFERS) * b_panel;
        if (i >= BUFFERS)
            rank_wait(links, me->multiplied[i % BUFFERS]); // the buffers are free
        if (grid_col == p.a_col)
            take_out(A, p.ld, g->A[me->number] + (p.begin - a.cols.begin), g->lda, a.rows.size,
                     p.size, links);
        if (grid_row == p.b_row)
            take_out(B, p.ld, g->B[me->number] + (p.begin - b.cols.begin), g->ldb, b.rows.size,
                     p.size, links);
        collectives_broadcast_row(me, A, (size_t)a.rows.size * (size_t)p.ld, p.a_col);
        collectives_broadcast_column(me, B, (size_t)b.rows.size * (size_t)p.ld, p.b_row);
        CUDA_CHECK(cudaEventRecord(me->arrived[i % BUFFERS], links));

        rank_wait(me->compute, me->arrived[i % BUFFERS]);
        product_add(c.rows.size, c.cols.size, p.size, A, p.ld, B, p.ld, g->alpha, i > 0, sums);
        CUDA_CHECK(cudaEventRecord(me->multiplied[i % BUFFERS], me->compute));
        begin += p.size;
    }
    store_sums(sums, c.rows.size, c.cols.size, g->beta, g->C[me->number], g->ldc, me->compute);
    rank_end(me);
}
