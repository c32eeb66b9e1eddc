// SPDX-License-Identifier: MIT
//
// tuned_table.c: what the configurations of 8_tuned take, in nanoseconds.
//
// NOT YET MEASURED: computed from a model of an H200, until `make tune-tensor` has run on one and
// `make tensor-table` has written this file. The model: 1856 multiply-adds a nanosecond and SM
// where warps have 64 x 64 elements; less for smaller ones, by what they ask of shared memory, and
// where an SM has too few warps; a third more for a turn with staged copies; and half of the time
// that C takes to memory cannot be hidden.
#include "tuned.h"

const struct hier_configuration hier_configurations[TUNED_CONFIGURATIONS] = {
    // warps, instructions, blocks per SM, fixed, turn, alone: each asynchronous and staged
    {2, 4, 4, 8, 1, {4400.0, 4400.0}, {1130.0, 1500.0}, {1130.0, 1500.0}}, // 128 x 256
    {2, 2, 4, 8, 2, {4400.0, 4400.0}, {1130.0, 0.0}, {942.0, 0.0}},        // 128 x 128
    {2, 2, 2, 8, 2, {2900.0, 2900.0}, {637.0, 850.0}, {565.0, 750.0}},     // 64 x 128
    {2, 2, 2, 4, 3, {2000.0, 2000.0}, {609.0, 0.0}, {403.0, 0.0}},         // 64 x 64
};
