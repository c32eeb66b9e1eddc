// SPDX-License-Identifier: MIT
//
// The experiment --examples: the examples of the tile text, with its data and its output.
#include "examples.h"

#include <math.h>
#include <stdio.h>

#include "../../common/driver/driver.h"
#include "../../common/driver/gpu/gpu.h"
#include "../tiles.h"
#include "features.h"
#include "linear.h"
#include "numpy_random.h"

enum { ROWS = 10, COLS = 256 };           // of the row sums
enum { M = 8 * 7, N = 4 * 5, K = 8 * 6 }; // of the product: 56 x 20 x 48
enum { SIDE = 64 };                       // of the array of 16 x 16 tiles
enum { THREADS = 64 };

static float *on_device(const struct gpu_ops *gpu, const float *host, int count)
{
    float *device = gpu->alloc((size_t)count * sizeof *device);
    gpu->copy_in(device, host, (size_t)count * sizeof *device);
    return device;
}

static void take_back(const struct gpu_ops *gpu, float *host, float *device, int count)
{
    gpu->copy_out(host, device, (size_t)count * sizeof *host);
    gpu->release(device);
}

// The larger of two errors; NaN is the worst.
static double worse(double worst, double error)
{
    return fmax(worst, isnan(error) ? INFINITY : error);
}

static bool rows(const struct gpu_ops *gpu)
{
    static float a[ROWS * COLS];
    float b[ROWS] = {0};
    bool ok = true;
    for (int i = 0; i < ROWS * COLS; i++)
        a[i] = (float)(int)(i / COLS);
    float *d_a = on_device(gpu, a, ROWS * COLS), *d_b = on_device(gpu, b, ROWS);
    example_run_rows(ROWS, d_a, d_b);
    take_back(gpu, b, d_b, ROWS);
    gpu->release(d_a);
    printf("b = [");
    for (int i = 0; i < ROWS; i++) {
        printf(" %.0f.", (double)b[i]);
        ok &= b[i] == (float)(i * COLS);
    }
    printf("]\n");
    return ok;
}

static bool squares(const struct gpu_ops *gpu)
{
    enum { TILES = SIDE / 16 * (SIDE / 16) };
    static float a[SIDE * SIDE];
    float sums[TILES] = {0};
    bool ok = true;
    for (int i = 0; i < SIDE * SIDE; i++)
        a[i] = 1;
    float *d_a = on_device(gpu, a, SIDE * SIDE), *d_sums = on_device(gpu, sums, TILES);
    example_run_squares(SIDE, SIDE, d_a, d_sums);
    take_back(gpu, sums, d_sums, TILES);
    gpu->release(d_a);
    for (int i = 0; i < TILES; i++)
        ok &= sums[i] == 256;
    printf("Sums of %d tiles of 16 x 16 ones: %s\n", TILES, ok ? "each is 256" : "wrong");
    return ok;
}

static bool threads(const struct gpu_ops *gpu)
{
    float out[2 * THREADS] = {0};
    bool ok = true;
    float *d_out = on_device(gpu, out, 2 * THREADS);
    example_run_threads(2, d_out);
    take_back(gpu, out, d_out, 2 * THREADS);
    for (int i = 0; i < 2 * THREADS; i++)
        ok &= fabs((double)out[i] - (2 * i + sin(i)) / 2) <= 1e-6 * (2 * i + 1);
    printf("From threads to tiles and back %s\n", ok ? "passed" : "failed");
    return ok;
}

static bool product(const struct gpu_ops *gpu)
{
    static float A[M * K], B[K * N], C[M * N];
    double worst = 0;
    struct numpy_random rng = numpy_default_rng(42);
    for (int i = 0; i < M * K; i++)
        A[i] = numpy_random_f32(&rng);
    for (int i = 0; i < K * N; i++)
        B[i] = numpy_random_f32(&rng);
    float *d_A = on_device(gpu, A, M * K), *d_B = on_device(gpu, B, K * N);
    float *d_C = on_device(gpu, C, M * N);
    example_run_gemm(M, N, K, d_A, d_B, d_C);
    take_back(gpu, C, d_C, M * N);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int p = 0; p < K; p++)
                sum += (double)A[i * K + p] * (double)B[p * N + j];
            const double error = fabs(sum - (double)C[i * N + j]);
            worst = worse(worst, error);
        }
    const bool ok = worst <= 1e-4;
    printf("Example matrix multiplication %s\n", ok ? "passed" : "failed");
    gpu->release(d_A);
    gpu->release(d_B);
    return ok;
}

// ---- No example there -----------------------------------------------------------------------

static bool grid(const struct gpu_ops *gpu)
{
    enum { SIZE = 2 * 3 * 10 * 13, MOST = 64 };
    const int extent[4] = {2, 3, 10, 13}, boxes = feature_boxes(extent);
    float a[SIZE];
    double sums[MOST] = {0}, all = 0;
    for (int i = 0; i < SIZE; i++)
        a[i] = (float)i;
    float *d_a = on_device(gpu, a, SIZE);
    double *d_sums = gpu->alloc(sizeof sums);
    feature_grid(extent, d_a, d_sums);
    gpu->copy_out(sums, d_sums, (size_t)boxes * sizeof *sums);
    gpu->release(d_a);
    gpu->release(d_sums);
    for (int i = 0; i < boxes; i++)
        all += sums[i];
    const bool ok = all == 0.5 * SIZE * (SIZE - 1);
    printf("2 x 3 x 10 x 13 elements by %d blocks in four dimensions: sum %.0f, %s\n", boxes, all,
           ok ? "right" : "wrong");
    return ok;
}

