// SPDX-License-Identifier: MIT
//
// test_matrix.c: host matrices, element types, offsets, and the statistics of times.
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/index.h"
#include "../../common/step/matrix.h"
#include "../../common/base/random.h"
#include "../../common/step/scales.h"
#include "../../common/base/timer.h"
#include "../../common/driver/waves.h"

// ---- Allocation ----------------------------------------------------------------------------------

Test(matrix, alloc_is_aligned_and_sized)
{
    struct matrix M;
    cr_assert(matrix_alloc(&M, DTYPE_F32, 3, 5, 7));
    cr_assert((uintptr_t)M.data % 64 == 0);
    cr_assert(matrix_bytes(&M) == 84);                             // 3 x 7 elements of 4 bytes
    cr_assert((char *)matrix_at(&M, 2, 4) - (char *)M.data == 72); // (2 x 7 + 4) elements
    matrix_free(&M);
    cr_assert(M.data == NULL);
    matrix_free(&M); // twice does no harm
}

Test(matrix, alloc_of_nothing)
{
    const int sizes[][2] = {{0, 0}, {0, 5}, {5, 0}};
    for (int i = 0; i < 3; i++) {
        struct matrix M;
        cr_assert(matrix_alloc(&M, DTYPE_F64, sizes[i][0], sizes[i][1], sizes[i][1]));
        cr_assert(M.data != NULL && matrix_bytes(&M) == 0);
        matrix_fill_random(&M, 1);
        matrix_free(&M);
    }
}

Test(matrix, alloc_too_large_fails)
{
    struct matrix M;
    cr_assert(matrix_bytes_of(DTYPE_F64, INT_MAX, INT_MAX) == SIZE_MAX);
    cr_assert(!matrix_alloc(&M, DTYPE_F64, INT_MAX, INT_MAX, INT_MAX));
    cr_assert(!matrix_alloc(&M, DTYPE_F32, INT_MAX, INT_MAX, INT_MAX));
    matrix_free(&M);
}

// ---- Filling -------------------------------------------------------------------------------------

// Whether every byte between the rows of M is `byte`.
static bool between_rows(const struct matrix *M, unsigned char byte)
{
    const size_t size = dtype_size(M->type);
    for (int i = 0; i < M->rows; i++) {
        const unsigned char *gap = matrix_at(M, i, M->cols);
        for (size_t b = 0; b < (size_t)(M->ld - M->cols) * size; b++)
            if (gap[b] != byte)
                return false;
    }
    return true;
}

Test(matrix, random_does_not_depend_on_ld)
{
    for (enum dtype type = DTYPE_F16; type < DTYPE_COUNT; type++) {
        struct matrix dense, wide;
        cr_assert(matrix_alloc(&dense, type, 37, 300, 300));
        cr_assert(matrix_alloc(&wide, type, 37, 300, 311));
        matrix_fill_bytes(&wide, 0xA5);
        matrix_fill_random(&dense, 7);
        matrix_fill_random(&wide, 7);
        for (int i = 0; i < 37; i++)
            cr_assert(memcmp(matrix_at(&dense, i, 0), matrix_at(&wide, i, 0),
                             300 * dtype_size(type)) == 0,
                      "%s row %d", dtype_name(type), i);
        cr_assert(between_rows(&wide, 0xA5));
        matrix_free(&dense);
        matrix_free(&wide);
    }
}

Test(matrix, random_depends_on_seed)
{
    struct matrix M, N;
    cr_assert(matrix_alloc(&M, DTYPE_F32, 8, 8, 8) && matrix_alloc(&N, DTYPE_F32, 8, 8, 8));
    matrix_fill_random(&M, 1);
    matrix_fill_random(&N, 2);
    cr_assert(memcmp(M.data, N.data, matrix_bytes(&M)) != 0);
    matrix_fill_random(&N, 1);
    cr_assert(memcmp(M.data, N.data, matrix_bytes(&M)) == 0);
    matrix_free(&M);
    matrix_free(&N);
}

Test(matrix, random_is_normal)
{
    enum { SIDE = 500 };
    struct matrix M;
    cr_assert(matrix_alloc(&M, DTYPE_F64, SIDE, SIDE, SIDE));
    matrix_fill_random(&M, 3);
    double sum = 0, squares = 0, inside = 0, count = SIDE * SIDE;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const double x = matrix_get(&M, i, j);
            sum += x;
            squares += x * x;
            inside += fabs(x) < 1;
        }
    // Three standard errors of 250000 samples: 0.006, 0.0085 and 0.0028.
    cr_assert(fabs(sum / count) < 0.006, "mean %g", sum / count);
    cr_assert(fabs(squares / count - 1) < 0.0085, "variance %g", squares / count);
    cr_assert(fabs(inside / count - 0.6827) < 0.0028, "within one sigma %g", inside / count);
    matrix_free(&M);
}

