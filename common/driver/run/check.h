// SPDX-License-Identifier: MIT
//
// check.h: is a step right? Before the requested size, it is checked on small problems made to find
// mistakes: no two of their sizes and leading dimensions have a common factor, alpha and beta are
// neither 0 nor 1, k is 1 or so small that one missing product exceeds the bound, and once all
// numbers are small integers whose result must be exact.
#ifndef COMMON_CHECK_H
#define COMMON_CHECK_H

#include "../report/report.h"
#include "workload.h"

// The small problems, with the transposes that the step has; those of p come first. True if all are
// right (or do not fit this machine). Otherwise the result describes the first one that is not:
// r->in_check, r->check, r->status and what belongs to it.
bool check_step(const struct step *step, const struct gemm_problem *p, const struct setup *setup,
                struct result *r);

// Runs the step on w once, and fills in r->status and what belongs to it. On the emulated GPU the
// cost of the run is counted.
void judge_step(struct workload *w, const struct step *step, struct result *r);

// Does this GPU have what the step needs, and does the problem fit it? If not, why.
bool step_can_run(const struct step *step, const struct gemm_problem *p,
                  const struct machine *machine, struct failure *why);

#endif
