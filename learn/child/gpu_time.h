// SPDX-License-Identifier: MIT
//
// gpu_time.h: how long exercise() takes on a real GPU, and how long cuBLAS takes.
#ifndef LEARN_CHILD_GPU_TIME_H
#define LEARN_CHILD_GPU_TIME_H

#include "../run/job.h"

// Operands of g in device memory. Milliseconds, medians; 0 where cuBLAS has no such product or is
// not there. C holds anything afterwards.
void time_exercise(enum form form, const struct job *job, const struct gemm *g, double *ms,
                   double *cublas_ms);

#endif
