// SPDX-License-Identifier: MIT
//
// curand_skip.c: skips far ahead in a sequence. A step of either generator is the multiplication by
// a matrix, so n steps are one multiplication by its n-th power, computed from squares.
#include <pthread.h>
#include <string.h>

#include "emu/device/curand.h"

enum { POWERS = 67 + 64, WORDS = 5, BITS = 32 * WORDS };

// ---- XORWOW: 160 bits, over GF(2)
// -----------------------------------------------------------------

// squares[p] is the matrix of 2^p steps; row i is the image of bit i.
static unsigned int squares[POWERS][BITS][WORDS];
static pthread_once_t squares_once = PTHREAD_ONCE_INIT;

static void apply(unsigned int m[BITS][WORDS], unsigned int v[WORDS])
{
    unsigned int result[WORDS] = {0};
    for (int i = 0; i < BITS; i++)
        if (v[i / 32] >> (i % 32) & 1)
            for (int w = 0; w < WORDS; w++)
                result[w] ^= m[i][w];
    memcpy(v, result, sizeof result);
}

static void make_squares(void)
{
    for (int i = 0; i < BITS; i++) {
        curandStateXORWOW_t s = {0};
        s.v[i / 32] = 1u << (i % 32);
        emu_xorwow_next(&s);
        memcpy(squares[0][i], s.v, sizeof s.v);
    }
    for (int p = 1; p < POWERS; p++)
        for (int i = 0; i < BITS; i++) {
            memcpy(squares[p][i], squares[p - 1][i], sizeof squares[p][i]);
            apply(squares[p - 1], squares[p][i]);
        }
}

void emu_xorwow_skip(unsigned int v[5], int power, unsigned long long n)
{
    if (n)
        pthread_once(&squares_once, make_squares);
    for (; n; n >>= 1, power++)
        if (n & 1)
            apply(squares[power], v);
}

// ---- MRG32k3a: two 3 x 3 matrices, modulo two primes
// ----------------------------------------------

enum { MRG_POWERS = 127 + 64 };
typedef uint64_t matrix[3][3];

static const uint64_t primes[2] = {EMU_MRG_M1, EMU_MRG_M2};
static matrix mrg_squares[MRG_POWERS][2];
static pthread_once_t mrg_once = PTHREAD_ONCE_INIT;

static void make_mrg_squares(void)
{
    static const matrix steps[2] = {{{0, 1, 0}, {0, 0, 1}, {EMU_MRG_M1 - 810728, 1403580, 0}},
                                    {{0, 1, 0}, {0, 0, 1}, {EMU_MRG_M2 - 1370589, 0, 527612}}};
    memcpy(mrg_squares[0], steps, sizeof steps);
    for (int p = 1; p < MRG_POWERS; p++)
        for (int part = 0; part < 2; part++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    uint64_t sum = 0;
                    for (int k = 0; k < 3; k++)
                        sum += mrg_squares[p - 1][part][i][k] * mrg_squares[p - 1][part][k][j] %
                               primes[part];
                    mrg_squares[p][part][i][j] = sum % primes[part];
                }
}

static void mrg_apply(const matrix m, uint64_t prime, unsigned int s[3])
{
    unsigned int result[3];
    for (int i = 0; i < 3; i++)
        result[i] = (unsigned int)((m[i][0] * s[0] % prime + m[i][1] * s[1] % prime +
                                    m[i][2] * s[2] % prime) %
                                   prime);
    memcpy(s, result, sizeof result);
}

void emu_mrg_skip(unsigned int s1[3], unsigned int s2[3], int power, unsigned long long n)
{
    if (n)
        pthread_once(&mrg_once, make_mrg_squares);
    for (; n; n >>= 1, power++)
        if (n & 1) {
            mrg_apply(mrg_squares[power][0], primes[0], s1);
            mrg_apply(mrg_squares[power][1], primes[1], s2);
        }
}
