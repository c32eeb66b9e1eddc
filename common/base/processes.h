// SPDX-License-Identifier: MIT
//
// processes.h: one process, or several that mpirun has started (chapter 11: one for each GPU).
//
// Without HAVE_MPI, and without mpirun, there is one process, and the functions below return at
// once. All processes must call them, in the same order.
#ifndef COMMON_PROCESSES_H
#define COMMON_PROCESSES_H

#include <stddef.h>

#include "failure.h"

#ifdef __cplusplus
extern "C" {
#endif

struct processes {
    int count, number;           // of all processes; this one
    int on_host, number_on_host; // of those on this host
};

// The first call of main, and the last. Only process 0 keeps its stdout. False, with a reason, in a
// program without MPI that mpirun has started.
bool processes_open(int *argc, char ***argv, struct failure *why);
void processes_close(void);
const struct processes *processes(void);

// What process 0 has at `data`, in all processes.
void processes_broadcast(void *data, size_t bytes);
double processes_sum(double value);
double processes_max(double value); // none returns before all have called
// Is `fine` true in all processes? If not, the reason of the first one for which it is not.
bool processes_agree(bool fine, struct failure *why);

#ifdef __cplusplus
}
#endif
#endif
