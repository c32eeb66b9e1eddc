// SPDX-License-Identifier: MIT
//
// runner.h: runs the chosen steps one after the other: verified, then timed, then reported.
#ifndef COMMON_RUNNER_H
#define COMMON_RUNNER_H

#include "../request/request.h"

// The request is resolved and checked; the machine is open. Returns the exit status.
int run_steps(const struct request *request, const struct setup *setup);

// Reports the steps' formulas and the model, without running anything.
int predict_steps(const struct request *request, const struct setup *setup);

#endif
