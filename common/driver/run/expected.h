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
// False, with a reason, if no time can be computed. knows_facts: use nvcc's facts about the step's
// kernels.
bool expect_step(const struct gpu_ops *gpu, const char *chapter, const struct step *step,
                 const struct gemm_problem *p, bool knows_facts, bool what_if,
                 struct expectation *expectation, struct failure *why);

// Releases the memory that expect_step keeps for the next step; gpu: NULL if there is none.
void expect_done(const struct gpu_ops *gpu);

// Do the tables of this request show the expected time of such a step? (Only a table's rows, for
// GEMMs on the emulated GPU, if no counters of lines are shown below.)
bool expect_beside(const struct request *request, const struct step *step,
                   const struct setup *setup);
// Has the request no size? Then the expected times are for m = n = k = EXPECT_COURSE_SIZE, as in
// the lessons and in bench/results.
enum { EXPECT_COURSE_SIZE = 4096 };
bool expect_of_course(const struct request *request);
void expect_cost(const struct request *request, const struct step *step, const struct setup *setup,
                 struct expected *expected);

// --expect: instead of running the steps, a table of their expected times. An exit status.
int expect_steps(const struct request *request, const struct setup *setup);

#endif
