// SPDX-License-Identifier: MIT
//
// rounds.h: several programs timed alternately on a GPU, so that their times can be compared.
//
// In each round every program has one turn, in an order that is shuffled anew. So a drifting clock,
// a warm GPU and the contents of a cache affect all programs equally. Before each turn the GPU
// idles, so that no program runs on a GPU that the previous one has heated: back to back, later
// programs would look slower than they are.
#ifndef COMMON_ROUNDS_H
#define COMMON_ROUNDS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The pause before a turn: GAP_MS plus the time of the previous turn, at most LONGEST_GAP_MS more.
enum { GAP_MS = 5, LONGEST_GAP_MS = 50 };
void rest_after(double last_ms);

void idle(double ms);

// Shuffles the `count` numbers; *state is the generator's, any number at first.
void shuffle(uint64_t *state, int *order, int count);

#ifdef __cplusplus
}
#endif
#endif
