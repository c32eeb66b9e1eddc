// SPDX-License-Identifier: MIT
//
// test_tile_features.c: grids of four dimensions, reshape, elements that are vectors or structs,
// what in-place operations do to a gradient, Cholesky factors and Fourier transforms of tiles, and
// the tile text's random numbers. Both machines.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "../../06_layouts/show/features.h"
#include "../../06_layouts/show/gradient.h"
#include "../../06_layouts/show/linear.h"
#include "../../06_layouts/show/numpy_random.h"
#include "../support/open_gpu.h"

static float *on_device(const struct gpu_ops *gpu, const float *host, int count)
{
    float *device = gpu->alloc((size_t)count * sizeof *device);
    gpu->copy_in(device, host, (size_t)count * sizeof *device);
    return device;
}

static float *random_floats(int count)
{
    float *x = malloc((size_t)count * sizeof *x);
    cr_assert_not_null(x);
    for (int i = 0; i < count; i++)
        x[i] = (float)(rand() % 1000 + 1);
    return x;
}

// Block number b of a grid has the tile whose place counts with the last dimension fastest.
static void check_grid(const struct gpu_ops *gpu, const int extent[4])
{
    const int box[4] = {BOX_0, BOX_1, BOX_2, BOX_3};
    const int count = extent[0] * extent[1] * extent[2] * extent[3];
    const int boxes = feature_boxes(extent);
    float *a = random_floats(count), *d_a = on_device(gpu, a, count);
    double *wanted = calloc((size_t)boxes, sizeof *wanted), *sums = malloc((size_t)boxes * 8);
    double *d_sums = gpu->alloc((size_t)boxes * sizeof *d_sums);
    cr_assert(wanted && sums);
    for (int i = 0; i < count; i++) {
        int at[4], block = 0;
        for (int d = 3, rest = i; d >= 0; d--) {
            at[d] = rest % extent[d];
            rest /= extent[d];
        }
        for (int d = 0; d < 4; d++)
            block = block * ((extent[d] + box[d] - 1) / box[d]) + at[d] / box[d];
        wanted[block] += (double)a[i];
    }
    feature_grid(extent, d_a, d_sums);
    gpu->copy_out(sums, d_sums, (size_t)boxes * sizeof *sums);
    for (int b = 0; b < boxes; b++)
        cr_assert(sums[b] == wanted[b], "%d x %d x %d x %d, block %d: %g, expected %g", extent[0],
                  extent[1], extent[2], extent[3], b, sums[b], wanted[b]);
    gpu->release(d_a);
    gpu->release(d_sums);
    free(a);
    free(wanted);
    free(sums);
}

Test(tile_features, grids_have_four_dimensions)
{
    const int extents[][4] = {{1, 1, 1, 1},   {1, 1, 1, 50}, {3, 1, 1, 1}, {2, 3, 4, 8},
                              {2, 3, 10, 13}, {1, 5, 9, 17}, {4, 2, 3, 7}};
    const struct gpu_ops *gpu = open_gpu(0);
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
        check_grid(gpu, extents[i]);
}

Test(tile_features, a_reshape_keeps_elements_in_their_order)
{
    enum { COUNT = RESHAPE_ROWS * RESHAPE_COLS };
    const struct gpu_ops *gpu = open_gpu(0);
    float *in = random_floats(COUNT), row[COUNT], back[COUNT];
    float *d_in = on_device(gpu, in, COUNT), *d_row = on_device(gpu, in, COUNT);
    float *d_back = on_device(gpu, in, COUNT);
    feature_reshape(d_in, d_row, d_back);
    gpu->copy_out(row, d_row, sizeof row);
    gpu->copy_out(back, d_back, sizeof back);
    for (int i = 0; i < COUNT; i++)
        cr_assert(row[i] == in[i] && back[i] == in[i], "element %d", i);
    gpu->release(d_in);
    gpu->release(d_row);
    gpu->release(d_back);
    free(in);
}

Test(tile_features, elements_are_vectors_or_structs)
{
    const struct gpu_ops *gpu = open_gpu(0);
    const int counts[] = {1, 2, 63, 64, 255, 256};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const int count = counts[c];
        float *x = random_floats(3 * count), *d_x = on_device(gpu, x, 3 * count);
        float sum[3], wanted[3] = {0}, *d_sum = on_device(gpu, wanted, 3);
        struct peak got, *d_peak = gpu->alloc(sizeof got), largest = {0, 0};
        for (int i = 0; i < 3 * count; i++)
            wanted[i % 3] += x[i]; // below 2^24: exact in any order
        for (int i = 0; i < count; i++)
            if (x[i] > largest.value)
                largest = (struct peak){x[i], i};
        feature_points(count, d_x, d_sum);
        feature_peak(count, d_x, d_peak);
        gpu->copy_out(sum, d_sum, sizeof sum);
        gpu->copy_out(&got, d_peak, sizeof got);
        for (int i = 0; i < 3; i++)
            cr_assert(sum[i] == wanted[i], "%d points, %c", count, "xyz"[i]);
        cr_assert(got.value == largest.value && got.at == largest.at, "the largest of %d", count);
        gpu->release(d_x);
        gpu->release(d_sum);
        gpu->release(d_peak);
        free(x);
    }
}

