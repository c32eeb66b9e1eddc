// SPDX-License-Identifier: MIT
//
// fourier.h: the discrete Fourier transform of any length.
#ifndef FOURIER_H
#define FOURIER_H

#include <complex.h>
#undef I
#include <stddef.h>

#ifndef CMPLX // glibc defines it only for gcc
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

// Transforms n numbers that are `step` apart, in place: sum over j of x[j] e^(sign 2 pi i j k / n).
// Not scaled.
void fourier(double _Complex *x, size_t n, size_t step, int sign);

#endif
