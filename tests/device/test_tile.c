// SPDX-License-Identifier: MIT
//
// test_tile.c: every tile operation, on arrays that no tile divides, on both machines.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../06_layouts/parts/acc_layout.h"
#include "../../06_layouts/show/gradient.h"
#include "../../08_cutlass_hierarchy/parts/tiles.h"
#include "../support/open_gpu.h"
#include "../../common/device/index.h"
#include "../../common/layout/layout.h"
#include "../../common/device/ptx/mma_traits.h"
#include "../layout/data/facts.h"
#include "tile/tile.h"

static void *on_device(const struct gpu_ops *gpu, const void *host, size_t bytes)
{
    void *device = gpu->alloc(bytes);
    gpu->copy_in(device, host, bytes);
    return device;
}

static void take_back(const struct gpu_ops *gpu, void *host, void *device, size_t bytes)
{
    gpu->copy_out(host, device, bytes);
    gpu->release(device);
}

ParameterizedTestParameters(tile, copies)
{
    static int numbers[64];
    for (int i = 0; i < tile_type_count; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, (size_t)tile_type_count, NULL);
}

// ---- Copies ------------------------------------------------------------------------------------------

enum { OLD = 0xa5 };

// After the last element the array's memory ends: one read or written too far is noticed.
static size_t array_bytes(const struct tile_array *a, size_t element)
{
    size_t last = 0;
    for (int d = 0; d < 4; d++)
        last += (size_t)(a->extent[d] - 1) * (size_t)a->stride[d];
    return (last + 1) * element;
}

// What must be there afterwards: the elements of `in`, between them what was there before.
static void expect(const struct tile_array *a, size_t element, const unsigned char *in,
                   unsigned char *wanted)
{
    memset(wanted, OLD, array_bytes(a, element));
    for (int i = 0; i < a->extent[0]; i++)
        for (int j = 0; j < a->extent[1]; j++)
            for (int k = 0; k < a->extent[2]; k++)
                for (int l = 0; l < a->extent[3]; l++) {
                    const size_t at = element * (size_t)(i * a->stride[0] + j * a->stride[1] +
                                                         k * a->stride[2] + l * a->stride[3]);
                    memcpy(wanted + at, in + at, element);
                }
}

static void check_copies(const struct gpu_ops *gpu, const struct tile_type *type,
                         const struct tile_array *a)
{
    const size_t bytes = array_bytes(a, type->element);
    unsigned char *in = malloc(bytes), *wanted = malloc(bytes), *out = malloc(bytes);
    cr_assert(in && wanted && out);
    for (size_t i = 0; i < bytes; i++)
        in[i] = (unsigned char)rand();
    expect(a, type->element, in, wanted);
    void *d_in = on_device(gpu, in, bytes);
    for (int way = 0; way < TILE_WAYS; way++)
        for (int by_element = 0; by_element < 2; by_element++) {
            memset(out, OLD, bytes);
            void *d_out = on_device(gpu, out, bytes);
            type->copy((enum tile_way)way, by_element, a, d_in, d_out);
            take_back(gpu, out, d_out, bytes);
            cr_assert(memcmp(out, wanted, bytes) == 0,
                      "%s, way %d, by element %d, (%d,%d,%d,%d):(%td,%td,%td,%td)", type->name, way,
                      by_element, a->extent[0], a->extent[1], a->extent[2], a->extent[3],
                      a->stride[0], a->stride[1], a->stride[2], a->stride[3]);
        }
    gpu->release(d_in);
    free(in);
    free(wanted);
    free(out);
}

// From a single element to two tiles and a little more, in each dimension that the tile has.
static int extent(int tile, int choice)
{
    const int extents[] = {1, tile > 1 ? tile - 1 : 1, tile, tile + 1, 2 * tile, 2 * tile + 3};
    return tile == 1 && choice > 0 ? 1 : extents[choice];
}

// gap: elements between two rows. step: from an element of a row to the next.
static struct tile_array array(const struct tile_type *type, int choice, int gap, int step)
{
    struct tile_array a;
    int dimensions = 1;
    ptrdiff_t stride = step;
    while (dimensions < 4 && type->shape[3 - dimensions] > 1)
        dimensions++;
    for (int d = 3; d >= 0; d--) {
        // Another choice in each dimension, so that they differ.
        a.extent[d] = d > 3 - dimensions ? extent(type->shape[d], (choice + 5 * (3 - d)) % 6) : 1;
        a.stride[d] = stride;
        stride = stride * a.extent[d] + (d == 3 ? gap : 0);
    }
    return a;
}

