// SPDX-License-Identifier: MIT
//
// kernel_trial.h: small kernels, what they write, and what the emulated GPU says about them.
#ifndef TESTS_KERNEL_TRIAL_H
#define TESTS_KERNEL_TRIAL_H

// What a kernel `k(const int *in, int *out)` of one block does; in[i] = i + 1, and out, as many
// elements as there are threads, is printed afterwards.
struct kernel_trial {
    const char *kernel; // its body
    int threads;
    const char *output;    // what is printed, and nothing said; or NULL:
    const char *report[9]; // what is said, in this order, with status 1
};

// Compiles all of them into one program, runs each and compares. A body's lines are counted from 1,
// in the file body.cu. With the environment variable EMU_COUNTERS the report is of counters.
void try_kernels(const struct kernel_trial *trials, int count);
#define TRY_KERNELS(trials) try_kernels(trials, (int)(sizeof(trials) / sizeof *(trials)))

#endif
