// SPDX-License-Identifier: MIT
//
// inputs.h: problems of wgmma as bytes (mma_cases/inputs.h makes them), and D in registers. Host
// code, C and CUDA.
#ifndef VALIDATE_WGMMA_CASES_INPUTS_H
#define VALIDATE_WGMMA_CASES_INPUTS_H

#include "../mma_cases/inputs.h"

enum {
    WGMMA_SEED = 100, // the first instruction's, far from those of mma.sync
    WGMMA_ROUNDS = 16,
    WGMMA_ROUNDS_WIDE = 8, // of N = 256
};

static inline unsigned wgmma_problems(const struct mma_traits *t)
{
    return MMA_KINDS * (unsigned)(t->n == 256 ? WGMMA_ROUNDS_WIDE : WGMMA_ROUNDS);
}

// Elements of A or B line by line, 32 bytes each.
static inline void wgmma_to_lines(enum ptx_type type, unsigned count, const uint64_t *bits,
                                  unsigned char *out)
{
    const unsigned bytes = (unsigned)mma_bits_of(type) / 8;
    for (unsigned i = 0; i < count; i++)
        for (unsigned b = 0; b < bytes; b++)
            out[i * bytes + b] = (unsigned char)(bits[i] >> 8 * b);
}

// The thread that holds element (row, column) of D, and its register.
static inline unsigned wgmma_register(unsigned row, unsigned column, unsigned registers)
{
    const unsigned thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
    return thread * registers + column / 8 * 4 + row % 16 / 8 * 2 + column % 2;
}

// Lines of A and B, registers of C, of problem `number`.
static inline void wgmma_inputs(const struct mma_traits *t, unsigned instruction, unsigned number,
                                unsigned char *a, unsigned char *b, uint32_t *c)
{
    static struct mma_operands in;
    mma_inputs(t, WGMMA_SEED + instruction, number, &in);
    wgmma_to_lines(t->a_type, t->m * t->k, in.a, a);
    wgmma_to_lines(t->b_type, t->n * t->k, in.b, b);
    for (unsigned i = 0; i < t->m; i++)
        for (unsigned j = 0; j < t->n; j++)
            c[wgmma_register(i, j, t->n / 2)] = (uint32_t)in.c[i * t->n + j];
}

#endif
