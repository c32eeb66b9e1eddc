// SPDX-License-Identifier: MIT
//
// layout_random.h: random layouts for the tests of the layout algebra.
#ifndef TESTS_LAYOUT_RANDOM_H
#define TESTS_LAYOUT_RANDOM_H

#include "../../common/layout/layout.h"
#include "layout_oracle.h"

// One layout, as the library and as the oracle see it.
struct sample {
    struct layout l;
    struct oracle o;
    char text[512];
};

void random_seed(uint64_t seed); // not 0
int random_below(int n);

// How many random layouts to try: some, or with TEST_FULL ten times as many.
int random_rounds(int some);

// At most max_leaves (8) leaves in a random tree, of a size up to max_size. Strides are compact in
// random order, compact with holes, with a 0, or any below max_stride.
void random_layout(struct sample *out, int max_size, int max_leaves, int max_stride);

// The oracle's view of a result; its text is left in `text`.
struct oracle oracle_of(const struct layout *l, char text[LAYOUT_TEXT]);

#endif
