// SPDX-License-Identifier: MIT
//
// expected.h: how long a step would take on the GPU that is shown, without that GPU: the emulated
// GPU runs one block of each launch and simulates a multiprocessor (emu/EXPECT.md).
#ifndef COMMON_EXPECTED_H
#define COMMON_EXPECTED_H

#include "../gpu/counting.h"
#include "../gpu/gpu.h"
#include "../report/report.h"
#include "../request/request.h"
#include "../../step/step.h"

// For a GEMM of any size: k is traced at two small values, the rest follows from their difference.
// False, with a reason, where nothing can be expected. knows_facts: use what nvcc said of the
// step's kernels.
bool expect_step(const struct gpu_ops *gpu, const char *chapter, const struct step *step,
                 const struct gemm_problem *p, bool knows_facts, bool what_if,
                 struct expectation *expectation, struct failure *why);

// Gives back the memory that expect_step keeps for the next step; gpu: NULL where there is none.
void expect_done(const struct gpu_ops *gpu);

// Do the tables of this request show what is expected of such a step? (A table's rows alone, of
// GEMMs on the emulated GPU, where no counters of lines are shown below.)
bool expect_beside(const struct request *request, const struct step *step,
                   const struct setup *setup);
// Is the request one without a size? Then what is expected is of m = n = k = EXPECT_COURSE_SIZE, as
// in the lessons and in bench/results.
enum { EXPECT_COURSE_SIZE = 4096 };
bool expect_of_course(const struct request *request);
void expect_cost(const struct request *request, const struct step *step, const struct setup *setup,
                 struct expected *expected);

// --expect: instead of running the steps, a table of their expected times. An exit status.
int expect_steps(const struct request *request, const struct setup *setup);

#endif
