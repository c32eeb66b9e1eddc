// SPDX-License-Identifier: MIT
//
// plan_table.c: what the configurations of 08/8_tuned take, in nanoseconds, on an H200.
// `make tensor-table` writes it from bench/results/tune_tensor_h200.tsv, which
// `make tune-tensor` writes.
#include "plan.h"

const double hier_launch_ns = 5280.0;
const double hier_bytes_per_ns = 3920.3;
const double hier_sm_bytes_per_ns = 63.0;

const struct hier_configuration hier_configurations[PLAN_CONFIGURATIONS] = {
    // warps, instructions, stages, blocks per SM, cuts, fixed, turn, alone: each
    // asynchronous and staged; handing in, a part
    // 256 x 128
    {4, 2, 4, 8, 3, 1, 0, {4612.6, 0}, {1043.4, 0}, {1041.7, 0}, 0, 0},
    // 128 x 128
    {2, 2, 4, 8, 3, 2, 0, {4000, 0}, {1120, 0}, {636.6, 0}, 0, 0},
    // 64 x 128
    {2, 2, 2, 8, 3, 2, 2, {2281.1, 3346.3}, {682.9, 2977.7}, {517.7, 2876.6}, 3200, 368},
    // 128 x 256
    {2, 4, 4, 8, 3, 1, 1, {4310.9, 7378.3}, {1041.1, 3697.7}, {1038.9, 3700.6}, 2502.4, 1212.8},
    // 64 x 64
    {2, 2, 2, 4, 4, 3, 1, {1810.3, 0}, {633.7, 0}, {305.1, 0}, 2310.4, 348.8},
    // 16 x 128
    {1, 4, 1, 4, 6, 2, 1, {1270.9, 0}, {345.1, 0}, {209.1, 0}, 2003.2, 166.4},
    // 128 x 32
    {4, 1, 2, 4, 4, 2, 1, {1074.3, 0}, {457.7, 0}, {338.3, 0}, 2195.2, 438.4},
};
