// SPDX-License-Identifier: MIT
//
// curand_kernel.h: cuRAND's device functions, with its sequences: XORWOW, Philox4_32_10, MRG32k3a.
// Normal numbers may differ from a GPU's in the last bits, because its sine function differs.
// Poisson numbers have the right distribution but use other algorithms.
#ifndef EMU_CURAND_KERNEL_H
#define EMU_CURAND_KERNEL_H

#include "curand.h"
#include "../emu/device/curand.h"
#include "../vector_functions.h"

typedef curandStateXORWOW_t curandState_t;
typedef curandStateXORWOW_t curandState;
typedef curandStateXORWOW_t curandStateXORWOW;
typedef curandStatePhilox4_32_10_t curandStatePhilox4_32_10;
typedef curandStateMRG32k3a_t curandStateMRG32k3a;

// The state is computed in a local variable and stored as a whole, as a GPU does from its
// registers. The variable is needed with -O0, where gcc would let init() store directly to memory,
// unseen.
#define EMU_CURAND_INIT(State, init) \
    EMU_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence, \
                                unsigned long long offset, State *state) \
    { \
        const State s = init(seed, sequence, offset); \
        *state = s; \
    }
EMU_CURAND_INIT(curandStateXORWOW_t, emu_xorwow_init)
EMU_CURAND_INIT(curandStatePhilox4_32_10_t, emu_philox_init)
EMU_CURAND_INIT(curandStateMRG32k3a_t, emu_mrg_init)
#undef EMU_CURAND_INIT

EMU_RANDOM unsigned int curand(curandStateXORWOW_t *state) { return emu_xorwow_next(state); }
EMU_RANDOM unsigned int curand(curandStatePhilox4_32_10_t *state) { return emu_philox_next(state); }
EMU_RANDOM unsigned int curand(curandStateMRG32k3a_t *state) { return emu_mrg_bits(state); }

EMU_RANDOM uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    const unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
    return make_uint4(x, y, z, w);
}

// ---- Skip ahead ---------------------------------------------------------------------------------

EMU_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    curandStateXORWOW_t s = *state;
    emu_xorwow_skip(s.v, 0, n);
    s.d += EMU_WEYL_STEP * (unsigned int)n;
    *state = s;
}
EMU_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    curandStateXORWOW_t s = *state;
    emu_xorwow_skip(s.v, 67, n);
    *state = s;
}
EMU_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    emu_philox_skip(state, 0, n);
}
EMU_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    emu_philox_skip(state, n, 0);
}
#define EMU_CURAND_MRG_SKIP(name, power) \
    EMU_RANDOM void name(unsigned long long n, curandStateMRG32k3a_t *state) \
    { \
        curandStateMRG32k3a_t s = *state; \
        emu_mrg_skip(s.s1, s.s2, power, n); \
        *state = s; \
    }
EMU_CURAND_MRG_SKIP(skipahead, 0)
EMU_CURAND_MRG_SKIP(skipahead_subsequence, 76)
EMU_CURAND_MRG_SKIP(skipahead_sequence, 127)
#undef EMU_CURAND_MRG_SKIP

// ---- Uniform: above 0, up to 1 ------------------------------------------------------------------

EMU_RANDOM float curand_uniform(curandStateXORWOW_t *state) { return emu_uniform(curand(state)); }
EMU_RANDOM float curand_uniform(curandStatePhilox4_32_10_t *state)
{
    return emu_uniform(curand(state));
}
EMU_RANDOM float curand_uniform(curandStateMRG32k3a_t *state)
{
    return (float)emu_mrg_uniform(state);
}
EMU_RANDOM double curand_uniform_double(curandStateXORWOW_t *state)
{
    const unsigned int x = curand(state), y = curand(state);
    return emu_uniform_double(x, y);
}
EMU_RANDOM double curand_uniform_double(curandStatePhilox4_32_10_t *state)
{
    return emu_uniform_double_of_one(curand(state));
}
EMU_RANDOM double curand_uniform_double(curandStateMRG32k3a_t *state)
{
    return emu_mrg_uniform(state);
}
EMU_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    const uint4 x = curand4(state);
    return make_float4(emu_uniform(x.x), emu_uniform(x.y), emu_uniform(x.z), emu_uniform(x.w));
}
EMU_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    const uint4 x = curand4(state);
    return make_double2(emu_uniform_double(x.x, x.y), emu_uniform_double(x.z, x.w));
}

