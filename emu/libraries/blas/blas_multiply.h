// SPDX-License-Identifier: MIT
// blas_multiply.h: W += X Y, the product that all of level 3 is built on. X is m x k, Y k x n, W m
// x n, all column-major without gaps.
#ifndef BLAS_MULTIPLY_H
#define BLAS_MULTIPLY_H

#include <complex.h>
#undef I
#include <stdint.h>

void blas_multiply_S(int m, int n, int k, const float *X, const float *Y, float *W);
void blas_multiply_D(int m, int n, int k, const double *X, const double *Y, double *W);
void blas_multiply_C(int m, int n, int k, const float _Complex *X, const float _Complex *Y,
                     float _Complex *W);
void blas_multiply_Z(int m, int n, int k, const double _Complex *X, const double _Complex *Y,
                     double _Complex *W);
void blas_multiply_I(int m, int n, int k, const int32_t *X, const int32_t *Y, int32_t *W);

#endif
