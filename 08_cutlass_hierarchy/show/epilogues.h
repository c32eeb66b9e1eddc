// SPDX-License-Identifier: MIT
//
// epilogues.h: 6_epilogue with each of its functions, for the experiment --epilogue and the tests.
#ifndef HIER_EPILOGUES_H
#define HIER_EPILOGUES_H

#include "../../common/device/gemm/hierarchy/epilogue_functions.h"
#include "../hierarchy.h"

#ifdef __cplusplus
extern "C" {
#endif

// D = function(alpha A B + beta C), B as k x n, C and D of e->type. D is g->C; so is C, unless
// e->source is set. alpha and beta are e's. m, n > 0. Not every function exists for every type.
// Only EPILOGUE_LINEAR and EPILOGUE_BIAS_RELU use e->source, and only the latter e->row_parts.
bool has_function(enum epilogue_function function, enum epilogue_type type);
void hgemm_with_function(enum epilogue_function function, const struct epilogue *e,
                         const struct gemm *g);

// Sums of D's rows: e->row_parts has row_parts(n) x m floats, which rows_reduce() adds to m sums.
int row_parts(int n);
void rows_reduce(const float *parts, int m, int n, float *sums);

#ifdef __cplusplus
}
#endif
#endif
