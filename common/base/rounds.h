// SPDX-License-Identifier: MIT
//
// rounds.h: several programs timed side by side on a GPU, so that their times can be compared.
//
// In each round every program has one turn, in an order that is shuffled anew: a clock that drifts,
// a GPU that warms up, what the one before left in a cache meet everyone alike. Before each turn
// the GPU idles, so that none pays for the heat of the one before: back to back, programs that come
// late would look slower than they are.
#ifndef COMMON_ROUNDS_H
#define COMMON_ROUNDS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The pause before a turn: GAP_MS and as long as the turn before took, at most LONGEST_GAP_MS more.
enum { GAP_MS = 5, LONGEST_GAP_MS = 50 };
void rest_after(double last_ms);

void idle(double ms);

// Puts the `count` numbers in an order of chance; *state is the generator's, any number at first.
void shuffle(uint64_t *state, int *order, int count);

#ifdef __cplusplus
}
#endif
#endif
