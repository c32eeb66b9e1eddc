// SPDX-License-Identifier: MIT
//
// parallel.h: a loop whose iterations run on all cores.
#ifndef COMMON_PARALLEL_H
#define COMMON_PARALLEL_H

#ifdef __cplusplus
extern "C" {
#endif

// Calls body(context, index) once for each index from 0 to count - 1, on as many threads as there
// are cores, in no particular order; short work stays on this one. Returns when all are done.
// `what` names the work in the progress line ("reference"); NULL for none. Works on one core when
// no thread can be started.
void parallel_for(int count, void (*body)(void *context, int index), void *context,
                  const char *what);

#ifdef __cplusplus
}
#endif
#endif
