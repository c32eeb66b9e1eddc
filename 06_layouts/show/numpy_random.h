// SPDX-License-Identifier: MIT
//
// numpy_random.h: the numbers that NumPy's default_rng(seed).random() gives: the tile text's data.
//
// Two published algorithms: SeedSequence (M. O'Neill's seed_seq, 2015) spreads the seed over 256
// bits, PCG64 (M. O'Neill, PCG, 2014) goes on from there.
#ifndef NUMPY_RANDOM_H
#define NUMPY_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 uint128;

struct numpy_random {
    uint128 state, increment;
    uint32_t kept; // the upper half of a number whose lower half was given
    bool has_kept;
};

struct numpy_random numpy_default_rng(uint32_t seed);

// The next one in [0, 1): a multiple of 2^-53; with dtype=np.float32 one of 2^-24.
double numpy_random_f64(struct numpy_random *rng);
float numpy_random_f32(struct numpy_random *rng);

#endif
