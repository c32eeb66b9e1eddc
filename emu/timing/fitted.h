// SPDX-License-Identifier: MIT
//
// fitted.h: the parameters of the simulation that no source documents. They are round numbers
// chosen to fit the measured times of 60 steps at 4096 (expect_compare.tsv); at most five are
// allowed. expect_leave_out.sh fits them again without each group of kernels.
#ifndef EXPECT_FITTED_H
#define EXPECT_FITTED_H

#include <stdbool.h>

struct fitted {
    int dispatch;    // 64ths of a cycle for an FFMA of unknown code, because of register banks
    int addresses;   // registers of unknown code for addresses and counters
    int sparing;     // registers of sums beyond which nvcc does not load ahead
    int copy_passes; // upper limit for a copy into padded rows: the engine counts 20
                     // (count_copy.c), an H200 8.9 and 11.1 (ncu_steps_h200.tsv)
    int turn_work;   // instructions of unknown code in a loop iteration between two barriers
};

extern struct fitted fitted;

// "dispatch=78". Returns false if there is no such parameter.
bool fitted_set(const char *text);

#endif
