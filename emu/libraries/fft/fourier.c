// SPDX-License-Identifier: MIT
//
// fourier.c: the Cooley-Tukey recursion over the prime factors of the length. A length with a large
// prime factor becomes a convolution, whose length is a power of two (Bluestein, 1970).
#include "fourier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../library.h"

enum { LARGEST_FACTOR = 61 };

static double _Complex root(size_t k, size_t n, int sign) // e^(sign 2 pi i k / n)
{
    const double turn = 2 * M_PI * (double)(k % n) / (double)n;
    return CMPLX(cos(turn), sign * sin(turn));
}

static size_t smallest_factor(size_t n)
{
    for (size_t p = 2; p * p <= n; p++)
        if (n % p == 0)
            return p;
    return n;
}

static bool has_large_factor(size_t n)
{
    while (n > 1) {
        const size_t p = smallest_factor(n);
        if (p > LARGEST_FACTOR)
            return true;
        n /= p;
    }
    return false;
}

// out[0..n) = the transform of n numbers that are `step` apart; roots: the `all` roots of unity.
static void recurse(const double _Complex *in, size_t step, double _Complex *out, size_t n,
                    const double _Complex *roots, size_t all)
{
    if (n < 2) {
        *out = *in;
        return;
    }
    const size_t p = smallest_factor(n), m = n / p;
    for (size_t r = 0; r < p; r++)
        recurse(in + r * step, step * p, out + r * m, m, roots, all);
    for (size_t k = 0; k < m; k++) {
        double _Complex parts[LARGEST_FACTOR];
        for (size_t r = 0; r < p; r++)
            parts[r] = out[r * m + k] * roots[r * k * (all / n)];
        for (size_t q = 0; q < p; q++) {
            double _Complex sum = parts[0];
            for (size_t r = 1; r < p; r++)
                sum += parts[r] * roots[r * q % p * (all / p)];
            out[q * m + k] = sum;
        }
    }
}

static void by_factors(double _Complex *x, size_t n, int sign)
{
    double _Complex *roots = library_memory(2 * n, sizeof *roots), *out = roots + n;
    for (size_t k = 0; k < n; k++)
        roots[k] = root(k, n, sign);
    recurse(x, 1, out, n, roots, n);
    memcpy(x, out, n * sizeof *x);
    free(roots);
}

// j k = (j^2 + k^2 - (k - j)^2) / 2: a convolution with a chirp.
static void by_convolution(double _Complex *x, size_t n, int sign)
{
    size_t length = 1;
    while (length < 2 * n)
        length *= 2;
    double _Complex *a = library_memory(2 * length, sizeof *a), *b = a + length;
    for (size_t j = 0; j < n; j++) {
        const double _Complex chirp = root(j * j % (2 * n), 2 * n, sign);
        a[j] = x[j] * chirp;
        b[j] = b[(length - j) % length] = conj(chirp);
    }
    by_factors(a, length, -1);
    by_factors(b, length, -1);
    for (size_t j = 0; j < length; j++)
        a[j] *= b[j];
    by_factors(a, length, 1);
    for (size_t k = 0; k < n; k++)
        x[k] = a[k] * root(k * k % (2 * n), 2 * n, sign) / (double)length;
    free(a);
}

void fourier(double _Complex *x, size_t n, size_t step, int sign)
{
    double _Complex *line = library_memory(n, sizeof *line);
    for (size_t i = 0; i < n; i++)
        line[i] = x[i * step];
    if (has_large_factor(n))
        by_convolution(line, n, sign);
    else
        by_factors(line, n, sign);
    for (size_t i = 0; i < n; i++)
        x[i * step] = line[i];
    free(line);
}
