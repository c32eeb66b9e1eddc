// SPDX-License-Identifier: MIT
//
// linear.h: tile_cholesky() and tile_fft(), which the tile text mentions without an example. For
// the experiment --examples, and for tests. All arrays are dense and on the device.
#ifndef LINEAR_H
#define LINEAR_H

#ifdef __cplusplus
extern "C" {
#endif

// L L^T = A for each of `count` matrices: A symmetric and positive definite, L lower triangular.
enum { CHOLESKY_N = 16 };
void linear_cholesky(int count, const float *A, float *L);

// The Fourier transforms of `count` signals of FFT_N complex numbers: first all real parts of a
// signal, then all imaginary parts. factors: what linear_fft_factors() has written.
enum { FFT_SIDE = 8, FFT_N = FFT_SIDE * FFT_SIDE, FFT_FACTORS = 4 * FFT_N };
void linear_fft_factors(float factors[FFT_FACTORS]); // on the host
void linear_fft(int count, const float *factors, const float *signals, float *spectra);

#ifdef __cplusplus
}
#endif
#endif
