// SPDX-License-Identifier: MIT
//
// emu/device/curand.h: the generators of cuRAND, for the device functions (curand_kernel.h) and the
// host's (emu/libraries/rand/curand.c). The algorithms are published:
//
//   XORWOW            G. Marsaglia, "Xorshift RNGs", 2003
//   Philox4x32-10     J. Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011
//   MRG32k3a          P. L'Ecuyer, "Good parameters and implementations for combined multiple
//                     recursive random number generators", 1999
//
// Seeding and the choice of streams follow cuRAND, so that the sequences are equal.
#ifndef EMU_CURAND_H
#define EMU_CURAND_H

#include <math.h>
#include <stdint.h>

#include "../../vector_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EMU_RANDOM static inline __attribute__((always_inline, unused))

typedef struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
} curandStateXORWOW_t;

typedef struct curandStatePhilox4_32_10 {
    struct uint4 ctr, output;
    struct uint2 key;
    unsigned int STATE; // how many of the four were returned
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
} curandStatePhilox4_32_10_t;

typedef struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
} curandStateMRG32k3a_t;

// The state after another 2^power * n draws (curand_skip.c). MRG32k3a: power 0, 76 or 127; XORWOW:
// 0 or 67.
void emu_xorwow_skip(unsigned int v[5], int power, unsigned long long n);
void emu_mrg_skip(unsigned int s1[3], unsigned int s2[3], int power, unsigned long long n);

// ---- XORWOW -------------------------------------------------------------------------------------

enum { EMU_WEYL_STEP = 362437 };

EMU_RANDOM unsigned int emu_xorwow_next(curandStateXORWOW_t *s)
{
    const unsigned int t = s->v[0] ^ (s->v[0] >> 2), last = s->v[4];
    s->v[0] = s->v[1];
    s->v[1] = s->v[2];
    s->v[2] = s->v[3];
    s->v[3] = last;
    s->v[4] = (last ^ (last << 4)) ^ (t ^ (t << 1));
    s->d += EMU_WEYL_STEP;
    return s->v[4] + s->d;
}

static inline curandStateXORWOW_t
emu_xorwow_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset)
{
    const unsigned int a = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    const unsigned int b = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    curandStateXORWOW_t s = {
        6615241 + a + b,
        {123456789 + a, 362436069 ^ a, 521288629 + b, 88675123 ^ b, 5783321 + a},
        0,
        0,
        0,
        0};
    emu_xorwow_skip(s.v, 67, sequence);
    emu_xorwow_skip(s.v, 0, offset);
    s.d += EMU_WEYL_STEP * (unsigned int)offset; // adding it 2^67 times changes nothing
    return s;
}

// ---- Philox4x32-10 ------------------------------------------------------------------------------

EMU_RANDOM struct uint4 emu_philox(struct uint4 c, struct uint2 k)
{
    for (int round = 0; round < 10; round++) {
        const uint64_t x = 0xD2511F53ull * c.x, z = 0xCD9E8D57ull * c.z;
        const struct uint4 next = {(unsigned int)(z >> 32) ^ c.y ^ k.x, (unsigned int)z,
                                   (unsigned int)(x >> 32) ^ c.w ^ k.y, (unsigned int)x};
        c = next;
        k.x += 0x9E3779B9u;
        k.y += 0xBB67AE85u;
    }
    return c;
}

EMU_RANDOM void emu_philox_count(curandStatePhilox4_32_10_t *s, unsigned long long n)
{
    const uint64_t low = s->ctr.x | (uint64_t)s->ctr.y << 32, sum = low + n;
    s->ctr.x = (unsigned int)sum;
    s->ctr.y = (unsigned int)(sum >> 32);
    if (sum < low && ++s->ctr.z == 0)
        s->ctr.w++;
}

static inline void emu_philox_skip(curandStatePhilox4_32_10_t *s, unsigned long long sequences,
                                   unsigned long long n)
{
    const uint64_t high = (s->ctr.z | (uint64_t)s->ctr.w << 32) + sequences;
    s->ctr.z = (unsigned int)high;
    s->ctr.w = (unsigned int)(high >> 32);
    s->STATE += (unsigned int)(n & 3);
    emu_philox_count(s, n / 4 + s->STATE / 4);
    s->STATE %= 4;
    s->output = emu_philox(s->ctr, s->key);
}

static inline curandStatePhilox4_32_10_t
emu_philox_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset)
{
    curandStatePhilox4_32_10_t s = {{0, 0, 0, 0},
                                    {0, 0, 0, 0},
                                    {(unsigned int)seed, (unsigned int)(seed >> 32)},
                                    0,
                                    0,
                                    0,
                                    0,
                                    0};
    emu_philox_skip(&s, sequence, offset);
    return s;
}

EMU_RANDOM unsigned int emu_philox_next(curandStatePhilox4_32_10_t *s)
{
    const unsigned int given = s->STATE == 0   ? s->output.x
                               : s->STATE == 1 ? s->output.y
                               : s->STATE == 2 ? s->output.z
                                               : s->output.w;
    if (++s->STATE == 4) {
        emu_philox_count(s, 1);
        s->output = emu_philox(s->ctr, s->key);
        s->STATE = 0;
    }
    return given;
}

// ---- MRG32k3a -----------------------------------------------------------------------------------

#define EMU_MRG_M1 4294967087u
#define EMU_MRG_M2 4294944443u

