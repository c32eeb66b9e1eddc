// SPDX-License-Identifier: MIT
//
// kernel_trial.h: small kernels with their expected results and diagnoses.
#ifndef TESTS_KERNEL_TRIAL_H
#define TESTS_KERNEL_TRIAL_H

// A kernel `k(const int *in, int *out)` of one block. in[i] = i + 1; out, with one element per
// thread, is printed afterwards.
struct kernel_trial {
    const char *kernel; // its body
    int threads;
    const char *output;    // the expected output, without a diagnosis; or NULL:
    const char *report[9]; // the expected diagnoses, in this order, with status 1
};

// Compiles all kernels into one program, runs each and compares. A body's lines are counted from 1,
// in the file body.cu. With the environment variable EMU_COUNTERS the report contains counters.
void try_kernels(const struct kernel_trial *trials, int count);
#define TRY_KERNELS(trials) try_kernels(trials, (int)(sizeof(trials) / sizeof *(trials)))

#endif