Test(tile_features, what_is_overwritten_gives_a_wrong_gradient)
{
    enum { COUNT = 40 };
    const struct gpu_ops *gpu = open_gpu(0);
    float *x = random_floats(COUNT), kept[COUNT], overwritten[COUNT];
    float *d_x = on_device(gpu, x, COUNT), *d_kept = on_device(gpu, x, COUNT);
    float *d_overwritten = on_device(gpu, x, COUNT);
    feature_in_place(COUNT, d_x, d_kept, d_overwritten);
    gpu->copy_out(kept, d_kept, sizeof kept);
    gpu->copy_out(overwritten, d_overwritten, sizeof overwritten);
    for (int i = 0; i < COUNT; i++)
        cr_assert(kept[i] == 2 * x[i] && overwritten[i] == 2 * x[i] * x[i], "x %d", i);
    gpu->release(d_x);
    gpu->release(d_kept);
    gpu->release(d_overwritten);
    free(x);
}

Test(tile_features, a_tape_finds_gradients) { cr_assert(gradient_of_tape(open_gpu(0))); }

// Small integers, and powers of 2 on the diagonal: every operation is exact.
Test(tile_features, cholesky_finds_the_factor)
{
    enum { COUNT = 5, N = CHOLESKY_N, SIZE = COUNT * N * N };
    const struct gpu_ops *gpu = open_gpu(0);
    float L[SIZE], A[SIZE], got[SIZE];
    for (int e = 0; e < SIZE; e++) {
        const int i = e / N % N, j = e % N;
        L[e] = j > i ? 0 : j == i ? (float)(1 << rand() % 3) : (float)(rand() % 9 - 4);
    }
    for (int e = 0; e < SIZE; e++) {
        const int first = e - e % (N * N);
        const float *rows = &L[first];
        A[e] = e % N > e / N % N ? NAN : 0; // the upper triangle is not read
        for (int p = 0; p < N; p++)
            A[e] += rows[e / N % N * N + p] * rows[e % N * N + p];
    }
    float *d_A = on_device(gpu, A, SIZE), *d_L = on_device(gpu, A, SIZE);
    linear_cholesky(COUNT, d_A, d_L);
    gpu->copy_out(got, d_L, sizeof got);
    for (int e = 0; e < SIZE; e++)
        cr_assert(got[e] == L[e], "matrix %d, (%d,%d): %g, expected %g", e / (N * N), e / N % N,
                  e % N, (double)got[e], (double)L[e]);
    gpu->release(d_A);
    gpu->release(d_L);
}

// A wave of frequency f has one line in its spectrum, at f. All frequencies, each in a block.
Test(tile_features, the_transform_of_a_wave_is_a_line)
{
    enum { SIZE = 2 * FFT_N * FFT_N };
    const struct gpu_ops *gpu = open_gpu(0);
    float factors[FFT_FACTORS], *x = malloc(SIZE * sizeof *x), *y = malloc(SIZE * sizeof *y);
    cr_assert(x && y);
    for (int e = 0; e < SIZE; e++) {
        const int f = e / (2 * FFT_N), i = e % FFT_N;
        const double angle = 2 * acos(-1.0) * (f * i % FFT_N) / FFT_N;
        x[e] = (float)(e / FFT_N % 2 == 0 ? cos(angle) : sin(angle));
    }
    linear_fft_factors(factors);
    float *d_factors = on_device(gpu, factors, FFT_FACTORS), *d_x = on_device(gpu, x, SIZE);
    float *d_y = on_device(gpu, x, SIZE);
    linear_fft(FFT_N, d_factors, d_x, d_y);
    gpu->copy_out(y, d_y, SIZE * sizeof *y);
    for (int e = 0; e < SIZE; e++) {
        const int f = e / (2 * FFT_N), i = e % FFT_N;
        const double wanted = e / FFT_N % 2 == 0 && i == f ? FFT_N : 0;
        cr_assert(fabs((double)y[e] - wanted) <= 1e-4, "frequency %d, %s part of number %d: %g", f,
                  e / FFT_N % 2 == 0 ? "real" : "imaginary", i, (double)y[e]);
    }
    gpu->release(d_factors);
    gpu->release(d_x);
    gpu->release(d_y);
    free(x);
    free(y);
}

// As NumPy 2 prints them.
Test(tile_features, the_data_are_numpys)
{
    struct numpy_random rng = numpy_default_rng(42);
    cr_expect(numpy_random_f64(&rng) == 0.7739560485559633);
    cr_expect(numpy_random_f64(&rng) == 0.4388784397520523);
    double sum = 0;
    rng = numpy_default_rng(42);
    for (int i = 0; i < 64 * 64; i++) {
        const double x = numpy_random_f64(&rng);
        sum += x * x;
    }
    cr_expect(fabs(sum - 1358.670108620875) <= 1e-11); // NumPy adds up in another order
    rng = numpy_default_rng(42);
    cr_expect(numpy_random_f32(&rng) == 0.08925092f);
    cr_expect(numpy_random_f32(&rng) == 0.773956f);
    cr_expect(numpy_random_f32(&rng) == 0.6545715f);
}
