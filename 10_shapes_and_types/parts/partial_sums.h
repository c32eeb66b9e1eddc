// SPDX-License-Identifier: MIT
//
// partial_sums.h: several sums of each element of C, in memory that the caller manages, and the
// reduction that adds them (CUTLASS: ReduceSplitK, "batched reduction"). For 2_split_k.
//
//     struct partial_sums s = partial_sums(m, n, parts, memory);   // partial_sums_bytes(...) of it
//     ... part z writes its sums, all of them, to partial_sums_of(&s, z), row-major (m,s.ld) ...
//     partial_sums_reduce(&s, EPILOGUE_LINEAR, &e, C, ldc);        // the same stream
//
// A part contains plain sums of products. alpha, beta and the function are applied once, in the
// reduction: beta C must not be added `parts` times, and ReLU of a sum is not the sum of ReLUs.
// Parts are added in a fixed order, so the result does not depend on when they were written.
#ifndef SHAPES_PARTIAL_SUMS_H
#define SHAPES_PARTIAL_SUMS_H

#include <stddef.h>

#include "../../common/device/gemm/hierarchy/epilogue_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PARTIAL_SUMS_ALIGN = 128 }; // bytes: where the memory begins
enum { REDUCE_ROWS = 4 };          // of C that a block of the reduction takes, 32 columns each

struct partial_sums {
    float *memory;
    int m, n, parts;
    int ld;           // n, rounded up to whole float4s; the padding belongs to the rows
    ptrdiff_t stride; // floats from part to part: whole lines of 128 bytes
};

size_t partial_sums_bytes(int m, int n, int parts);
struct partial_sums partial_sums(int m, int n, int parts, void *memory);

LAYOUT_INLINE float *partial_sums_of(const struct partial_sums *s, int part)
{
    return s->memory + part * s->stride;
}

// C = function(alpha (sum of all parts) + beta C). Launches it and does not wait. m, n, parts > 0.
void partial_sums_reduce(const struct partial_sums *s, enum epilogue_function function,
                         const struct epilogue *e, float *C, int ldc);

#ifdef __cplusplus
}
#endif
#endif
