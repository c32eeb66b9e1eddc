// SPDX-License-Identifier: MIT
#include "numpy_random.h"

enum { POOL = 4 };

// ---- SeedSequence --------------------------------------------------------------------------------

static uint32_t hashed(uint32_t value, uint32_t *constant, uint32_t factor)
{
    value ^= *constant;
    *constant *= factor;
    value *= *constant;
    return value ^ value >> 16;
}

static uint32_t mixed(uint32_t x, uint32_t y)
{
    const uint32_t result = 0xca01f9ddu * x - 0x4973f715u * y;
    return result ^ result >> 16;
}

static void make_pool(uint32_t pool[POOL], uint32_t seed)
{
    uint32_t constant = 0x43b0d7e5u;
    for (int i = 0; i < POOL; i++)
        pool[i] = hashed(i == 0 ? seed : 0, &constant, 0x931e8875u);
    for (int from = 0; from < POOL; from++)
        for (int to = 0; to < POOL; to++)
            if (from != to)
                pool[to] = mixed(pool[to], hashed(pool[from], &constant, 0x931e8875u));
}

// 128 bits, the upper 64 first; of each 64 the lower 32 first.
static uint128 from_pool(const uint32_t pool[POOL], int first, uint32_t *constant)
{
    uint32_t word[4];
    for (int i = 0; i < 4; i++)
        word[i] = hashed(pool[(first + i) % POOL], constant, 0x58f38dedu);
    const uint64_t upper = (uint64_t)word[1] << 32 | word[0];
    return (uint128)upper << 64 | (uint64_t)word[3] << 32 | word[2];
}

// ---- PCG64: PCG XSL RR 128/64 --------------------------------------------------------------------

static void advance(struct numpy_random *rng)
{
    const uint128 factor = (uint128)2549297995355413924u << 64 | 4865540595714422341u;
    rng->state = rng->state * factor + rng->increment;
}

struct numpy_random numpy_default_rng(uint32_t seed)
{
    uint32_t pool[POOL], constant = 0x8b51f9ddu;
    struct numpy_random rng = {.state = 0};
    make_pool(pool, seed);
    const uint128 begin = from_pool(pool, 0, &constant);
    rng.increment = from_pool(pool, 4, &constant) << 1 | 1;
    advance(&rng);
    rng.state += begin;
    advance(&rng);
    return rng;
}

static uint64_t next_64(struct numpy_random *rng)
{
    advance(rng);
    const uint64_t folded = (uint64_t)(rng->state >> 64) ^ (uint64_t)rng->state;
    const unsigned turn = (unsigned)(rng->state >> 122);
    return folded >> turn | folded << (-turn & 63);
}

double numpy_random_f64(struct numpy_random *rng) { return (double)(next_64(rng) >> 11) * 0x1p-53; }

float numpy_random_f32(struct numpy_random *rng)
{
    uint32_t bits = rng->kept;
    rng->has_kept = !rng->has_kept;
    if (rng->has_kept) {
        const uint64_t both = next_64(rng);
        bits = (uint32_t)both;
        rng->kept = (uint32_t)(both >> 32);
    }
    return (float)(bits >> 8) * 0x1p-24f;
}
