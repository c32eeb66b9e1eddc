// SPDX-License-Identifier: MIT
//
// The experiment --gradient: a gradient made of adjoints, compared with finite differences.
//
// Finite differences do not use adjoints: the loss is computed twice in float64, with one
// number a little larger and a little smaller, and the difference divided by twice that little.
#include "gradient.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/base/terminal.h"
#include "../../common/driver/driver.h"
#include "../../common/driver/gpu/gpu.h"
#include "../../common/step/matrix.h"
#include "../tiles.h"
#include "features.h"
#include "tape.h"

struct problem {
    int m, n, k;
    double *X, *W, *bias;
};

static double loss_of(const struct problem *q)
{
    double loss = 0;
    for (int i = 0; i < q->m; i++)
        for (int j = 0; j < q->n; j++) {
            double y = q->bias[j];
            for (int p = 0; p < q->k; p++)
                y += q->X[i * q->k + p] * q->W[p * q->n + j];
            loss += y > 0 ? y : 0;
        }
    return loss;
}

// By how much the largest of `count` differs from a central difference of the loss in numbers[i].
static double compare(const struct problem *q, double *numbers, const float *gradient, int count)
{
    const double h = 1e-6; // rounding in float64 is 1e-10 of the difference, the bend of relu rare
    double largest = 0, error = 0;
    for (int i = 0; i < count; i++) {
        const double x = numbers[i];
        numbers[i] = x + h;
        const double above = loss_of(q);
        numbers[i] = x - h;
        const double below = loss_of(q);
        numbers[i] = x;
        const double wanted = (above - below) / (2 * h);
        largest = fmax(largest, fabs(wanted));
        if (!(fabs(gradient[i] - wanted) <= error))
            error = fabs(gradient[i] - wanted);
    }
    return error / (largest > 0 ? largest : 1);
}

// A random vector: on the device, and in float64.
static float *random_vector(const struct gpu_ops *gpu, int count, unsigned seed, double *numbers)
{
    struct matrix M;
    if (!matrix_alloc(&M, DTYPE_F32, 1, count, count))
        abort();
    matrix_fill_random(&M, seed);
    for (int i = 0; i < count; i++)
        numbers[i] = ((const float *)M.data)[i];
    float *device = gpu->alloc(matrix_bytes(&M));
    gpu->copy_in(device, M.data, matrix_bytes(&M));
    matrix_free(&M);
    return device;
}

static float *copy_out(const struct gpu_ops *gpu, float *device, int count)
{
    float *host = malloc((size_t)count * sizeof *host);
    if (!host)
        abort();
    gpu->copy_out(host, device, (size_t)count * sizeof *host);
    gpu->release(device);
    return host;
}

struct gradient_error gradient_compare(int m, int n, int k, unsigned seed)
{
    const struct gpu_ops *gpu = gpu_ops();
    const int counts[3] = {m * k, k * n, n};
    double *numbers[3];
    float *in[3], *out[3], *loss = gpu->alloc(sizeof *loss);
    for (int i = 0; i < 3; i++) {
        numbers[i] = malloc((size_t)counts[i] * sizeof *numbers[i]);
        if (!numbers[i])
            abort();
        in[i] = random_vector(gpu, counts[i], seed + (unsigned)i, numbers[i]);
        out[i] = gpu->alloc((size_t)counts[i] * sizeof **out);
    }
    tiles_backward(m, n, k, in[0], in[1], in[2], loss, out[0], out[1], out[2]);
    gpu->wait();

    const struct problem q = {m, n, k, numbers[0], numbers[1], numbers[2]};
    double error[3];
    float *got = copy_out(gpu, loss, 1);
    const double wanted = loss_of(&q);
    struct gradient_error result = {.loss = fabs(*got - wanted) / fmax(fabs(wanted), 1)};
    free(got);
    for (int i = 0; i < 3; i++) {
        got = copy_out(gpu, out[i], counts[i]);
        error[i] = compare(&q, numbers[i], got, counts[i]);
        free(got);
        gpu->release(in[i]);
    }
    for (int i = 0; i < 3; i++)
        free(numbers[i]);
    result.X = error[0];
    result.W = error[1];
    result.bias = error[2];
    return result;
}

// ---- A tape -------------------------------------------------------------------------------------

// Of small integers, so that all sums are exact. The gradient is zeros.
static struct tape_matrix taped(const struct gpu_ops *gpu, int rows, int cols, int factor)
{
    const size_t count = (size_t)rows * (size_t)cols, bytes = count * sizeof(float);
    float *numbers = calloc(2 * count, sizeof *numbers), *device = gpu->alloc(2 * bytes);
    if (!numbers)
        abort();
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)((int)i * factor % 7 - 3);
    gpu->copy_in(device, numbers, 2 * bytes);
    free(numbers);
    return (struct tape_matrix){rows, cols, device, device + count};
}

