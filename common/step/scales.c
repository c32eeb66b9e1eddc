// SPDX-License-Identifier: MIT
#include "scales.h"

#include <math.h>
#include <stdlib.h>

#include "../device/index.h"
#include "../base/random.h"

// The next number of the sequence, from 0 to 1. (Knuth's MMIX generator.)
static double random_share(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 33) * 0x1p-31;
}

bool scales_add(struct matrix *M, bool is_b, bool k_major, uint64_t seed, bool powers_of_two)
{
    const int k = k_major ? M->cols : M->rows, others = k_major ? M->rows : M->cols;
    const int blocks_k = ceil_div(k, SCALE_BLOCK);
    const int rows = is_b ? ceil_div(others, SCALE_BLOCK) : blocks_k,
              cols = is_b ? blocks_k : others;
    const int ld = scales_ld(cols);
    // One block further along k, and along m or n.
    const ptrdiff_t along = is_b ? 1 : ld, across = is_b ? ld : 1;
    const int side = is_b ? SCALE_BLOCK : 1;
    M->scales = (struct block_scales){
        .value = malloc(((size_t)rows * (size_t)ld + 1) * sizeof(float)),
        .count = (size_t)rows * (size_t)ld,
        .rows = k_major ? side : SCALE_BLOCK,
        .cols = k_major ? SCALE_BLOCK : side,
        .down = k_major ? across : along,
        .right = k_major ? along : across,
    };
    if (!M->scales.value)
        return false;
    uint64_t state = seed;
    for (size_t i = 0; i < M->scales.count; i++) {
        const double power = 2 * random_share(&state) - 1;
        M->scales.value[i] = (int)(i % (size_t)ld) >= cols ? NAN
                             : powers_of_two               ? (float)power_of_two(rint(power))
                                                           : (float)power_of_two(power);
    }
    return true;
}

bool scales_add_both(const struct gemm_problem *p, struct matrix *A, struct matrix *B,
                     uint64_t seed, bool powers_of_two)
{
    return scales_add(A, false, !p->trans_a, seed, powers_of_two) &&
           scales_add(B, true, p->trans_b, seed + 1, powers_of_two);
}
