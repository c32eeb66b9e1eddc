// SPDX-License-Identifier: MIT
//
// runner.h: runs the chosen steps one after the other: verified, then timed, then reported.
#ifndef COMMON_RUNNER_H
#define COMMON_RUNNER_H

#include "../request/request.h"

// The request is resolved and checked; the machine is open. Returns the exit status.
int run_steps(const struct request *request, const struct setup *setup);

// Reports what the formulas of the steps and the model say, without running anything.
int predict_steps(const struct request *request, const struct setup *setup);

// Whether this GPU has what the step needs and the problem fits it; else a line that says why not.
bool step_can_run(const struct step *step, const struct gemm_problem *p,
                  const struct machine *machine, struct failure *why);

#endif
