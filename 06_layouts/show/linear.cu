// SPDX-License-Identifier: MIT
//
// The tile text mentions two more operations without an example: the Cholesky factor of a tile, by
// subtracting outer products, and the Fourier transform of a tile, by products of tiles.
#include "linear.h"

#include <math.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/tile/tile.h"

enum { THREADS = 64 };

// ---- tile_cholesky ---------------------------------------------------------------------------------

#define TILE symmetric_tile
#define TILE_ELEMENT float
#define TILE_SHAPE CHOLESKY_N, CHOLESKY_N
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

// Only A's lower triangle is read. The upper one of the result is 0.
TILE_FUNCTION struct symmetric_tile tile_cholesky(struct symmetric_tile a)
{
    __shared__ struct symmetric_tile_shared s;
    TILE_OPERATION("tile_cholesky", THREADS);
    symmetric_tile_to_shared(&s, a);
    for (int p = 0; p < CHOLESKY_N; p++) {
        const int below = p + (int)threadIdx.x; // a thread for each row from p on
        const float root = sqrtf(*symmetric_tile_shared_at(&s, p, p));
        __syncthreads(); // all have read it
        if (below < CHOLESKY_N)
            *symmetric_tile_shared_at(&s, below, p) =
                below == p ? root : *symmetric_tile_shared_at(&s, below, p) / root;
        __syncthreads();
        // What remains, minus an outer product: column p times itself.
        for (int e = threadIdx.x; e < CHOLESKY_N * CHOLESKY_N; e += THREADS) {
            const int i = e / CHOLESKY_N, j = e % CHOLESKY_N;
            if (p < j && j <= i)
                *symmetric_tile_shared_at(&s, i, j) -=
                    *symmetric_tile_shared_at(&s, i, p) * *symmetric_tile_shared_at(&s, j, p);
            else if (j == p && i < p)
                *symmetric_tile_shared_at(&s, i, j) = 0;
        }
        __syncthreads();
    }
    return symmetric_tile_from_shared(&s);
}

__global__ void cholesky(const float *A, float *L)
{
    const struct tile_view matrix = matrix_view(CHOLESKY_N, CHOLESKY_N, CHOLESKY_N);
    const int offset = blockIdx.x * CHOLESKY_N * CHOLESKY_N;
    struct symmetric_tile a = symmetric_tile_load(A + offset, matrix, at_2(0, 0));
    symmetric_tile_store(L + offset, matrix, at_2(0, 0), tile_cholesky(a));
}

void linear_cholesky(int count, const float *A, float *L)
{
    cholesky<<<count, THREADS>>>(A, L);
    CUDA_CHECK_LAUNCH();
}

// ---- tile_fft --------------------------------------------------------------------------------------

#define TILE part
#define TILE_ELEMENT float
#define TILE_SHAPE FFT_SIDE, FFT_SIDE
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

#define MATMUL part_matmul
#define MATMUL_A part
#define MATMUL_B part
#define MATMUL_C part
#include "../../common/device/tile/define_matmul.h"

struct complex_tile {
    struct part re, im;
};

TILE_FUNCTION float times(float x, float y) { return x * y; }

// Each element of x times the same element of y.
TILE_FUNCTION struct complex_tile complex_times(struct complex_tile x, struct complex_tile y)
{
    const struct complex_tile product = {
        part_add(part_map2(x.re, y.re, times), part_scale(-1, part_map2(x.im, y.im, times))),
        part_add(part_map2(x.re, y.im, times), part_map2(x.im, y.re, times))};
    return product;
}

// The matrix product x y: four products of real tiles.
TILE_FUNCTION struct complex_tile complex_matmul(struct complex_tile x, struct complex_tile y)
{
    struct complex_tile product = {part_zeros(), part_zeros()};
    part_matmul(x.re, y.re, &product.re);
    part_matmul(part_scale(-1, x.im), y.im, &product.re);
    part_matmul(x.re, y.im, &product.im);
    part_matmul(x.im, y.re, &product.im);
    return product;
}

// Two matrices of the same view, one after the other.
TILE_FUNCTION struct complex_tile complex_load(const float *array)
{
    const struct tile_view square = matrix_view(FFT_SIDE, FFT_SIDE, FFT_SIDE);
    const struct complex_tile t = {part_load(array, square, at_2(0, 0)),
                                   part_load(array + FFT_N, square, at_2(0, 0))};
    return t;
}

// x(a,b) is element 8 a + b of the signal, result(c,d) element c + 8 d of its transform:
// the sum over b of w^(b c) w^(8 b d) times the sum over a of w^(8 a c) x(a,b), w = e^(-2 pi i /
// 64).
TILE_FUNCTION struct complex_tile tile_fft(struct complex_tile x, struct complex_tile dft,
                                           struct complex_tile twiddles)
{
    TILE_OPERATION("tile_fft", THREADS);
    return complex_matmul(complex_times(complex_matmul(dft, x), twiddles), dft);
}

__global__ void fft(const float *factors, const float *signals, float *spectra)
{
    const struct tile_view by_columns = view_4(1, 1, FFT_SIDE, FFT_SIDE, 0, 0, 1, FFT_SIDE);
    const int offset = blockIdx.x * 2 * FFT_N;
    const struct complex_tile y = tile_fft(complex_load(signals + offset), complex_load(factors),
                                           complex_load(factors + 2 * FFT_N));
    part_store(spectra + offset, by_columns, at_2(0, 0), y.re);
    part_store(spectra + offset + FFT_N, by_columns, at_2(0, 0), y.im);
}

void linear_fft_factors(float factors[FFT_FACTORS])
{
    for (int i = 0; i < FFT_SIDE; i++)
        for (int j = 0; j < FFT_SIDE; j++) {
            const double angle = -2 * acos(-1.0) * i * j / FFT_N;
            float *f = &factors[i * FFT_SIDE + j];
            f[0] = (float)cos(FFT_SIDE * angle); // the transform of 8 numbers, a symmetric matrix
            f[FFT_N] = (float)sin(FFT_SIDE * angle);
            f[2 * FFT_N] = (float)cos(angle); // the twiddle factors
            f[3 * FFT_N] = (float)sin(angle);
        }
}

void linear_fft(int count, const float *factors, const float *signals, float *spectra)
{
    fft<<<count, THREADS>>>(factors, signals, spectra);
    CUDA_CHECK_LAUNCH();
}