// Sum, with an order, of the bits of `count` numbers.
static uint64_t digest(const double *x, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        sum = (sum ^ bits) * 0x100000001B3u;
    }
    return sum;
}

// The lessons print errors of products of these: no C library and no compiler may change a bit.
Test(matrix, random_has_the_same_bits_on_every_system)
{
    enum { COUNT = 100000 };
    static const double first[][3] = {
        {0x1.8c22a77ed4d72p+0, -0x1.089a8b374009dp-1, -0x1.14a0e3617a051p+0},
        {-0x1.e9b93b417cfd2p-2, 0x1.17eb4e0f4b4d1p-1, -0x1.b14660cff6c52p+0},
    };
    struct matrix M;
    cr_assert(matrix_alloc(&M, DTYPE_F64, 1, COUNT, COUNT));
    for (int seed = 2; seed >= 1; seed--) {
        matrix_fill_random(&M, (uint64_t)seed);
        for (int i = 0; i < 3; i++)
            cr_assert(((const double *)M.data)[i] == first[seed - 1][i], "seed %d", seed);
    }
    cr_assert(digest(M.data, COUNT) == 0xF8A672CE89EE02C4);
    matrix_free(&M);
}

Test(random, powers_of_two)
{
    static double x[8001];
    for (int i = -4000; i <= 4000; i++) {
        x[i + 4000] = power_of_two(i * 0x1p-10);
        cr_assert(fabs(x[i + 4000] / exp2(i * 0x1p-10) - 1) < 4e-16, "2^(%d / 1024)", i);
        if (i % 1024 == 0)
            cr_assert(x[i + 4000] == ldexp(1, i / 1024));
    }
    cr_assert(digest(x, 8001) == 0x9EBDDF3B6D4364BC);
}

// Both parts of Box and Muller's formula as the C library has them.
Test(random, normal_numbers)
{
    for (uint64_t i = 0; i < 100000; i++) {
        // Every eighth of the circle, and its borders.
        const uint64_t bits = i % 4 ? random_bits(5, i) : random_bits(5, i) & 0xFFFFFFFFE0000000u;
        const double u = ((double)(bits >> 32) + 0.5) * 0x1p-32;
        const double turn = (double)(bits & 0xFFFFFFFFu) * 0x1p-32;
        const double wanted = sqrt(-2 * log(u)) * cos(6.283185307179586 * turn);
        const double got = random_normal(bits);
        cr_assert(fabs(got - wanted) < 2e-14, "%016llx: %.17g, not %.17g", (unsigned long long)bits,
                  got, wanted);
    }
    cr_assert(fabs(random_normal(0) - sqrt(66 * log(2))) < 1e-14);
    cr_assert(fabs(random_normal((uint64_t)UINT32_MAX << 32) - 0x1p-16) < 1e-9);
}

Test(matrix, random_integers)
{
    struct matrix M;
    int times[17] = {0};
    cr_assert(matrix_alloc(&M, DTYPE_I8, 50, 50, 50));
    matrix_fill_random(&M, 1);
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 50; j++) {
            const int x = (int)matrix_get(&M, i, j);
            cr_assert(abs(x) <= 8);
            times[x + 8]++;
        }
    for (int i = 0; i < 17; i++) // 147 each, give or take 12
        cr_assert(times[i] > 90 && times[i] < 210, "%d comes %d times", i - 8, times[i]);
    matrix_free(&M);
}

Test(matrix, copy_keeps_the_gaps)
{
    struct matrix M, N;
    cr_assert(matrix_alloc(&M, DTYPE_F32, 5, 6, 6) && matrix_alloc(&N, DTYPE_F64, 5, 6, 9));
    matrix_fill_random(&M, 1);
    matrix_fill_bytes(&N, 0x5A);
    matrix_copy(&N, &M);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++)
            cr_assert(matrix_get(&M, i, j) == matrix_get(&N, i, j));
    cr_assert(between_rows(&N, 0x5A));
    matrix_fill(&N, 2.5);
    cr_assert(matrix_get(&N, 4, 5) == 2.5 && between_rows(&N, 0x5A));
    matrix_set(&N, 1, 2, -1);
    cr_assert(matrix_get(&N, 1, 2) == -1 && matrix_get(&N, 1, 3) == 2.5);
    matrix_free(&M);
    matrix_free(&N);
}

// ---- Element types -------------------------------------------------------------------------------

