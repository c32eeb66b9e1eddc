// SPDX-License-Identifier: MIT
//
// 9_summa: C on a grid of GPUs. Panels of A travel along its rows, panels of B along its columns.
//
// What changed: no rank needs a whole matrix. Rank (i, j) computes block (i, j) of C, and for that
// all of row i of A and of column j of B^T. They come in panels of k. The ranks of one process copy
// a panel from the rank that has it, by copy engines. Otherwise that rank broadcasts it with NCCL
// to its row (A) or its column (B) of the grid. Two buffers take turns, so that one panel arrives
// while the one before is multiplied. The sums stay in float32 until the end.
//
//     links    | 0 | panel 1 | panel 2 |
//     compute      | sums += 0 | sums += 1 | sums += 2 | C |
//
// The first product waits for the first panel, so that one is short. Later panels are longer,
// because each product reads and writes all sums.
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

enum { FIRST = 512, LONGEST = 4096 }; // elements of a panel along k
enum { BUFFERS = 2 };                 // for panels

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
    const int longer = begin / 2 / 64 * 64; // it arrives during the product of a panel 2/3 as long
    const int most = longer < FIRST ? FIRST : smaller(longer, LONGEST);
    const int size = smaller(smaller(owned, g->k) - begin, most);
    return (struct panel){begin, size, (size + 7) / 8 * 8, a_col, b_row};
}

int summa_panels(const struct many_gemm *g, int ranks)
{
    int count = 0;
    for (int begin = 0; begin < g->k; begin += panel_at(g, ranks, begin).size)
        count++;
    return count;
}

static void copy_rows(uint16_t *to, int ld, const uint16_t *from, int from_ld, int rows, int size,
                      cudaStream_t stream)
{
    if (rows > 0)
        CUDA_CHECK(cudaMemcpy2DAsync(to, (size_t)ld * sizeof *to, from,
                                     (size_t)from_ld * sizeof *to, (size_t)size * sizeof *to,
                                     (size_t)rows, cudaMemcpyDefault, stream));
}

// The rank that has a panel of A or B, its block of that matrix, and how NCCL sends it.
struct source {
    int rank, root; // root: its place in the row or column of the grid
    const uint16_t *block;
    int begin, ld, rows; // of the block: its first element along k
    void (*broadcast)(struct rank *me, uint16_t *x, size_t count, int root);
};

// The panel where the product reads it: a copy, or this rank's own block.
struct operand {
    const uint16_t *at;
    int ld;
};

static struct operand bring(struct rank *me, const struct source *s, struct panel p, uint16_t *to)
{
    const bool own = s->rank == me->number, peers = me->all->peers;
    const uint16_t *const from = s->block ? s->block + (p.begin - s->begin) : NULL;
    if (own && peers)
        return (struct operand){from, s->ld};
    if (peers)
        rank_wait(me->links, me->all->rank[s->rank].ready);
    if (own || peers)
        copy_rows(to, p.ld, from, s->ld, s->rows, p.size, me->links);
    if (!peers) // NCCL sends elements without gaps
        s->broadcast(me, to, (size_t)s->rows * (size_t)p.ld, s->root);
    return (struct operand){to, p.ld};
}

static struct operand bring_a(struct rank *me, const struct many_gemm *g, struct panel p,
                              uint16_t *to)
{
    const int across = me->count / g->grid_rows, from = me->number / across * across + p.a_col;
    const struct many_block a = many_block_of_a(g, me->count, from);
    return bring(me,
                 &(struct source){from, p.a_col, g->A[from], a.cols.begin, g->lda, a.rows.size,
                                  collectives_broadcast_row},
                 p, to);
}

static struct operand bring_b(struct rank *me, const struct many_gemm *g, struct panel p,
                              uint16_t *to)
{
    const int across = me->count / g->grid_rows, from = p.b_row * across + me->number % across;
    const struct many_block b = many_block_of_b(g, me->count, from);
    return bring(me,
                 &(struct source){from, p.b_row, g->B[from], b.cols.begin, g->ldb, b.rows.size,
                                  collectives_broadcast_column},
                 p, to);
}

void summa(struct rank *me, const struct many_gemm *g)
{
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    const int widest = smaller(LONGEST, (g->k + 7) / 8 * 8);
    const size_t a_panel = (size_t)c.rows.each * (size_t)widest;
    const size_t b_panel = (size_t)c.cols.each * (size_t)widest;
    uint16_t *As = rank_memory(me, MEMORY_GATHERED, BUFFERS * a_panel * sizeof *As); // (m_i, ld)
    uint16_t *Bs = rank_memory(me, MEMORY_INBOX, BUFFERS * b_panel * sizeof *Bs);    // (n_j, ld)
    float *sums = rank_memory(me, MEMORY_PARTIAL,                                    // (m_i, n_j)
                              (size_t)c.rows.each * (size_t)c.cols.each * sizeof *sums);
    cudaStream_t links = me->links;
    rank_begin(me);
    rank_wait(links, me->ready);
    for (int begin = 0, i = 0; begin < g->k; i++) {
        const struct panel p = panel_at(g, me->count, begin);
        const size_t buffer = (size_t)(i % BUFFERS);
        if (i >= BUFFERS)
            rank_wait(links, me->multiplied[buffer]); // the buffers are free
        const struct operand A = bring_a(me, g, p, As + buffer * a_panel);
        const struct operand B = bring_b(me, g, p, Bs + buffer * b_panel);
        CUDA_CHECK(cudaEventRecord(me->arrived[buffer], links));

        rank_wait(me->compute, me->arrived[buffer]);
        product_add(c.rows.size, c.cols.size, p.size, A.at, A.ld, B.at, B.ld, g->alpha, i > 0,
                    sums);
        CUDA_CHECK(cudaEventRecord(me->multiplied[buffer], me->compute));
        begin += p.size;
    }
    for (int q = me->all->first; q < me->all->first + me->all->here; q++)
        CUDA_CHECK(cudaEventRecord(me->copied[q], links)); // that rank's operands have been read
    store_sums(sums, c.rows.size, c.cols.size, g->beta, g->C[me->number], g->ldc, me->compute);
    rank_end(me);
}
