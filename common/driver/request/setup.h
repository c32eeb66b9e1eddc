// SPDX-License-Identifier: MIT
//
// setup.h: where a chapter runs and how it reports, for steps and experiments.
#ifndef COMMON_SETUP_H
#define COMMON_SETUP_H

#include "../gpu/gpu.h"
#include "../../step/machine.h"
#include "../report/report.h"
#include "../../step/step.h"

// Exit statuses of a chapter's program: all well; a step was wrong or the machine failed; the
// request made no sense (one line on stderr names the flag, the value and what is allowed).
enum { EXIT_OK = 0, EXIT_WRONG = 1, EXIT_REQUEST = 2 };

struct setup {
    const struct chapter *chapter;
    const struct gpu_ops *gpu; // open; NULL if only CPU steps were chosen
    struct machine machine;    // the GPU, or the CPU if there is no GPU step
    enum report_format format;
    int reps;  // 0: as many as the time allows
    bool cold; // empty the L2 cache before each run
    // Of the chosen experiment: the value after its flag, the value after the flag of its .beside,
    // and the picture's file name; NULL if not given.
    const char *value, *beside, *svg;
};

// Prints "02_naive: reason" on stderr and returns the status.
int complain(const struct chapter *chapter, const struct failure *why, int status);

#endif