// The values and the gradient of x, for the host to read.
static float *untaped(const struct gpu_ops *gpu, struct tape_matrix x)
{
    return copy_out(gpu, x.value, 2 * x.rows * x.cols);
}

// The sum of k products: of x from `at_x` on, `next_x` apart, and of y in the same way.
static float inner_product(const float *x, int at_x, int next_x, const float *y, int at_y,
                           int next_y, int k)
{
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += x[at_x + p * next_x] * y[at_y + p * next_y];
    return sum;
}

// Do dA = dC B^T and dB = A^T dC hold for C = A B? In each array the values, then the gradients.
static bool adjoints_hold(const float *a, const float *b, const float *c, int m, int n, int k)
{
    const int sizes[3] = {m * k, k * n, m * n};
    const float *da = a + sizes[0], *db = b + sizes[1], *dc = c + sizes[2];
    bool ok = true;
    for (int i = 0; i < m; i++)
        for (int p = 0; p < k; p++)
            ok &= da[i * k + p] == inner_product(dc, i * n, 1, b, p * n, 1, n);
    for (int p = 0; p < k; p++)
        for (int j = 0; j < n; j++)
            ok &= db[p * n + j] == inner_product(a, p, k, dc, j, n, m);
    return ok;
}

// C = A B and E = C D on a tape; the loss is the sum of E.
bool gradient_of_tape(const struct gpu_ops *gpu)
{
    enum { M = 21, N = 13, K = 19, L = 10 };
    struct tape tape = {0};
    const struct tape_matrix A = taped(gpu, M, K, 3), B = taped(gpu, K, N, 5);
    const struct tape_matrix D = taped(gpu, N, L, 2), C = taped(gpu, M, N, 1);
    const struct tape_matrix E = taped(gpu, M, L, 1);
    float ones[M * L];
    for (int i = 0; i < M * L; i++)
        ones[i] = 1; // the gradient of the sum
    gpu->copy_in(E.gradient, ones, sizeof ones);
    tape_gemm(&tape, A, B, C);
    tape_gemm(&tape, C, D, E);
    tape_backward(&tape);
    gpu->wait();
    float *a = untaped(gpu, A), *b = untaped(gpu, B), *c = untaped(gpu, C), *d = untaped(gpu, D);
    float *e = untaped(gpu, E);
    const bool ok = adjoints_hold(c, d, e, M, L, N) && adjoints_hold(a, b, c, M, N, K);
    free(a);
    free(b);
    free(c);
    free(d);
    free(e);
    return ok;
}

// The gradient of x^2 at 3: correct, and with the square written over x.
static bool in_place(const struct gpu_ops *gpu)
{
    const float x = 3;
    float *d_x = gpu->alloc(3 * sizeof x), got[3];
    gpu->copy_in(d_x, &x, sizeof x);
    feature_in_place(1, d_x, d_x + 1, d_x + 2);
    gpu->copy_out(got, d_x, sizeof got);
    gpu->release(d_x);
    terminal_line(stdout, "sum(x^2) at x = %g: dx = %g; with the square written over x: %g",
                  (double)x, (double)got[1], (double)got[2]);
    return got[1] == 2 * x && got[2] == 2 * x * x;
}

int tiles_gradient(const struct gemm_problem *p, const struct setup *setup)
{
    enum { M = 21, N = 13, K = 19 }; // no multiples of the tile
    (void)p;
    const double bound = 1e-5; // float32 in sums of a dozen terms
    const struct gradient_error e = gradient_compare(M, N, K, 1);
    const bool ok = e.loss <= bound && e.X <= bound && e.W <= bound && e.bias <= bound;
    terminal_line(stdout, "loss = sum(relu(X W + bias)), m = %d, n = %d, k = %d", M, N, K);
    terminal_line(stdout, "difference from finite differences: %s %g of the largest element",
                  ok ? "all at most" : "some above", bound);
    printf("  dX     %s\n  dW     %s\n  dbias  %s\n", e.X <= bound ? "ok" : "wrong",
           e.W <= bound ? "ok" : "wrong", e.bias <= bound ? "ok" : "wrong");
    const bool of_tape = gradient_of_tape(setup->gpu);
    printf("a tape of two products, C = A B and E = C D: dA, dB, dC and dD %s\n",
           of_tape ? "ok" : "wrong");
    return in_place(setup->gpu) && of_tape && ok ? EXIT_OK : EXIT_WRONG;
}