static bool elements(const struct gpu_ops *gpu)
{
    enum { COUNT = 100, SIZE = RESHAPE_ROWS * RESHAPE_COLS };
    float xyz[3 * COUNT], sum[3], back[2][SIZE];
    struct peak largest;
    bool ok = true;
    for (int i = 0; i < 3 * COUNT; i++)
        xyz[i] = (float)(i * 37 % 101);
    float *d_xyz = on_device(gpu, xyz, 3 * COUNT), *d_out = gpu->alloc(sizeof back);
    struct peak *d_largest = gpu->alloc(sizeof largest);
    feature_reshape(d_xyz, d_out, d_out + SIZE);
    gpu->copy_out(back, d_out, sizeof back);
    for (int i = 0; i < SIZE; i++)
        ok &= back[0][i] == xyz[i] && back[1][i] == xyz[i];
    printf("Reshape of %d x %d to %d and back %s\n", RESHAPE_ROWS, RESHAPE_COLS, SIZE,
           ok ? "passed" : "failed");
    feature_points(COUNT, d_xyz, d_out);
    gpu->copy_out(sum, d_out, sizeof sum);
    feature_peak(COUNT, d_xyz, d_largest);
    gpu->copy_out(&largest, d_largest, sizeof largest);
    for (int i = 0; i < 3 * COUNT; i++)
        sum[i % 3] -= xyz[i];
    for (int i = 0; i < COUNT; i++)
        ok &= xyz[i] < largest.value || (xyz[i] == largest.value && i >= largest.at);
    ok &= sum[0] == 0 && sum[1] == 0 && sum[2] == 0;
    printf("Elements of three floats: a sum of points; of a struct: the largest is %.0f,\n"
           "at %d; %s\n",
           (double)largest.value, largest.at, ok ? "passed" : "failed");
    gpu->release(d_xyz);
    gpu->release(d_out);
    gpu->release(d_largest);
    return ok;
}

static bool cholesky(const struct gpu_ops *gpu)
{
    enum { COUNT = 3, ORDER = CHOLESKY_N, SIZE = COUNT * ORDER * ORDER };
    float x[SIZE], A[SIZE], L[SIZE];
    double worst = 0;
    struct numpy_random rng = numpy_default_rng(42);
    for (int i = 0; i < SIZE; i++)
        x[i] = numpy_random_f32(&rng);
    for (int e = 0; e < SIZE; e++) { // x x^T + 1 is positive definite
        const int first = e - e % (ORDER * ORDER), i = e / ORDER % ORDER, j = e % ORDER;
        A[e] = i == j;
        for (int p = 0; p < ORDER; p++)
            A[e] += x[first + i * ORDER + p] * x[first + j * ORDER + p];
    }
    float *d_A = on_device(gpu, A, SIZE), *d_L = on_device(gpu, A, SIZE);
    linear_cholesky(COUNT, d_A, d_L);
    take_back(gpu, L, d_L, SIZE);
    gpu->release(d_A);
    for (int e = 0; e < SIZE; e++) {
        const int first = e - e % (ORDER * ORDER), i = e / ORDER % ORDER, j = e % ORDER;
        double sum = 0;
        for (int p = 0; p < ORDER; p++)
            sum += (double)L[first + i * ORDER + p] * (double)L[first + j * ORDER + p];
        const double error = j > i && L[e] != 0 ? INFINITY : fabs(sum - (double)A[e]);
        worst = worse(worst, error);
    }
    const bool ok = worst <= 1e-5;
    printf("Cholesky of %d tiles of %d x %d: L L^T = A %s\n", COUNT, ORDER, ORDER,
           ok ? "passed" : "failed");
    return ok;
}

static bool fft(const struct gpu_ops *gpu)
{
    enum { COUNT = 3, SIZE = COUNT * 2 * FFT_N };
    float factors[FFT_FACTORS], x[SIZE], y[SIZE];
    double worst = 0;
    struct numpy_random rng = numpy_default_rng(42);
    for (int i = 0; i < SIZE; i++)
        x[i] = numpy_random_f32(&rng);
    linear_fft_factors(factors);
    float *d_factors = on_device(gpu, factors, FFT_FACTORS), *d_x = on_device(gpu, x, SIZE);
    float *d_y = on_device(gpu, x, SIZE);
    linear_fft(COUNT, d_factors, d_x, d_y);
    take_back(gpu, y, d_y, SIZE);
    gpu->release(d_factors);
    gpu->release(d_x);
    for (int e = 0; e < COUNT * FFT_N; e++) { // its definition: a sum for each element
        const int k = e % FFT_N, first = 2 * (e - k);
        const float *re = &x[first], *im = re + FFT_N, *result = &y[first + k];
        double sum_re = 0, sum_im = 0;
        for (int i = 0; i < FFT_N; i++) {
            const double angle = -2 * acos(-1.0) * (i * k % FFT_N) / FFT_N;
            sum_re += (double)re[i] * cos(angle) - (double)im[i] * sin(angle);
            sum_im += (double)re[i] * sin(angle) + (double)im[i] * cos(angle);
        }
        const double error = hypot(sum_re - (double)result[0], sum_im - (double)result[FFT_N]);
        worst = worse(worst, error);
    }
    const bool ok = worst <= 1e-4;
    printf("FFT of %d signals of %d numbers %s\n", COUNT, FFT_N, ok ? "passed" : "failed");
    return ok;
}

int tiles_examples(const struct gemm_problem *p, const struct setup *setup)
{
    (void)p;
    const struct gpu_ops *gpu = setup->gpu;
    static bool (*const all[])(const struct gpu_ops *) = {rows, squares,  threads,  product,
                                                          grid, elements, cholesky, fft};
    bool ok = true;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ok &= all[i](gpu); // each runs, also after one that failed
    return ok ? EXIT_OK : EXIT_WRONG;
}
