// SPDX-License-Identifier: MIT
//
// observe.h: looks at one step on the emulated GPU: its counters, its lines, one warp's addresses.
#ifndef COMMON_OBSERVE_H
#define COMMON_OBSERVE_H

#include "../report/report.h"
#include "../request/request.h"
#include "workload.h"

// What belongs to cost->counted: the formula's prediction, and the model's times.
void observe_step(const struct workload *w, const struct step *step, const struct machine *machine,
                  struct cost *cost);

// Runs nothing. The step has a formula.
struct cost predict_step(const struct gemm_problem *p, const struct step *step,
                         const struct machine *machine);

// The output of --lines, --heat and --banks for the step observed last. Sets *heat_found if
// --heat's place was among its loads and stores. False if a picture could not be written.
bool observe_print(const struct request *q, const struct gpu_ops *gpu, bool *heat_found,
                   struct failure *why);

#endif
