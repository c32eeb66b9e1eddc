// SPDX-License-Identifier: MIT
//
// predict.h: what the files of predictions share.
#ifndef HIER_PREDICT_H
#define HIER_PREDICT_H

#include "../hierarchy.h"

// C, when warps with `wn` columns send their sums through shared memory. tiles: of C, bm x bn each.
void hier_count_rows_of_c(struct counts *sum, const struct hier_params *p, long long tiles, int bm,
                          int bn, int wn);

#endif
