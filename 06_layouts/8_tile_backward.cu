// SPDX-License-Identifier: MIT
//
// 8_tile_backward: the gradient of loss = sum(relu(X W + bias)), composed of adjoints.
//
// Forwards, a block computes a tile of the loss: load, matmul, load and add the bias, map, sum.
// Backwards, the same list is read from its end, and each operation is replaced by its adjoint,
// which turns the gradient of the result into the gradients of the operands:
//
//     sum -> full           map(relu) -> map2(relu_adjoint)     add -> both get it
//     load -> atomic_add    matmul -> matmul_adjoint_a, _b
//
// The bias is one row, loaded with a stride of 0 between rows: the adjoint of that load adds all
// rows up. Nothing is kept from the forward pass: the adjoints' inputs are computed again.
//
// Expect: the gradient that finite differences give (--gradient, tests/device/test_tile.c).
#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "../common/device/tile/tile.h"
#include "show/gradient.h"

enum { TILE_M = 16, TILE_N = 16, TILE_K = 16, THREADS = 64 };

#define TILE x_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_M, TILE_K
#define TILE_THREADS THREADS
#include "../common/device/tile/define_tile.h"

#define TILE w_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_K, TILE_N
#define TILE_THREADS THREADS
#include "../common/device/tile/define_tile.h"

#define TILE y_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_M, TILE_N
#define TILE_THREADS THREADS
#include "../common/device/tile/define_tile.h"

#define MATMUL matmul
#define MATMUL_A x_tile
#define MATMUL_B w_tile
#define MATMUL_C y_tile
#include "../common/device/tile/define_matmul.h"

TILE_FUNCTION float relu(float x) { return x > 0 ? x : 0; }
TILE_FUNCTION float relu_adjoint(float x, float dy) { return x > 0 ? dy : 0; }

// (m,k), (k,n), (n) and their gradients of the same shapes, all dense.
__global__ void __launch_bounds__(THREADS)
    tile_backward(int m, int n, int k, const float *X, const float *W, const float *bias,
                  float *loss, float *dX, float *dW, float *dbias)
{
    const struct tile_view x_view = matrix_view(m, k, k), w_view = matrix_view(k, n, n);
    const struct tile_view bias_view = matrix_view(m, n, 0); // every row is the same one
    const int i = blockIdx.y * TILE_M, j = blockIdx.x * TILE_N;

    // Forwards.
    struct y_tile y = y_tile_zeros();
    for (int p = 0; p < k; p += TILE_K) {
        struct x_tile x = x_tile_load(X, x_view, at_2(i, p));
        struct w_tile w = w_tile_load(W, w_view, at_2(p, j));
        matmul(x, w, &y);
    }
    y = y_tile_add(y, y_tile_load(bias, bias_view, at_2(i, j)));
    y_tile_atomic_add_one(loss, y_tile_sum(y_tile_map(y, relu)));

    // Backwards: d... is the gradient of the loss with respect to ...
    struct y_tile dy = y_tile_full(1);                   // of sum
    dy = y_tile_map2(y, dy, relu_adjoint);               // of map
    y_tile_atomic_add(dbias, bias_view, at_2(i, j), dy); // of add and load
    for (int p = 0; p < k; p += TILE_K) {
        struct x_tile x = x_tile_load(X, x_view, at_2(i, p)), dx = x_tile_zeros();
        struct w_tile w = w_tile_load(W, w_view, at_2(p, j)), dw = w_tile_zeros();
        matmul_adjoint_a(dy, w, &dx); // of matmul
        matmul_adjoint_b(x, dy, &dw);
        x_tile_atomic_add(dX, x_view, at_2(i, p), dx); // of load
        w_tile_atomic_add(dW, w_view, at_2(p, j), dw);
    }
}

void tiles_backward(int m, int n, int k, const float *X, const float *W, const float *bias,
                    float *loss, float *dX, float *dW, float *dbias)
{
    CUDA_CHECK(cudaMemsetAsync(loss, 0, sizeof *loss));
    CUDA_CHECK(cudaMemsetAsync(dX, 0, (size_t)m * k * sizeof *dX));
    CUDA_CHECK(cudaMemsetAsync(dW, 0, (size_t)k * n * sizeof *dW));
    CUDA_CHECK(cudaMemsetAsync(dbias, 0, (size_t)n * sizeof *dbias));
    const dim3 grid(ceil_div(n, TILE_N), ceil_div(m, TILE_M));
    tile_backward<<<grid, THREADS>>>(m, n, k, X, W, bias, loss, dX, dW, dbias);
    CUDA_CHECK_LAUNCH();
}
