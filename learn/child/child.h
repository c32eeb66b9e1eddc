// SPDX-License-Identifier: MIT
//
// child.h: the parts of the process that runs a learner's code: child.c takes the order and
// reports; one of child/gpu.c, child/cpu.c, child/cache.c and child/threads.c is linked to it and
// runs a job.
#ifndef LEARN_CHILD_CHILD_H
#define LEARN_CHILD_CHILD_H

#include "../run/job.h"

// Calls exercise() with the operands of g, which are in host memory; its result is in g->C then.
void child_run(const struct order *order, const struct job *job, const struct gemm *g,
               struct outcome *outcome);

// Whether exercise() gets pointers to device memory: then it has no use for the host's operands.
extern const bool child_is_on_gpu;

// What the first warp touched at the line that most of a counter came from, for free(); or NULL.
char *child_heat(const char *counter);

// Ends the process where something is not so that the runner should have seen to.
void need(bool good, const char *what);

// confine.c: which system calls the process may make, from now on and in all that it starts: no
// files to write, no network, no signals to and no tracing of other processes, no new process
// group. False where the system has no seccomp filters.
bool confine(void);

// gpu_time.c: how long exercise() takes on a real GPU, and how long cuBLAS takes. Operands of g in
// device memory. Milliseconds, medians; 0 where cuBLAS has no such product or is not there. C holds
// anything afterwards.
void time_exercise(enum form form, const struct job *job, const struct gemm *g, double *ms,
                   double *cublas_ms);

#endif