ParameterizedTest(int *number, tile, copies)
{
    const struct gpu_ops *gpu = open_gpu(0);
    const struct tile_type *type = &tile_types[*number];
    for (int choice = 0; choice < 6; choice++) {
        const int gaps[] = {0, 1, type->vector};
        for (int g = 0; g < 3; g++) {
            const struct tile_array a = array(type, choice, gaps[g], 1);
            check_copies(gpu, type, &a);
        }
        const struct tile_array apart = array(type, choice, 0, 2);
        check_copies(gpu, type, &apart);
    }
}

// ---- Layouts -----------------------------------------------------------------------------------------

// Who holds what comes from the algebra: the tile's elements, row by row, divided into vectors, and
// the vectors divided among the threads.
Test(tile, layouts_come_from_the_algebra)
{
    const struct gpu_ops *gpu = open_gpu(0);
    for (int i = 0; i < tile_type_count; i++) {
        const struct tile_type *type = &tile_types[i];
        const int count = type->threads * type->values;
        char text[80];
        struct failure why;
        struct tiler vector, threads;
        struct layout vectors, in_vectors, of_vectors, shared;
        snprintf(text, sizeof text, "%d:1", type->vector);
        cr_assert(tiler_parse(&vector, text, &why), "%s", why.text);
        snprintf(text, sizeof text, "%d:1", type->threads);
        cr_assert(tiler_parse(&threads, text, &why), "%s", why.text);
        snprintf(text, sizeof text, "%d:1", count);
        const struct layout all = layout_from(text);
        cr_assert(layout_logical_divide(&vectors, &all, &vector, &why), "%s", why.text);
        cr_assert(layout_get(&in_vectors, &vectors, 0, &why) &&
                  layout_get(&of_vectors, &vectors, 1, &why));
        cr_assert(layout_logical_divide(&shared, &of_vectors, &threads, &why), "%s", why.text);

        int *elements = malloc(sizeof *elements * (size_t)count);
        cr_assert_not_null(elements);
        int *d_elements = on_device(gpu, elements, sizeof *elements * (size_t)count);
        type->layout(d_elements);
        take_back(gpu, elements, d_elements, sizeof *elements * (size_t)count);
        for (int t = 0; t < type->threads; t++)
            for (int v = 0; v < type->values; v++) {
                int64_t in_vector, of_vector;
                cr_assert(layout_at(&in_vectors, v % type->vector, &in_vector, &why));
                cr_assert(
                    layout_at(&shared, t + v / type->vector * type->threads, &of_vector, &why));
                cr_assert(elements[t * type->values + v] == in_vector + of_vector, "%s: thread %d",
                          type->name, t);
            }
        free(elements);
    }
}

// The accumulators of 7_tile_gemm: a thread-value layout in the coordinates of the tile (CuTe's
// convention: column-major), composed with the row-major tile.
Test(tile, accumulators_of_the_gemm_come_from_the_algebra)
{
    struct failure why;
    struct layout result;
    const struct tv_literal literal = acc_layout();
    const struct layout tile = layout_from("(128,128):(128,1)");
    const struct layout tv =
        layout_from("((2,2,2,4,4,2),(4,2,8)):((512,1,1024,2,4096,64),(128,2048,8))");
    cr_assert(layout_composition(&result, &tile, &tv, &why), "%s", why.text);
    bool seen[128 * 128] = {0};
    for (unsigned t = 0; t < 256; t++)
        for (unsigned v = 0; v < 64; v++) {
            int64_t offset;
            cr_assert(layout_at(&result, t + 256 * v, &offset, &why));
            const int got = tv_offset(literal, t, v);
            cr_assert(got == offset && !seen[got], "thread %u, value %u: %d", t, v, got);
            seen[got] = true;
        }
}

// Sums of tensor cores, those of chapter 08's 9_tiles: an instruction's are placed as mma_traits.h
// says, instructions and warps of 64 x 64 side by side (CuTe's convention: column-major). A report
// of a wrong element names the thread that has it.
Test(tile, sums_of_tensor_cores_come_from_the_algebra)
{
    struct failure why;
    struct layout result;
    const struct tv_literal literal = tiles_sums();
    const struct tv_literal one = mma_m16n8k16_f32_f16_f16_f32_traits().c;
    const struct layout tile = layout_from("(128,128):(128,1)");
    const struct layout tv = layout_from("((4,8,2,2),(2,2,8,4)):((256,1,64,8192),(128,8,1024,16))");
    const struct gemm_problem p = {.m = 300, .n = 300};
    cr_assert(layout_composition(&result, &tile, &tv, &why), "%s", why.text);
    bool seen[128 * 128] = {0};
    for (unsigned t = 0; t < TILES_THREADS; t++)
        for (unsigned v = 0; v < 128; v++) {
            int64_t offset;
            cr_assert(layout_at(&result, t + (int64_t)TILES_THREADS * v, &offset, &why));
            const int got = tv_offset(literal, t, v), row = got / 128, col = got % 128;
            cr_assert(got == offset && !seen[got], "thread %u, value %u: %d", t, v, got);
            seen[got] = true;
            if (t < 32 && v < 4) // column-major in 16 x 8
                cr_assert(tv_offset(one, t, v) == row + 16 * col);
            const struct owner owner = tiles_owner(&p, 128 + row, 256 + col);
            cr_assert(owner.block_x == 5 && owner.thread == (int)t, "C(%d,%d)", row, col);
        }
}

