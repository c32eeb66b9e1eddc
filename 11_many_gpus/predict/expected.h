// SPDX-License-Identifier: MIT
//
// expected.h: the expected time of a step of several GPUs, at any size. Its calls are recorded and
// not executed (emu/EXPECT.md).
#ifndef MANY_EXPECTED_H
#define MANY_EXPECTED_H

#include <stdio.h>

#include "../parts/ranks.h"

struct many_expected {
    double us;         // from the first call to the end of the last GPU's work
    double product_us; // of the products alone, which 09's step 11 computes
};

// Operands need no memory: g has sizes only. Prints the streams to `text`, `columns` wide, and
// draws them to `svg`, unless these are NULL. False, with a reason, if no time can be computed.
bool many_expect(struct ranks *all, const struct many_gemm *g, const struct many_step *step,
                 FILE *text, int columns, FILE *svg, struct many_expected *expected,
                 struct failure *why);

#endif