static double round_trip(enum dtype type, double x)
{
    unsigned char element[8];
    double back;
    dtype_from_double(type, &x, 1, element);
    dtype_to_double(type, element, 1, &back);
    return back;
}

Test(dtype, every_16_bit_float_survives)
{
    for (int t = 0; t < 2; t++)
        for (unsigned bits = 0; bits <= 0xFFFF; bits++) {
            const enum dtype type = t == 0 ? DTYPE_F16 : DTYPE_BF16;
            const uint16_t before = (uint16_t)bits;
            uint16_t after;
            double x;
            dtype_to_double(type, &before, 1, &x);
            dtype_from_double(type, &x, 1, &after);
            cr_assert(isnan(x) ? isnan(round_trip(type, x)) : before == after, "%s %04x",
                      dtype_name(type), bits);
        }
}

Test(dtype, bfloat16_is_the_upper_half_of_a_float)
{
    for (unsigned bits = 0; bits <= 0xFFFF; bits++) {
        const uint16_t b = (uint16_t)bits;
        const uint32_t wide = bits << 16;
        float f;
        double x;
        memcpy(&f, &wide, sizeof f);
        dtype_to_double(DTYPE_BF16, &b, 1, &x);
        cr_assert(isnan(f) ? isnan(x) : (double)f == x, "%04x", bits);
    }
}

Test(dtype, rounds_to_nearest_even)
{
    cr_assert(round_trip(DTYPE_F16, 1 + 0x1p-11) == 1);              // a tie: down to even
    cr_assert(round_trip(DTYPE_F16, 1 + 0x3p-11) == 1 + 0x1p-9);     // a tie: up to even
    cr_assert(round_trip(DTYPE_F16, 1 + 0x1.01p-11) == 1 + 0x1p-10); // above the tie
    cr_assert(round_trip(DTYPE_F16, 65519) == 65504);
    cr_assert(isinf(round_trip(DTYPE_F16, 65520)));
    cr_assert(round_trip(DTYPE_F16, 0x1p-25) == 0); // half the smallest: a tie
    cr_assert(round_trip(DTYPE_F16, 0x1.1p-25) == 0x1p-24);
    cr_assert(round_trip(DTYPE_F16, 2047 * 0x1p-25) == 0x1p-14); // subnormal up to normal
    cr_assert(signbit(round_trip(DTYPE_F16, -0.0)));
    cr_assert(round_trip(DTYPE_BF16, 1 + 0x1p-8) == 1);
    cr_assert(isinf(round_trip(DTYPE_BF16, 0x1.FFp127)));
    cr_assert(isinf(round_trip(DTYPE_F32, 1e300)) && round_trip(DTYPE_F32, -1e300) < 0);
    cr_assert(round_trip(DTYPE_F32, 0x1.FFFFFEFp127) == 0x1.FFFFFEp127);
}

// 4 bits of exponent, 3 of fraction, no Inf: all 256, and values between them.
Test(dtype, e4m3_is_as_the_format_says)
{
    for (int bits = 0; bits < 256; bits++) {
        const uint8_t byte = (uint8_t)bits;
        const int exponent = bits >> 3 & 15, fraction = bits & 7;
        const double size = exponent ? (8 + fraction) * pow(2, exponent - 10) : fraction * 0x1p-9;
        uint8_t back;
        double x;
        dtype_to_double(DTYPE_E4M3, &byte, 1, &x);
        dtype_from_double(DTYPE_E4M3, &x, 1, &back);
        cr_assert((bits & 127) == 127 ? isnan(x) : x == (bits & 128 ? -size : size), "%02x", bits);
        cr_assert(isnan(x) ? (back & 127) == 127 : back == byte, "%02x: %02x", bits, back);
    }
    cr_assert(round_trip(DTYPE_E4M3, 17) == 16 && round_trip(DTYPE_E4M3, 19) == 20); // ties: even
    cr_assert(round_trip(DTYPE_E4M3, 0x1p-10) == 0 && round_trip(DTYPE_E4M3, 0x3p-10) == 0x1p-8);
    cr_assert(round_trip(DTYPE_E4M3, 0x1.Fp-7) == 0x1p-6); // subnormal up to normal
    cr_assert(round_trip(DTYPE_E4M3, 1e9) == 448 && round_trip(DTYPE_E4M3, -480) == -448);
    cr_assert(round_trip(DTYPE_E4M3, INFINITY) == 448 && isnan(round_trip(DTYPE_E4M3, NAN)));
}

