// SPDX-License-Identifier: MIT
//
// tuned_table.c: what the configurations of 8_tuned take, in nanoseconds, on an H200.
// `make tensor-table` writes it from bench/results/tune_tensor_h200.tsv, which
// `make tune-tensor` writes.
#include "tuned.h"

const double hier_launch_ns = 5984.0;
const double hier_bytes_per_ns = 3914.7;
const double hier_sm_bytes_per_ns = 61.7;

const struct hier_configuration hier_configurations[TUNED_CONFIGURATIONS] = {
    // warps, instructions, stages, blocks per SM, cuts, fixed, turn, alone: asynchronous and staged;
    // handing in, a part
    // 256 x 128
    {4, 2, 4, 8, 3, 1, 0, {4521.1, 0}, {1054.9, 0}, {1051.4, 0}, 0, 0},
    // 128 x 128
    {2, 2, 4, 8, 3, 2, 0, {3725.7, 0}, {1130.3, 0}, {646.3, 0}, 0, 0},
    // 64 x 128
    {2, 2, 2, 8, 3, 2, 0, {2203.4, 3817.1}, {680.6, 2894.9}, {515.4, 2777.1}, 0, 0},
    // 128 x 256
    {2, 4, 4, 8, 3, 1, 1, {4402.3, 7926.9}, {1041.7, 3861.1}, {1044, 3849.1}, 1824, 1696},
    // 64 x 64
    {2, 2, 2, 4, 4, 3, 1, {1426.3, 0}, {637.7, 0}, {312, 0}, 1523.2, 582.4},
    // 16 x 128
    {1, 4, 1, 4, 6, 2, 1, {987.4, 0}, {360.6, 0}, {230.3, 0}, 1644.8, 185.6},
    // 128 x 32
    {4, 1, 2, 4, 4, 2, 1, {1348.6, 0}, {459.4, 0}, {339.4, 0}, 1446.4, 524.8},
};