// 1 to m1
EMU_RANDOM unsigned int emu_mrg_next(curandStateMRG32k3a_t *s)
{
    const uint64_t p = (1403580ull * s->s1[1] + 810728ull * (EMU_MRG_M1 - s->s1[0])) % EMU_MRG_M1;
    const uint64_t q = (527612ull * s->s2[2] + 1370589ull * (EMU_MRG_M2 - s->s2[0])) % EMU_MRG_M2;
    s->s1[0] = s->s1[1];
    s->s1[1] = s->s1[2];
    s->s1[2] = (unsigned int)p;
    s->s2[0] = s->s2[1];
    s->s2[1] = s->s2[2];
    s->s2[2] = (unsigned int)q;
    return (unsigned int)(p > q ? p - q : p + EMU_MRG_M1 - q);
}

// The generator has less than 2^32 results, which are scaled to 32 bits.
EMU_RANDOM unsigned int emu_mrg_bits(curandStateMRG32k3a_t *s)
{
    return (unsigned int)(emu_mrg_next(s) * 1.000000048662);
}

EMU_RANDOM double emu_mrg_uniform(curandStateMRG32k3a_t *s)
{
    return emu_mrg_next(s) * 2.3283065498378288e-10;
}

static inline curandStateMRG32k3a_t
emu_mrg_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset)
{
    curandStateMRG32k3a_t s = {{12345, 12345, 12345}, {12345, 12345, 12345}, 0, 0, 0, 0};
    const uint64_t a = (unsigned int)seed ^ 0x55555555u,
                   b = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3 && seed != 0; i++) {
        s.s1[i] = (unsigned int)((i == 1 ? b : a) * 12345 % EMU_MRG_M1);
        s.s2[i] = (unsigned int)((i == 1 ? a : b) * 12345 % EMU_MRG_M2);
    }
    emu_mrg_skip(s.s1, s.s2, 76, sequence);
    emu_mrg_skip(s.s1, s.s2, 0, offset);
    return s;
}

// ---- Distributions ------------------------------------------------------------------------------

EMU_RANDOM float emu_uniform(unsigned int x)
{
    return fmaf((float)x, 2.3283064e-10f, 2.3283064e-10f / 2); // 0 is excluded, 1 is not
}

// 53 bits of two draws
EMU_RANDOM double emu_uniform_double(unsigned int x, unsigned int y)
{
    const uint64_t z = x ^ (uint64_t)y << 21;
    return fma((double)z, 1.1102230246251565e-16, 1.1102230246251565e-16 / 2);
}

EMU_RANDOM double emu_uniform_double_of_one(unsigned int x)
{
    return fma(x, 2.3283064365386963e-10, 2.3283064365386963e-10);
}

// Box-Muller transform: two uniform numbers become two normal ones. turn: 0 to 2 pi
EMU_RANDOM void emu_box_muller(float u, float turn, float out[2])
{
    const float size = sqrtf(-2.0f * logf(u));
    out[0] = sinf(turn) * size;
    out[1] = cosf(turn) * size;
}

EMU_RANDOM void emu_box_muller_double(double u, double turn, double out[2])
{
    const double size = sqrt(-2.0 * log(u));
    out[0] = sin(turn) * size;
    out[1] = cos(turn) * size;
}

EMU_RANDOM void emu_normal_pair(unsigned int x, unsigned int y, float out[2])
{
    const float step = 2.3283064e-10f * 6.2831855f;
    emu_box_muller(emu_uniform(x), fmaf((float)y, step, step / 2), out);
}

EMU_RANDOM void emu_normal_pair_double(const unsigned int x[4], double out[2])
{
    const double pi = 3.14159265358979323846;
    emu_box_muller_double(emu_uniform_double(x[0], x[1]), 2 * emu_uniform_double(x[2], x[3]) * pi,
                          out);
}

// A Poisson number needs a variable number of uniform ones: begin, then draw until it is done.
struct emu_poisson {
    double mean, product, first; // first: the first of a trial's two numbers
    unsigned int result;
    int done, has_first;
};

EMU_RANDOM struct emu_poisson emu_poisson_begin(double mean)
{
    const struct emu_poisson p = {mean, 1, 0, 0, mean <= 0, 0};
    return p;
}

EMU_RANDOM void emu_poisson_draw(struct emu_poisson *p, double uniform)
{
    const double small = 64;
    if (p->mean < small) { // Knuth: count the factors until the product falls below e^-mean
        p->product *= uniform;
        p->done = p->product <= exp(-p->mean);
        p->result += !p->done;
        return;
    }
    p->has_first = !p->has_first;
    if (p->has_first) {
        p->first = uniform;
        return;
    }
    // Hoermann, "The transformed rejection method for generating Poisson random variables", 1993
    const double b = 0.931 + 2.53 * sqrt(p->mean), a = -0.059 + 0.02483 * b;
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    const double u = p->first - 0.5, us = 0.5 - fabs(u);
    const double k = floor((2 * a / us + b) * u + p->mean + 0.43);
    if (k < 0 || us <= 0 || (us < 0.013 && uniform > us))
        return;
    p->done = log(uniform) + log(inverse_alpha) - log(a / (us * us) + b) <=
              -p->mean + k * log(p->mean) - lgamma(k + 1);
    p->result = (unsigned int)k;
}

#ifdef __cplusplus
}
#endif
#endif