// ---- Computing ---------------------------------------------------------------------------------------

static float random_float(void) { return (float)(rand() % 2001 - 1000) / 100; }

static void check_math(const struct gpu_ops *gpu, int m, int n, float beta)
{
    enum { MOST = MATH_ROWS * MATH_COLS };
    float X[MOST], Y[MOST], Z[5 * MOST], columns[MATH_COLS];
    const size_t count = (size_t)m * (size_t)n;
    double sum = 0;
    // With beta == 0 nothing may be read: NaN would stay.
    for (size_t i = 0; i < count; i++) {
        X[i] = random_float();
        Y[i] = random_float();
        sum += (double)X[i];
    }
    for (size_t i = 0; i < 5 * count; i++)
        Z[i] = beta == 0 ? NAN : 1;
    for (int j = 0; j < n; j++)
        columns[j] = 1;
    struct math_results results = {0};
    float *d_X = on_device(gpu, X, count * sizeof *X), *d_Y = on_device(gpu, Y, count * sizeof *Y);
    float *d_Z = on_device(gpu, Z, 5 * count * sizeof *Z);
    float *d_columns = on_device(gpu, columns, (size_t)n * sizeof *columns);
    struct math_results *d_results = on_device(gpu, &results, sizeof results);
    math_run(m, n, d_X, d_Y, beta, d_Z, d_columns, d_results);
    take_back(gpu, Z, d_Z, 5 * count * sizeof *Z);
    take_back(gpu, columns, d_columns, (size_t)n * sizeof *columns);
    take_back(gpu, &results, d_results, sizeof results);
    gpu->release(d_X);
    gpu->release(d_Y);

    float max = m < MATH_ROWS || n < MATH_COLS ? 0 : -1e30f; // zeros where the array ends
    for (size_t i = 0; i < count; i++) {
        max = fmaxf(max, X[i]);
        cr_assert(Z[i] == X[i] * X[i], "map, %zu", i);
        cr_assert(Z[count + i] == X[i] - Y[i], "map2, %zu", i);
        cr_assert(Z[2 * count + i] == X[i] + Y[i], "add, %zu", i);
        cr_assert(Z[3 * count + i] == 3 * X[i], "scale, %zu", i);
        cr_assert(fabsf(Z[4 * count + i] - (2 * X[i] + beta)) <= 1e-5f, "store_scaled, %zu", i);
    }
    for (int j = 0; j < n; j++) {
        double column = 1;
        for (int i = 0; i < m; i++)
            column += (double)X[i * n + j];
        cr_assert(fabs(column - (double)columns[j]) <= 1e-3, "atomic_add, column %d", j);
    }
    cr_expect(fabs(sum - (double)results.sum) <= 1e-3, "sum: %g, %g", sum, (double)results.sum);
    cr_expect(fabs(2 * sum - (double)results.added) <= 2e-3, "atomic_add_one");
    cr_expect(results.max == max, "reduce: %g, %g", (double)results.max, (double)max);
    cr_expect(results.sum_of_doubles == 1.5 * MATH_ROWS * MATH_COLS);
    cr_expect(results.sum_of_structs.re == 0.5f * MATH_THREADS * (MATH_THREADS - 1) &&
              results.sum_of_structs.im == MATH_THREADS &&
              results.sum_of_structs.weight == 0.5f * MATH_THREADS);
}

Test(tile, element_by_element_and_over_all)
{
    const struct gpu_ops *gpu = open_gpu(0);
    const int shapes[][2] = {{MATH_ROWS, MATH_COLS}, {1, 1}, {15, 23}, {16, 20}, {7, 24}, {3, 2}};
    for (int s = 0; s < 6; s++) {
        check_math(gpu, shapes[s][0], shapes[s][1], 0);
        check_math(gpu, shapes[s][0], shapes[s][1], -0.5f);
    }
}

// ---- Products and gradients ----------------------------------------------------------------------------

static double product(const float *A, const float *B, int count, int step_a, int step_b)
{
    double sum = 0;
    for (int p = 0; p < count; p++)
        sum += (double)A[row_major(p, 0, step_a)] * (double)B[row_major(p, 0, step_b)];
    return sum;
}

