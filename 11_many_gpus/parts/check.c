// SPDX-License-Identifier: MIT
//
// check.c: is the result right?
//
// The bound, with u = 2^-8, the largest relative error of a rounding to bf16:
//
//   all-gather,     C is rounded once:           u |C|
//   grid
//   reduce-scatter  each rank's part S_r is rounded, then NCCL may round each of the p - 1
//                   additions, and beta C is added: (p + 2) u (|S_0| + ... + |S_p-1| + |beta C|)
//
// and in both cases what tensor cores lose of k products (common/step/verify.h).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/cuda_check.h"
#include "../../common/step/dtype.h"
#include "../../common/step/verify.h"
#include "operands.h"
#include "ranks.h"

enum { SMALL = 1 << 15, SAMPLE_ROWS = 24, SAMPLE_COLS = 64 };

struct expected {
    double value, bound;
};

static struct expected expect(const struct many_gemm *g, int ranks, int i, int j)
{
    const double u = dtype_epsilon(DTYPE_BF16) / 2;
    const double c = g->beta != 0 ? (double)g->beta * (double)operand_value(SEED_C, i, j) : 0;
    double value = c, magnitude = fabs(c), parts = magnitude;
    for (int r = 0; r < ranks && g->alpha != 0; r++) {
        const struct many_part depth = many_depth(g, ranks, r);
        double sum = 0;
        for (int p = depth.begin; p < depth.begin + depth.size; p++) {
            const double product =
                (double)operand_value(SEED_A, i, p) * (double)operand_value(SEED_B, j, p);
            sum += product;
            magnitude += fabs((double)g->alpha * product);
        }
        value += (double)g->alpha * sum;
        parts += fabs((double)g->alpha * sum);
    }
    const bool once = g->operation != MANY_REDUCE_SCATTER || ranks == 1;
    const double loss = tensor_core_bound(g->k, (double)g->alpha, DTYPE_F32, magnitude, 0);
    return (struct expected){value, (once ? u * fabs(value) : (ranks + 2) * u * parts) + 2 * loss};
}

static double element(uint16_t bits)
{
    double value;
    dtype_to_double(DTYPE_BF16, &bits, 1, &value);
    return value;
}

static bool check_row(struct ranks *all, const struct many_gemm *g, int i, int step,
                      uint16_t *buffer, struct failure *why)
{
    for (int r = all->first; r < all->first + all->here; r++) {
        const struct many_block c = many_block_of_c(g, all->count, r);
        const int first = c.cols.begin, width = c.cols.size;
        if (i < c.rows.begin || i >= c.rows.begin + c.rows.size)
            continue;
        const size_t at = (size_t)(i - c.rows.begin) * (size_t)g->ldc;
        CUDA_CHECK(cudaMemcpy(buffer, g->C[r] + at, (size_t)g->ldc * sizeof *buffer,
                              cudaMemcpyDeviceToHost));
        for (int j = (first * 7 + i) % step; j < width; j += step) {
            const struct expected e = expect(g, all->count, i, first + j);
            const double got = element(buffer[j]);
            if (!(fabs(got - e.value) <= e.bound))
                return fail(why, "C(%d,%d) on GPU %d is %.6g instead of %.6g +- %.2g", i, first + j,
                            r, got, e.value, e.bound);
        }
        for (int j = width; j < g->ldc; j++)
            if (buffer[j] != OPERAND_GAP)
                return fail(why, "row %d of C on GPU %d: the memory after it was written", i, r);
    }
    return true;
}

bool operands_check(struct ranks *all, const struct many_gemm *g, struct failure *why)
{
    const bool small = (double)g->m * g->n <= SMALL;
    const int wide = many_block_of_c(g, all->count, 0).cols.each;
    const int step = small || wide <= SAMPLE_COLS ? 1 : wide / SAMPLE_COLS;
    const int rows = small || g->m <= SAMPLE_ROWS ? g->m : SAMPLE_ROWS;
    uint16_t *buffer = malloc((size_t)g->ldc * sizeof *buffer);
    if (!buffer)
        return fail(why, "no memory to check with");
    bool right = true;
    for (int i = 0; i < rows && right; i++) {
        const int row = rows == g->m ? i : (int)((long long)i * (g->m - 1) / (rows - 1));
        right = check_row(all, g, row, step, buffer, why);
    }
    free(buffer);
    return right;
}

uint64_t operands_digest(struct ranks *all, const struct many_gemm *g)
{
    uint64_t hash = 0xCBF29CE484222325u;
    uint16_t *buffer = malloc((size_t)g->ldc * sizeof *buffer);
    for (int r = all->first; r < all->first + all->here && buffer; r++) {
        const int rows = many_block_of_c(g, all->count, r).rows.size;
        for (int i = 0; i < rows; i++) {
            CUDA_CHECK(cudaMemcpy(buffer, g->C[r] + (size_t)i * (size_t)g->ldc,
                                  (size_t)g->ldc * sizeof *buffer, cudaMemcpyDeviceToHost));
            for (int j = 0; j < g->ldc; j++)
                hash = (hash ^ buffer[j]) * 0x100000001B3u;
        }
    }
    free(buffer);
    return hash;
}
