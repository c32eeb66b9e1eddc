// SPDX-License-Identifier: MIT
//
// The float64 reference. C is cut into blocks, and the cores share the blocks. For each block, the
// parts of A and B that it needs are converted to float64 and packed in the order in which the
// innermost function reads them. That function keeps a small tile of sums in registers.
#include "reference.h"

#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../device/index.h"
#include "../base/parallel.h"
#include "../base/random.h"

enum {
    TILE_M = 4, // the tile of sums: rows, and columns (one vector)
    TILE_N = 4,
    BLOCK_M = 128, // the block of C that one core works on: multiples of the tile
    BLOCK_N = 256,
    BLOCK_K = 256, // packed parts of A and B: 256 KiB and 512 KiB, for the second-level cache
};

typedef double vector __attribute__((vector_size(8 * TILE_N)));
typedef int64_t vector_bits __attribute__((vector_size(8 * TILE_N)));

// Sums of products and sums of their absolute values.
struct tile {
    double sum[TILE_M][TILE_N], magnitude[TILE_M][TILE_N];
};

// If a step computes in float64, its reference needs more precise sums.
typedef long double wide;

// tile += a b over `depth` products. a holds TILE_M rows, b TILE_N columns, both packed with the
// elements of one k next to each other. |a b| is a b without its sign bit, so one product serves
// both sums.
static inline __attribute__((always_inline)) void multiply(int depth, const double *a,
                                                           const double *b, struct tile *tile)
{
    vector sum[TILE_M] = {{0}}, magnitude[TILE_M] = {{0}};
    for (int p = 0; p < depth; p++, a += TILE_M, b += TILE_N) {
        vector row;
        memcpy(&row, b, sizeof row);
#pragma GCC unroll 4
        for (int i = 0; i < TILE_M; i++) {
            const vector product = a[i] * row;
            sum[i] += product;
            magnitude[i] += (vector)((vector_bits)product & INT64_MAX);
        }
    }
    memcpy(tile->sum, sum, sizeof sum);
    memcpy(tile->magnitude, magnitude, sizeof magnitude);
}