Test(tile, products_and_their_adjoints)
{
    enum { MOST = 2048 };
    const struct gpu_ops *gpu = open_gpu(0);
    for (int s = 0; s < PRODUCTS; s++) {
        const struct product_shape q = product_shapes[s];
        float A[MOST] = {0}, B[MOST] = {0}, C[MOST] = {0}, dA[MOST] = {0}, dB[MOST] = {0};
        float *const host[5] = {A, B, C, dA, dB};
        const int counts[5] = {q.m * q.k, q.k * q.n, q.m * q.n, q.m * q.k, q.k * q.n};
        float *device[5];
        for (int i = 0; i < 5; i++) {
            for (int e = 0; e < counts[i]; e++)
                host[i][e] = i < 2 ? random_float() : 1;
            device[i] = on_device(gpu, host[i], (size_t)counts[i] * sizeof(float));
        }
        product_run(s, device[0], device[1], device[2], device[3], device[4]);
        for (int i = 0; i < 5; i++)
            take_back(gpu, host[i], device[i], (size_t)counts[i] * sizeof(float));
        for (int i = 0; i < q.m; i++)
            for (int j = 0; j < q.n; j++)
                cr_assert(fabs(1 + product(&A[row_major(i, 0, q.k)], &B[j], q.k, 1, q.n) -
                               (double)C[i * q.n + j]) <= 1e-2,
                          "shape %d, C(%d,%d)", s, i, j);
        for (int i = 0; i < q.m; i++)
            for (int p = 0; p < q.k; p++)
                cr_assert(
                    fabs(1 +
                         product(&C[row_major(i, 0, q.n)], &B[row_major(p, 0, q.n)], q.n, 1, 1) -
                         (double)dA[i * q.k + p]) <= 1,
                    "shape %d, dA(%d,%d)", s, i, p);
        for (int p = 0; p < q.k; p++)
            for (int j = 0; j < q.n; j++)
                cr_assert(
                    fabs(1 + product(&A[p], &C[j], q.m, q.k, q.n) - (double)dB[p * q.n + j]) <= 1,
                    "shape %d, dB(%d,%d)", s, p, j);
    }
}

// Small integers: every sum is exact, in whatever order.
Test(tile, products_on_tensor_cores)
{
    const struct gpu_ops *gpu = open_gpu(80);
    for (int s = 0; s < MMA_PRODUCTS; s++) {
        enum { MOST = 64 * 64 };
        const struct product_shape q = mma_shapes[s];
        const size_t of_a = (size_t)q.m * (size_t)q.k, of_b = (size_t)q.k * (size_t)q.n;
        const size_t of_c = (size_t)q.m * (size_t)q.n;
        double A[MOST], B[MOST];
        uint16_t halves[2][MOST];
        float C[MOST];
        for (int i = 0; i < MOST; i++) {
            A[i] = rand() % 17 - 8;
            B[i] = rand() % 17 - 8;
            C[i] = (float)(i % 5);
        }
        dtype_from_double(DTYPE_F16, A, of_a, halves[0]);
        dtype_from_double(DTYPE_F16, B, of_b, halves[1]);
        void *d_A = on_device(gpu, halves[0], of_a * 2), *d_B = on_device(gpu, halves[1], of_b * 2);
        float *d_C = on_device(gpu, C, of_c * sizeof *C);
        mma_run(s, d_A, d_B, d_C);
        take_back(gpu, C, d_C, of_c * sizeof *C);
        gpu->release(d_A);
        gpu->release(d_B);
        for (int i = 0; i < q.m; i++)
            for (int j = 0; j < q.n; j++) {
                double sum = (i * q.n + j) % 5;
                for (int p = 0; p < q.k; p++)
                    sum += 2 * A[i * q.k + p] * B[mma_trans_b[s] ? j * q.k + p : p * q.n + j];
                cr_assert((double)C[i * q.n + j] == sum, "shape %d, C(%d,%d)", s, i, j);
            }
    }
}

Test(tile, gradients_are_those_of_finite_differences)
{
    const int shapes[][3] = {{1, 1, 1}, {16, 16, 16}, {21, 13, 19}, {5, 33, 2}, {17, 1, 40}};
    open_gpu(0);
    for (unsigned s = 0; s < 5; s++) {
        const struct gradient_error e =
            gradient_compare(shapes[s][0], shapes[s][1], shapes[s][2], 10 * s + 1);
        cr_expect(e.loss <= 1e-5 && e.X <= 1e-5 && e.W <= 1e-5 && e.bias <= 1e-5,
                  "shape %u: loss %g, X %g, W %g, bias %g", s, e.loss, e.X, e.W, e.bias);
    }
}
