// SPDX-License-Identifier: MIT
#include "matrix.h"

#include <stdlib.h>
#include <string.h>

#include "../device/index.h"
#include "../base/parallel.h"
#include "../base/random.h"

enum {
    ALIGNMENT = 64,
    CHUNK = 256, // elements that are converted at a time
};

size_t matrix_bytes_of(enum dtype type, int rows, int ld)
{
    const size_t elements = (size_t)rows * (size_t)ld; // at most 2^62
    const size_t size = dtype_size(type);
    return elements > SIZE_MAX / size ? SIZE_MAX : elements * size;
}

size_t matrix_used_bytes(const struct matrix *M)
{
    if (M->rows == 0 || M->cols == 0)
        return 0;
    return matrix_bytes(M) - (size_t)(M->ld - M->cols) * dtype_size(M->type);
}

size_t matrix_bytes(const struct matrix *M) { return matrix_bytes_of(M->type, M->rows, M->ld); }

bool matrix_alloc(struct matrix *M, enum dtype type, int rows, int cols, int ld)
{
    *M = (struct matrix){.type = type, .rows = rows, .cols = cols, .ld = ld};
    const size_t bytes = matrix_bytes(M);
    if (bytes > PTRDIFF_MAX - ALIGNMENT)
        return false;
    // aligned_alloc needs a multiple of the alignment; an empty matrix still gets an address.
    M->data = aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
    return M->data != NULL;
}

void matrix_free(struct matrix *M)
{
    free(M->data);
    free(M->scales.value);
    *M = (struct matrix){.type = M->type};
}

void *matrix_at(const struct matrix *M, int row, int col)
{
    return (char *)M->data + (size_t)row_major(row, col, M->ld) * dtype_size(M->type);
}

void matrix_row(const struct matrix *M, int row, int col, size_t count, double *to)
{
    const struct block_scales *s = &M->scales;
    dtype_to_double(M->type, matrix_at(M, row, col), count, to);
    for (size_t i = 0; i < count && s->value; i++)
        to[i] *= s->value[row / s->rows * s->down + (col + (int)i) / s->cols * s->right];
}

double matrix_get(const struct matrix *M, int row, int col)
{
    double value;
    matrix_row(M, row, col, 1, &value);
    return value;
}

void matrix_set(struct matrix *M, int row, int col, double value)
{
    dtype_from_double(M->type, &value, 1, matrix_at(M, row, col));
}

void matrix_fill_bytes(struct matrix *M, unsigned char byte)
{
    memset(M->data, byte, matrix_bytes(M));
}

// ---- Filling, on all cores  ------------------------------------------------------------

struct fill {
    struct matrix *M;
    // Writes the values of elements [first, first + count) of the row.
    void (*values)(const struct fill *fill, int row, int first, int count, double *values);
    double constant;
    uint64_t seed;
    const struct matrix *from;
    int parts; // of a row
};

static void fill_part(void *context, int index)
{
    const struct fill *fill = context;
    struct matrix *M = fill->M;
    const int row = index / fill->parts, part = index % fill->parts, first = part * PART_OF_ROW;
    const int length = part_length(fill->parts, part, M->cols);
    double values[CHUNK];
    for (int done = 0, count; done < length; done += count) {
        count = length - done < CHUNK ? length - done : CHUNK;
        fill->values(fill, row, first + done, count, values);
        dtype_from_double(M->type, values, (size_t)count, matrix_at(M, row, first + done));
    }
}

static void fill_all(struct fill *fill)
{
    fill->parts = parts_of_row(fill->M->rows, fill->M->cols);
    parallel_for(fill->M->rows * fill->parts, fill_part, fill, NULL);
}

static void constant_values(const struct fill *fill, int row, int first, int count, double *values)
{
    (void)row, (void)first;
    for (int i = 0; i < count; i++)
        values[i] = fill->constant;
}

void matrix_fill(struct matrix *M, double value)
{
    struct fill fill = {.M = M, .values = constant_values, .constant = value};
    fill_all(&fill);
}

static void other_values(const struct fill *fill, int row, int first, int count, double *values)
{
    dtype_to_double(fill->from->type, matrix_at(fill->from, row, first), (size_t)count, values);
}

void matrix_copy(struct matrix *to, const struct matrix *from)
{
    struct fill fill = {.M = to, .values = other_values, .from = from};
    fill_all(&fill);
}

static void random_values(const struct fill *fill, int row, int first, int count, double *values)
{
    const bool integer = dtype_epsilon(fill->M->type) == 0;
    for (int i = 0; i < count; i++) {
        const uint64_t index = (uint64_t)row_major(row, first + i, fill->M->cols);
        const uint64_t bits = random_bits(fill->seed, index);
        values[i] = integer ? (double)(bits >> 32) * 17 * 0x1p-32 - 8.5 : random_normal(bits);
    }
}

void matrix_fill_random(struct matrix *M, uint64_t seed)
{
    struct fill fill = {.M = M, .values = random_values, .seed = seed};
    fill_all(&fill);
}

static void integer_values(const struct fill *fill, int row, int first, int count, double *values)
{
    static const double integers[] = {-2, -1, 1, 2};
    for (int i = 0; i < count; i++) {
        const uint64_t index = (uint64_t)row_major(row, first + i, fill->M->cols);
        values[i] = integers[random_bits(fill->seed, index) >> 62];
    }
}

void matrix_fill_integers(struct matrix *M, uint64_t seed)
{
    struct fill fill = {.M = M, .values = integer_values, .seed = seed};
    fill_all(&fill);
}