// Scales of A for a row and 128 of k, of B for 128 x 128, stored transposed or not; gaps are NaN.
Test(matrix, scales_are_of_blocks)
{
    enum { M = 6, N = 130, K = 300, K_BLOCKS = 3 };
    for (int is_b = 0; is_b < 2; is_b++)
        for (int k_major = 0; k_major < 2; k_major++) {
            const int others = is_b ? N : M;
            struct matrix X;
            cr_assert(
                matrix_alloc(&X, DTYPE_E4M3, k_major ? others : K, k_major ? K : others, 310));
            cr_assert(scales_add(&X, is_b, k_major, 1, false));
            matrix_fill(&X, 3);
            const int ld = is_b ? 4 : 8, used = is_b ? K_BLOCKS : M;
            cr_assert(X.scales.count == (size_t)(is_b ? 2 : K_BLOCKS) * (size_t)ld);
            for (int i = 0; i < others; i++)
                for (int p = 0; p < K; p++) {
                    const float s =
                        X.scales.value[is_b ? i / 128 * ld + p / 128 : p / 128 * ld + i];
                    const double x = matrix_get(&X, k_major ? i : p, k_major ? p : i);
                    cr_assert(s >= 0.5f && s < 2 && x == 3 * (double)s, "%d %d", i, p);
                }
            for (size_t i = 0; i < X.scales.count; i++)
                cr_assert(isnan(X.scales.value[i]) == ((int)i % ld >= used));
            matrix_free(&X);
        }
}

Test(dtype, integers_saturate)
{
    cr_assert(round_trip(DTYPE_I8, 200) == 127 && round_trip(DTYPE_I8, -200) == -128);
    cr_assert(round_trip(DTYPE_I8, 2.5) == 2 && round_trip(DTYPE_I8, NAN) == 0);
    cr_assert(round_trip(DTYPE_I32, 1e10) == INT32_MAX);
}

Test(dtype, constants)
{
    for (enum dtype type = DTYPE_F16; type < DTYPE_COUNT; type++) {
        const double largest = dtype_largest(type), smallest = dtype_smallest(type);
        cr_assert(round_trip(type, largest) == largest, "%s", dtype_name(type));
        cr_assert(round_trip(type, smallest) == smallest, "%s", dtype_name(type));
        cr_assert(round_trip(type, smallest / 2) == 0, "%s", dtype_name(type));
        if (dtype_epsilon(type) > 0) {
            cr_assert(round_trip(type, 1 + dtype_epsilon(type)) > 1);
            cr_assert(round_trip(type, 1 + dtype_epsilon(type) / 2) == 1);
        }
    }
}

// ---- Offsets, waves, times -----------------------------------------------------------------------

Test(layout, offsets_are_64_bit)
{
    cr_assert(row_major(2, 3, 10) == 23);
    cr_assert(row_major(INT_MAX, INT_MAX, INT_MAX) == (ptrdiff_t)INT_MAX * INT_MAX + INT_MAX);
}

Test(layout, ceil_div_at_the_limits)
{
    cr_assert(ceil_div(0, 16) == 0 && ceil_div(1, 16) == 1);
    cr_assert(ceil_div(16, 16) == 1 && ceil_div(17, 16) == 2);
    cr_assert(ceil_div(INT_MAX, 16) == 1 << 27);
    cr_assert(ceil_div(INT_MAX, INT_MAX) == 1);
}

Test(waves, idle_share)
{
    cr_assert(waves_needed(1, 100) == 1 && waves_needed(100, 100) == 1);
    cr_assert(waves_needed(101, 100) == 2);
    cr_assert(waves_idle_share(100, 100) == 0 && waves_idle_share(200, 100) == 0);
    cr_assert(fabs(waves_idle_share(101, 100) - 0.495) < 1e-12);
    cr_assert(fabs(waves_idle_share(25, 100) - 0.75) < 1e-12);
}

Test(timer, statistics)
{
    double odd[] = {5, 1, 4, 2, 3};
    struct statistics s = statistics_of(odd, 5);
    cr_assert(s.count == 5 && s.median == 3 && s.min == 1);
    cr_assert(fabs(s.spread - 2.0 / 3) < 1e-12); // quartiles 2 and 4
    double even[] = {4, 1, 3, 2};
    s = statistics_of(even, 4);
    cr_assert(s.median == 2.5 && s.min == 1);
    double one[] = {7};
    s = statistics_of(one, 1);
    cr_assert(s.median == 7 && s.min == 7 && s.spread == 0);
}

Test(timer, never_goes_back)
{
    double last = timer_seconds();
    for (int i = 0; i < 1000; i++) {
        const double now = timer_seconds();
        cr_assert(now >= last);
        last = now;
    }
}