// ---- Normal and log-normal ----------------------------------------------------------------------

EMU_RANDOM float2 curand_normal2(curandStateMRG32k3a_t *state)
{
    float pair[2];
    const float u = curand_uniform(state);
    emu_box_muller(u, curand_uniform(state) * 6.2831855f, pair);
    return make_float2(pair[0], pair[1]);
}
EMU_RANDOM double2 curand_normal2_double(curandStateMRG32k3a_t *state)
{
    double pair[2];
    const double u = curand_uniform_double(state);
    emu_box_muller_double(u, curand_uniform_double(state) * 6.283185307179586, pair);
    return make_double2(pair[0], pair[1]);
}
#define EMU_CURAND_PAIRS(State) \
    EMU_RANDOM float2 curand_normal2(State *state) \
    { \
        float pair[2]; \
        const unsigned int x = curand(state), y = curand(state); \
        emu_normal_pair(x, y, pair); \
        return make_float2(pair[0], pair[1]); \
    } \
    EMU_RANDOM double2 curand_normal2_double(State *state) \
    { \
        double pair[2]; \
        unsigned int x[4]; \
        for (int i = 0; i < 4; i++) \
            x[i] = curand(state); \
        emu_normal_pair_double(x, pair); \
        return make_double2(pair[0], pair[1]); \
    }
EMU_CURAND_PAIRS(curandStateXORWOW_t)
EMU_CURAND_PAIRS(curandStatePhilox4_32_10_t)
#undef EMU_CURAND_PAIRS

EMU_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    const float2 a = curand_normal2(state), b = curand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}

// Knuth's product for small means, Hoermann's transformed rejection (PTRS, 1993) for large ones.
#define EMU_CURAND_DISTRIBUTIONS(State) \
    EMU_RANDOM float curand_normal(State *state) \
    { \
        if (state->boxmuller_flag) { /* the second of a pair */ \
            state->boxmuller_flag = 0; \
            return state->boxmuller_extra; \
        } \
        const float2 pair = curand_normal2(state); \
        state->boxmuller_extra = pair.y; \
        state->boxmuller_flag = 1; \
        return pair.x; \
    } \
    EMU_RANDOM double curand_normal_double(State *state) \
    { \
        if (state->boxmuller_flag_double) { \
            state->boxmuller_flag_double = 0; \
            return state->boxmuller_extra_double; \
        } \
        const double2 pair = curand_normal2_double(state); \
        state->boxmuller_extra_double = pair.y; \
        state->boxmuller_flag_double = 1; \
        return pair.x; \
    } \
    EMU_RANDOM float curand_log_normal(State *state, float mean, float deviation) \
    { \
        return expf(mean + deviation * curand_normal(state)); \
    } \
    EMU_RANDOM double curand_log_normal_double(State *state, double mean, double deviation) \
    { \
        return exp(mean + deviation * curand_normal_double(state)); \
    } \
    EMU_RANDOM float2 curand_log_normal2(State *state, float mean, float deviation) \
    { \
        const float2 pair = curand_normal2(state); \
        return make_float2(expf(mean + deviation * pair.x), expf(mean + deviation * pair.y)); \
    } \
    static inline __attribute__((unused)) unsigned int curand_poisson(State *state, double mean) \
    { \
        struct emu_poisson p = emu_poisson_begin(mean); \
        while (!p.done) \
            emu_poisson_draw(&p, curand_uniform(state)); \
        return p.result; \
    }
EMU_CURAND_DISTRIBUTIONS(curandStateXORWOW_t)
EMU_CURAND_DISTRIBUTIONS(curandStatePhilox4_32_10_t)
EMU_CURAND_DISTRIBUTIONS(curandStateMRG32k3a_t)
#undef EMU_CURAND_DISTRIBUTIONS

EMU_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double mean)
{
    const unsigned int x = curand_poisson(state, mean), y = curand_poisson(state, mean);
    const unsigned int z = curand_poisson(state, mean), w = curand_poisson(state, mean);
    return make_uint4(x, y, z, w);
}

#endif
