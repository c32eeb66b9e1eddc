// SPDX-License-Identifier: MIT
//
// tuned_table.c: what the configurations of 8_tuned take, in nanoseconds, on an H200.
// `make tensor-table` writes it from bench/results/tune_tensor_h200.tsv, which
// `make tune-tensor` writes.
#include "tuned.h"

const double hier_launch_ns = 4000.0;

const struct hier_configuration hier_configurations[TUNED_CONFIGURATIONS] = {
    // warps, instructions, stages, blocks per SM, fixed, turn, alone: asynchronous and staged
    {2, 4, 4, 8, 3, 1, {5645.7, 5124.6}, {1026.3, 3271.4}, {1025.7, 3276.0}}, // 128 x 256
    {2, 2, 4, 8, 3, 2, {5147.4, 0}, {1088.6, 0}, {617.1, 0}},                 // 128 x 128
    {2, 2, 2, 8, 3, 2, {3277.7, 2304.0}, {686.3, 2600.0}, {492.0, 2478.9}},   // 64 x 128
    {2, 2, 2, 4, 4, 3, {2582.9, 0}, {649.1, 0}, {431.4, 0}},                  // 64 x 64
};
