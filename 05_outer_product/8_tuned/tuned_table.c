// SPDX-License-Identifier: MIT
//
// tuned_table.c: what the configurations of 8_tuned take, in nanoseconds, on an H200.
// `make tuned-table` writes it from bench/results/tune_h200.tsv, which `make tune` writes.
#include "sgemm_plan.h"

const struct tuned_configuration tuned_configurations[TUNED_CONFIGURATIONS] = {
    // warps, slices, fixed, turn, part: each for single floats and for float4s
    {2, 4, 1, {8704.0, 9528.0}, {1330.0, 1279.1}, {6016.0, 5571.5}},
    {4, 2, 1, {10296.0, 9328.0}, {1356.6, 1315.3}, {5613.5, 5563.0}},
    {2, 2, 2, {8216.0, 8664.0}, {1378.2, 1295.2}, {3475.5, 2961.5}},
    {1, 2, 4, {7552.0, 7032.0}, {1436.0, 1366.5}, {2156.0, 2225.5}},
    {2, 1, 4, {6560.0, 6896.0}, {1606.0, 1483.0}, {2226.0, 2245.0}},
    {1, 1, 8, {7520.0, 6552.0}, {1796.0, 1481.0}, {1214.0, 1539.5}},
};
