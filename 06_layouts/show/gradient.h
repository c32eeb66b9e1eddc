// SPDX-License-Identifier: MIT
//
// gradient.h: the gradient that 8_tile_backward computes, and the same by finite differences; and
// gradients by a tape.
#ifndef GRADIENT_H
#define GRADIENT_H

#include <stdbool.h>

struct gpu_ops;

#ifdef __cplusplus
extern "C" {
#endif

// loss = sum(relu(X W + bias)), X is m x k, W k x n, bias n. On the device, all dense; the sums are
// made anew. m, n, k > 0. At most 65535 x 16 rows.
void tiles_backward(int m, int n, int k, const float *X, const float *W, const float *bias,
                    float *loss, float *dX, float *dW, float *dbias);

// How far the gradient is from central differences of the loss in float64: of loss, X, W and bias
// the largest difference, divided by the largest element of that gradient.
struct gradient_error {
    double loss, X, W, bias;
};

// On random numbers. Ends the program where memory runs out.
struct gradient_error gradient_compare(int m, int n, int k, unsigned seed);

// Does a tape find the gradients of the sum of (A B) D that the formulas give?
bool gradient_of_tape(const struct gpu_ops *gpu);

#ifdef __cplusplus
}
#endif
#endif
