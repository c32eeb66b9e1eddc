// SPDX-License-Identifier: MIT
//
// timing.h: how long exercise() takes on a real GPU, beside cuBLAS.
#ifndef COMMON_LEARN_TIMING_H
#define COMMON_LEARN_TIMING_H

#include "job.h"

// Operands of g in device memory. Milliseconds, medians; 0 where cuBLAS has no such product or is
// not there. C holds anything afterwards.
void time_exercise(enum form form, const struct job *job, const struct gemm *g, double *ms,
                   double *cublas_ms);

#endif