// The same function for two instruction sets; the program chooses at run time, so it runs on any
// CPU.
static void multiply_plain(int depth, const double *a, const double *b, struct tile *tile)
{
    multiply(depth, a, b, tile);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void multiply_avx2(int depth, const double *a,
                                                          const double *b, struct tile *tile)
{
    multiply(depth, a, b, tile);
}
#endif

typedef void multiply_fn(int depth, const double *a, const double *b, struct tile *tile);

static multiply_fn *best_multiply(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        return multiply_avx2;
#endif
    return multiply_plain;
}

// The wide sums alone. Four at a time, because each addition would wait for the one before.
static void multiply_wide(int depth, const double *a, const double *b, wide sum[TILE_M][TILE_N])
{
    for (int i = 0; i < TILE_M; i++) {
        wide row[TILE_N] = {0};
        for (int p = 0; p < depth; p++)
            for (int j = 0; j < TILE_N; j++)
                row[j] += (wide)a[p * TILE_M + i] * b[p * TILE_N + j];
        memcpy(sum[i], row, sizeof row);
    }
}

// ---- Packing -------------------------------------------------------------------------------------

// Packs `lines` lines of `depth` elements in groups of `group` lines: group by group, and within a
// group the elements of one k next to each other. A line is a row of op(A) or a column of op(B), so
// it starts at (line, k) of a matrix stored by lines and at (k, line) of one stored by k. Lines
// beyond the edge are zeros; their results are not used.
static void pack(const struct matrix *M, bool by_lines, int line, int lines, int k, int depth,
                 int group, double *packed)
{
    double row[BLOCK_N > BLOCK_K ? BLOCK_N : BLOCK_K];
    const int padded = ceil_div(lines, group) * group;
    memset(packed, 0, sizeof *packed * (size_t)padded * (size_t)depth);

    const int outer = by_lines ? lines : depth, inner = by_lines ? depth : lines;
    for (int o = 0; o < outer; o++) {
        matrix_row(M, by_lines ? line + o : k + o, by_lines ? k : line, (size_t)inner, row);
        for (int i = 0; i < inner; i++) {
            const int l = by_lines ? o : i, p = by_lines ? i : o;
            packed[(l / group * depth + p) * group + l % group] = row[i];
        }
    }
}

// ---- Blocks --------------------------------------------------------------------------------------

struct work {
    struct reference *reference;
    const struct gemm_problem *p;
    const struct matrix *A, *B, *C;
    multiply_fn *multiply;
    bool is_wide, is_integer;
    bool has_sums; // reference_use() has computed them
    int blocks_n;  // blocks in one row of blocks
    atomic_bool no_memory;
};

// Memory for the packed parts of one block, and for its wide sums if they are wide; each call of
// do_block has its own.
struct packed {
    double a[BLOCK_M * BLOCK_K], b[BLOCK_N * BLOCK_K];
    wide sums[BLOCK_M * BLOCK_N];
};

// Adds a tile to the block's results, only the part inside the matrix.
static void add_tile(struct reference *r, const struct tile *tile, int row, int col)
{
    for (int i = 0; i < TILE_M && i < r->rows - row; i++)
        for (int j = 0; j < TILE_N && j < r->cols - col; j++) {
            const ptrdiff_t at = row_major(row + i, col + j, r->cols);
            r->value[at] += tile->sum[i][j];
            r->magnitude[at] += tile->magnitude[i][j];
        }
}

static void add_wide_tile(struct packed *packed, wide sum[TILE_M][TILE_N], int row, int col)
{
    for (int i = 0; i < TILE_M; i++)
        for (int j = 0; j < TILE_N; j++)
            packed->sums[(row + i) * BLOCK_N + col + j] += sum[i][j];
}

static void multiply_block(const struct work *w, int row, int rows, int col, int cols,
                           struct packed *packed)
{
    if (w->is_wide)
        for (int i = 0; i < BLOCK_M * BLOCK_N; i++)
            packed->sums[i] = 0;
    for (int k = 0, depth; k < w->p->k; k += depth) {
        depth = smaller(BLOCK_K, w->p->k - k);
        pack(w->A, !w->p->trans_a, row, rows, k, depth, TILE_M, packed->a);
        pack(w->B, w->p->trans_b, col, cols, k, depth, TILE_N, packed->b);
        for (int i = 0; i < rows; i += TILE_M)
            for (int j = 0; j < cols; j += TILE_N) {
                struct tile tile;
                w->multiply(depth, packed->a + row_major(i, 0, depth),
                            packed->b + row_major(j, 0, depth), &tile);
                add_tile(w->reference, &tile, row + i, col + j);
                if (w->is_wide) {
                    wide sum[TILE_M][TILE_N];
                    multiply_wide(depth, packed->a + row_major(i, 0, depth),
                                  packed->b + row_major(j, 0, depth), sum);
                    add_wide_tile(packed, sum, i, j);
                }
            }
    }
}

// The low 32 bits of a whole number; float64 holds every sum of products of bytes exactly.
static uint32_t low_bits(double whole) { return (uint32_t)(uint64_t)(int64_t)whole; }

// alpha * sum + beta * c; beta is 0 if there is no c. Callers do not pass NaN times 0.
static double scale_element(const struct work *w, double alpha, wide sum, double c)
{
    const double beta = w->p->beta;
    if (w->is_integer)
        return (int32_t)(low_bits(alpha) * low_bits((double)sum) + low_bits(beta) * low_bits(c));
    if (w->is_wide)
        return (double)(alpha * sum + (beta != 0 ? (wide)beta * c : 0));
    return alpha * (double)sum + (beta != 0 ? beta * c : 0);
}

// value = alpha * value + beta * C, and the same in absolute values.
static void scale_block(const struct work *w, int row, int rows, int col, int cols,
                        const wide *sums)
{
    const double alpha = w->p->k == 0 ? 0 : w->p->alpha, beta = w->p->beta;
    struct reference *r = w->reference;
    double old[BLOCK_N] = {0};
    for (int i = 0; i < rows; i++) {
        if (beta != 0)
            dtype_to_double(w->C->type, matrix_at(w->C, row + i, col), (size_t)cols, old);
        for (int j = 0; j < cols; j++) {
            const ptrdiff_t at = row_major(row + i, col + j, r->cols);
            const wide sum = sums ? sums[i * BLOCK_N + j] : (wide)r->value[at];
            r->value[at] = scale_element(w, alpha, sum, old[j]);
            r->magnitude[at] *= fabs(alpha);
            if (beta != 0)
                r->magnitude[at] += fabs(beta * old[j]);
        }
    }
}

static void do_block(void *context, int index)
{
    struct work *w = context;
    const int row = index / w->blocks_n * BLOCK_M, rows = smaller(BLOCK_M, w->p->m - row);
    const int col = index % w->blocks_n * BLOCK_N, cols = smaller(BLOCK_N, w->p->n - col);
    // Too large for a thread's stack. As a thread-local variable it would be cleared whenever any
    // thread of the program starts: 320 page faults each.
    struct packed *packed = NULL;
    if (w->p->alpha != 0 && w->p->k > 0 && !w->has_sums) {
        packed = malloc(sizeof *packed);
        if (!packed) {
            atomic_store(&w->no_memory, true);
            return;
        }
        multiply_block(w, row, rows, col, cols, packed);
    }
    scale_block(w, row, rows, col, cols, packed && w->is_wide ? packed->sums : NULL);
    free(packed);
}

// ---- Sums that something else computes -----------------------------------------------------------

static reference_sums_fn *fast_sums;
static double fast_from; // products

void reference_use(reference_sums_fn *fast, double products)
{
    fast_sums = fast;
    fast_from = products;
}

struct as_double {
    const struct matrix *M;
    double *to;
    bool absolute;
};

static void row_as_double(void *context, int row)
{
    const struct as_double *w = context;
    double *to = w->to + row_major(row, 0, w->M->cols);
    matrix_row(w->M, row, 0, (size_t)w->M->cols, to);
    for (int i = 0; w->absolute && i < w->M->cols; i++)
        to[i] = fabs(to[i]);
}

static void all_as_double(const struct matrix *M, double *to, bool absolute)
{
    parallel_for(M->rows, row_as_double, &(struct as_double){M, to, absolute}, NULL);
}

// Does a sample of elements agree with sums that are computed here?
static bool sample_agrees(const struct reference *r, const struct gemm_problem *p,
                          const struct matrix *A, const struct matrix *B)
{
    enum { SAMPLES = 64 };
    for (uint64_t s = 0; s < SAMPLES; s++) {
        const int row = (int)(random_bits(1, s) % (uint64_t)p->m);
        const int col = (int)(random_bits(2, s) % (uint64_t)p->n);
        wide sum = 0, magnitude = 0;
        for (int i = 0; i < p->k; i++) {
            const double a = p->trans_a ? matrix_get(A, i, row) : matrix_get(A, row, i);
            const double b = p->trans_b ? matrix_get(B, col, i) : matrix_get(B, i, col);
            sum += (wide)a * b;
            magnitude += fabsl((wide)a * b);
        }
        const ptrdiff_t at = row_major(row, col, r->cols);
        const wide allowed = p->k * 0x1p-52L * magnitude;
        if (!(fabsl(r->value[at] - sum) <= allowed &&
              fabsl(r->magnitude[at] - magnitude) <= allowed))
            return false;
    }
    return true;
}

static bool sums_elsewhere(struct reference *r, const struct gemm_problem *p,
                           const struct matrix *A, const struct matrix *B)
{
    if (!fast_sums || p->alpha == 0 || A->type == DTYPE_F64 ||
        (double)p->m * p->n * p->k < fast_from)
        return false;
    double *a = malloc(sizeof *a * (size_t)A->rows * (size_t)A->cols);
    double *b = malloc(sizeof *b * (size_t)B->rows * (size_t)B->cols);
    bool good = a && b;
    if (good) {
        all_as_double(A, a, false), all_as_double(B, b, false);
        good = fast_sums(p, a, b, r->value);
    }
    if (good) {
        all_as_double(A, a, true), all_as_double(B, b, true);
        good = fast_sums(p, a, b, r->magnitude) && sample_agrees(r, p, A, B);
    }
    free(a);
    free(b);
    if (!good) {
        memset(r->value, 0, sizeof *r->value * (size_t)r->rows * (size_t)r->cols);
        memset(r->magnitude, 0, sizeof *r->magnitude * (size_t)r->rows * (size_t)r->cols);
    }
    return good;
}

bool reference_alloc(struct reference *reference, int rows, int cols)
{
    const size_t count = (size_t)rows * (size_t)cols;
    *reference = (struct reference){
        .rows = rows,
        .cols = cols,
        .value = calloc(count + 1, sizeof(double)), // + 1: an empty matrix has an address too
        .magnitude = calloc(count + 1, sizeof(double)),
        .alpha = 1,
    };
    if (reference->value && reference->magnitude)
        return true;
    reference_free(reference);
    return false;
}

bool reference_gemm(struct reference *reference, const struct gemm_problem *p,
                    const struct matrix *A, const struct matrix *B, const struct matrix *C)
{
    if (!reference_alloc(reference, p->m, p->n))
        return false;
    reference->terms = p->k;
    reference->alpha = p->alpha;
    struct work work = {
        .reference = reference,
        .p = p,
        .A = A,
        .B = B,
        .C = C,
        .multiply = best_multiply(),
        .is_wide = A->type == DTYPE_F64,
        .is_integer = A->type == DTYPE_I8 && (C ? C->type == DTYPE_I32 : p->beta == 0),
        .has_sums = sums_elsewhere(reference, p, A, B),
        .blocks_n = ceil_div(p->n, BLOCK_N),
    };
    // At least one thin row of blocks for each row of C that is not empty.
    parallel_for(ceil_div(p->m, BLOCK_M) * work.blocks_n, do_block, &work, "reference");
    if (!work.no_memory)
        return true;
    reference_free(reference);
    return false;
}

void reference_free(struct reference *reference)
{
    free(reference->value);
    free(reference->magnitude);
    *reference = (struct reference){0};
}
