// SPDX-License-Identifier: MIT
//
// tuned_table.c: what the configurations of 8_tuned take, in nanoseconds, on an H200.
// `make tensor-table` writes it from bench/results/tune_tensor_h200.tsv, which
// `make tune-tensor` writes.
#include "tuned.h"

const double hier_launch_ns = 5248.0;

const struct hier_configuration hier_configurations[TUNED_CONFIGURATIONS] = {
    // warps, instructions, stages, blocks per SM, fixed, turn, alone: asynchronous and staged
    {2, 4, 4, 8, 3, 1, {4859.4, 7570.3}, {1040.6, 3773.7}, {1044.6, 3764.6}}, // 128 x 256
    {2, 2, 4, 8, 3, 2, {4091.4, 0}, {1124.6, 0}, {626.3, 0}},                 // 128 x 128
    {2, 2, 2, 8, 3, 2, {2294.9, 3424}, {693.1, 3012}, {501.1, 2884.6}},       // 64 x 128
    {2, 2, 2, 4, 4, 3, {1906.3, 0}, {637.7, 0}, {313.1, 0}},                  // 64 x 64
};
