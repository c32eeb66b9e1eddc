// SPDX-License-Identifier: MIT
//
// 9_summa: C on a grid of GPUs. Panels of A travel along its rows, panels of B along its columns.
//
// What changed: no rank needs a whole matrix. Rank (i, j) computes block (i, j) of C, and for that
// all of row i of A and of column j of B^T. They come in panels of k. First a rank packs its own
// panels, whose rows are apart in its block. Then the ranks of one process copy each other's panels
// by copy engines. Ranks of several processes broadcast them with NCCL: along a row of the grid
// (A), or down a column (B). Two buffers take turns, so that one panel arrives while the one before
// is multiplied. The sums stay in float32 until the end.
//
//     links          | 0 | panel 1 | panel 2 |
//     compute   pack |   | sums += 0 | sums += 1 | sums += 2 | C |
//
// The first product waits for the first panel, so that one is short. Later ones are longer, because
// each product reads and writes all sums.
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
#include "parts/pack_panel.h"
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
    const int longer = begin / 2 / 64 * 64; // it arrives during the product of one 2/3 as long
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

// One matrix, as the ranks of a row of the grid (A), or of a column (B), have it. The rank at place
// i of them is rank first + i * step.
struct side {
    int own, first, step;  // own: this rank's place
    const uint16_t *block; // this rank's part
    int ld, rows, each;    // each: of every rank along k, but the last
    size_t packed;         // elements of MEMORY_PACKED before its panels
    void (*broadcast)(struct rank *me, uint16_t *x, size_t count, int root);
};

// Where a panel begins in the block of the rank at that place, along k.
static int begin_in_block(const struct side *s, int place, const struct panel *p)
{
    return p->begin - place * s->each;
}

// Where the rank at a place keeps the packed panel.
static uint16_t *packed_panel(const struct side *s, const struct rank *rank, int place,
                              const struct panel *p)
{
    const size_t before = (size_t)s->rows * (size_t)begin_in_block(s, place, p);
    return (uint16_t *)rank->memory[MEMORY_PACKED] + s->packed + before;
}

static void pack(struct rank *me, const struct side *s, int place, const struct panel *p)
{
    if (place == s->own)
        pack_panel(packed_panel(s, me, place, p), p->ld, s->block + begin_in_block(s, place, p),
                   s->ld, s->rows, p->size, me->compute);
}

// The panel where the product reads it: this rank's own block, or a copy.
struct operand {
    const uint16_t *at;
    int ld;
};

static struct operand bring(struct rank *me, const struct side *s, int place, const struct panel *p,
                            uint16_t *to)
{
    const struct rank *const from = &me->all->rank[s->first + place * s->step];
    const size_t count = (size_t)s->rows * (size_t)p->ld;
    const bool own = place == s->own;
    if (!me->all->peers)
        s->broadcast(me, own ? packed_panel(s, me, place, p) : to, count, place);
    else if (!own && count > 0)
        CUDA_CHECK(cudaMemcpyPeerAsync(to, me->device, packed_panel(s, from, place, p),
                                       from->device, count * sizeof *to, me->links));
    return own ? (struct operand){s->block + begin_in_block(s, place, p), s->ld}
               : (struct operand){to, p->ld};
}

// Elements of packed panels, if every part of k is `each` long.
static size_t packed_size(const struct many_block *block)
{
    return (size_t)block->rows.each * (size_t)((block->cols.each + 7) / 8 * 8);
}

static struct side side_of_a(const struct rank *me, const struct many_gemm *g)
{
    const int across = me->count / g->grid_rows, col = me->number % across;
    const struct many_block a = many_block_of_a(g, me->count, me->number);
    return (struct side){.own = col,
                         .first = me->number - col,
                         .step = 1,
                         .block = g->A[me->number],
                         .ld = g->lda,
                         .rows = a.rows.size,
                         .each = a.cols.each,
                         .broadcast = collectives_broadcast_row};
}

static struct side side_of_b(const struct rank *me, const struct many_gemm *g)
{
    const int across = me->count / g->grid_rows;
    const struct many_block a = many_block_of_a(g, me->count, me->number);
    const struct many_block b = many_block_of_b(g, me->count, me->number);
    return (struct side){.own = me->number / across,
                         .first = me->number % across,
                         .step = across,
                         .block = g->B[me->number],
                         .ld = g->ldb,
                         .rows = b.rows.size,
                         .each = b.cols.each,
                         .packed = packed_size(&a),
                         .broadcast = collectives_broadcast_column};
}

static void pack_all(struct rank *me, const struct many_gemm *g, const struct side *A,
                     const struct side *B)
{
    const struct many_block b = many_block_of_b(g, me->count, me->number);
    rank_memory(me, MEMORY_PACKED, (B->packed + packed_size(&b)) * sizeof(uint16_t));
    for (int begin = 0; begin < g->k;) {
        const struct panel p = panel_at(g, me->count, begin);
        if (me->count > g->grid_rows) // somebody else needs it
            pack(me, A, p.a_col, &p);
        if (g->grid_rows > 1)
            pack(me, B, p.b_row, &p);
        begin += p.size;
    }
}

void summa(struct rank *me, const struct many_gemm *g)
{
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    const struct side A = side_of_a(me, g), B = side_of_b(me, g);
    const int widest = smaller(LONGEST, (g->k + 7) / 8 * 8);
    const size_t a_panel = (size_t)c.rows.each * (size_t)widest;
    const size_t b_panel = (size_t)c.cols.each * (size_t)widest;
    uint16_t *As = rank_memory(me, MEMORY_GATHERED, BUFFERS * a_panel * sizeof *As); // (m_i, ld)
    uint16_t *Bs = rank_memory(me, MEMORY_INBOX, BUFFERS * b_panel * sizeof *Bs);    // (n_j, ld)
    float *sums = rank_memory(me, MEMORY_PARTIAL,                                    // (m_i, n_j)
                              (size_t)c.rows.each * (size_t)c.cols.each * sizeof *sums);
    pack_all(me, g, &A, &B);
    rank_begin(me);
    for (int q = me->all->first; q < me->all->first + me->all->here; q++)
        rank_wait(me->links, me->all->rank[q].ready); // its panels are packed
    for (int begin = 0, i = 0; begin < g->k; i++) {
        const struct panel p = panel_at(g, me->count, begin);
        const size_t buffer = (size_t)(i % BUFFERS);
        if (i >= BUFFERS)
            rank_wait(me->links, me->multiplied[buffer]); // the buffers are free
        const struct operand one = bring(me, &A, p.a_col, &p, As + buffer * a_panel);
        const struct operand other = bring(me, &B, p.b_row, &p, Bs + buffer * b_panel);
        CUDA_CHECK(cudaEventRecord(me->arrived[buffer], me->links));

        rank_wait(me->compute, me->arrived[buffer]);
        product_add(c.rows.size, c.cols.size, p.size, one.at, one.ld, other.at, other.ld, g->alpha,
                    i > 0, sums);
        CUDA_CHECK(cudaEventRecord(me->multiplied[buffer], me->compute));
        begin += p.size;
    }
    for (int q = me->all->first; q < me->all->first + me->all->here; q++)
        CUDA_CHECK(cudaEventRecord(me->copied[q], me->links)); // that rank's panels have been read
    store_sums(sums, c.rows.size, c.cols.size, g->beta, g->C[me->number], g->ldc, me->compute);
    rank_end(me);
}
