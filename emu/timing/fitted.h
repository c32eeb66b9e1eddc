// SPDX-License-Identifier: MIT
//
// fitted.h: the numbers of the simulation that no source gives. They were chosen as round ones that
// suit the measured times of 60 steps at 4096 (expect_compare.tsv): at most five.
// expect_leave_out.sh chooses them anew without each group of kernels.
#ifndef EXPECT_FITTED_H
#define EXPECT_FITTED_H

#include <stdbool.h>

struct fitted {
    int dispatch;    // 64ths of a cycle for an FFMA of unknown code: its registers' banks
    int addresses;   // registers of unknown code for addresses and counters
    int sparing;     // sums, in registers, beyond which nvcc has none to spare for loads ahead
    int copy_passes; // at most, of a copy into padded rows: the engine counts 20 (count_copy.c), an
                     // H200 8.9 and 11.1 (ncu_steps.tsv)
    int turn_work;   // instructions of unknown code for one turn of a loop between two barriers
};

extern struct fitted fitted;

// "dispatch=78": false where there is no such number.
bool fitted_set(const char *text);

#endif
