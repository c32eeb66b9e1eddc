// SPDX-License-Identifier: MIT
//
// compose_leaf.h: the result of one leaf of B in A o B. For the files of common/layout.
#ifndef COMMON_LAYOUT_COMPOSE_LEAF_H
#define COMMON_LAYOUT_COMPOSE_LEAF_H

#include "../core/leaves.h"

// What one leaf of B becomes.
struct pieces {
    int count;
    int64_t shape[LAYOUT_LEAVES];
    int64_t stride[LAYOUT_LEAVES];
    uint32_t mark[LAYOUT_LEAVES];
};

// The digits that the pieces visit, for callers that need to know what is covered.
struct cover {
    int count;
    int leaf[LAYOUT_LEAVES];
    int64_t step[LAYOUT_LEAVES], times[LAYOUT_LEAVES];
};

// The left layout and the pieces placed on it so far.
struct left {
    struct leaves leaves;        // coalesced, the last one open-ended
    int64_t load[LAYOUT_LEAVES]; // how far each digit is moved by all pieces together
    bool up, down;               // some piece goes up, down
    bool doubt;                  // only a test of all elements can show whether the result is right
    struct cover *cover;         // not NULL: note the pieces, and ignore carries
};

// Leaves begin .. end-1 of A, without any piece yet.
bool left_prepare(struct left *left, const struct layout *a, int begin, int end,
                  struct failure *why);
// The pieces of a leaf s:d of B. Rejected: divisibility.
bool compose_leaf(struct pieces *p, struct left *left, int64_t s, int64_t d, struct failure *why);
// Fails if a digit may carry. *doubt: the result may still be right; test all elements.
bool left_check(const struct left *left, bool *doubt, struct failure *why);

#endif
