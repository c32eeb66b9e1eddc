// SPDX-License-Identifier: MIT
//
// observe.h: looks at one step on the emulated GPU: its counters, its lines, one warp's addresses.
#ifndef COMMON_OBSERVE_H
#define COMMON_OBSERVE_H

#include "report.h"
#include "request.h"
#include "workload.h"

// Runs the step once more, counting. Its result must have been verified.
struct cost observe_step(struct workload *w, const struct step *step,
                         const struct machine *machine);

// Runs nothing. The step has a formula.
struct cost predict_step(const struct gemm_problem *p, const struct step *step,
                         const struct machine *machine);

// What --lines, --heat and --banks ask for, about the step observed last. Returns whether --heat's
// place was among its loads and stores (true where --heat was not given).
bool observe_print(const struct request *q, const struct gpu_ops *gpu);

#endif
