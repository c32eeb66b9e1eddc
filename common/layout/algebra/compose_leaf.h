// SPDX-License-Identifier: MIT
//
// compose_leaf.h: what becomes of a leaf of B in A o B. For the files of common/layout.
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

// Which digits the pieces step through, for who wants to know what is covered.
struct cover {
    int count;
    int leaf[LAYOUT_LEAVES];
    int64_t step[LAYOUT_LEAVES], times[LAYOUT_LEAVES];
};

// The left layout and what has been put upon it.
struct left {
    struct leaves leaves;        // coalesced, the last one open-ended
    int64_t load[LAYOUT_LEAVES]; // how far each digit is moved by all pieces together
    bool up, down;               // some piece goes up, down
    bool doubt;                  // only trying out can tell whether the result is right
    struct cover *cover;         // not NULL: note the pieces, and do not mind carries
};

// Leaves begin .. end-1 of A, with nothing upon them yet.
bool left_prepare(struct left *left, const struct layout *a, int begin, int end,
                  struct failure *why);
// The pieces of a leaf s:d of B. Refused: divisibility.
bool compose_leaf(struct pieces *p, struct left *left, int64_t s, int64_t d, struct failure *why);
// Fails where a digit may carry. *doubt: the result may be right all the same, try it out.
bool left_check(const struct left *left, bool *doubt, struct failure *why);

#endif
