// SPDX-License-Identifier: MIT
//
// frame.h: the text around the tables on stdout: title and machine, problem, footer.
#ifndef COMMON_FRAME_H
#define COMMON_FRAME_H

#include "../report/report.h"
#include "../request/request.h"
#include "../request/setup.h"

void frame_title(const struct setup *setup);

// For the following steps, which all compute the same.
void frame_problem(const struct request *q, const struct step *step, const struct gemm_problem *p);

// Explains what the tables showed, and where their figures come from.
void frame_footer(const struct report *report, const struct request *q, const struct setup *setup);

#endif
