// SPDX-License-Identifier: MIT
//
// blocks.c: which block of each matrix a rank has.
#include "../many.h"

static struct many_part whole(int size) { return (struct many_part){0, size, size}; }

// Block (i, j) of a matrix that is cut into `down` x `across` blocks.
static struct many_block block(int rows, int down, int i, int cols, int across, int j, int multiple)
{
    return (struct many_block){many_part(rows, down, i, 1), many_part(cols, across, j, multiple)};
}

struct many_block many_block_of_a(const struct many_gemm *g, int ranks, int rank)
{
    const int across = g->operation == MANY_GRID ? ranks / g->grid_rows : ranks;
    switch (g->operation) {
    case MANY_ALL_GATHER: return (struct many_block){many_rows(g, ranks, rank), whole(g->k)};
    case MANY_REDUCE_SCATTER: return (struct many_block){whole(g->m), many_depth(g, ranks, rank)};
    default: return block(g->m, g->grid_rows, rank / across, g->k, across, rank % across, 8);
    }
}

// B is stored n x k. In a grid its rows belong to the columns of ranks, and k to the rows of ranks.
struct many_block many_block_of_b(const struct many_gemm *g, int ranks, int rank)
{
    const int across = g->operation == MANY_GRID ? ranks / g->grid_rows : ranks;
    switch (g->operation) {
    case MANY_ALL_GATHER: return (struct many_block){many_cols(g, ranks, rank), whole(g->k)};
    case MANY_REDUCE_SCATTER: return (struct many_block){whole(g->n), many_depth(g, ranks, rank)};
    default: return block(g->n, across, rank % across, g->k, g->grid_rows, rank / across, 8);
    }
}

struct many_block many_block_of_c(const struct many_gemm *g, int ranks, int rank)
{
    const int across = g->operation == MANY_GRID ? ranks / g->grid_rows : ranks;
    switch (g->operation) {
    case MANY_ALL_GATHER: return (struct many_block){whole(g->m), many_cols(g, ranks, rank)};
    case MANY_REDUCE_SCATTER: return (struct many_block){many_rows(g, ranks, rank), whole(g->n)};
    default: return block(g->m, g->grid_rows, rank / across, g->n, across, rank % across, 1);
    }
}

int many_grid_rows(int ranks)
{
    int rows = 1;
    for (int i = 2; i * i <= ranks; i++)
        if (ranks % i == 0)
            rows = i;
    return rows;
}
