// SPDX-License-Identifier: MIT
//
// hopper.h: compute capability 9.0: barriers in shared memory (mbarrier.h), the copy engine
// (bulk.h), the asynchronous proxy (proxy.h), and the boxes that have landed in shared memory
// (landed_box.h).
#ifndef ROOM_HOPPER_H
#define ROOM_HOPPER_H

#include "bulk.h"
#include "landed_box.h"
#include "mbarrier.h"
#include "proxy.h"

// ---- cluster_launch.c ---------------------------------------------------------------------------

// The cluster dimensions of a launch, from its attributes or from __cluster_dims__ of the kernel,
// else (1,1,1). cluster_check() tests whether they are allowed (cluster_launch.c).
struct dim3 cluster_dims(const void *function, const char *kernel, void (*body)(void *),
                         const void *closure);
cudaError_t cluster_check(struct dim3 grid, struct dim3 cluster, char *why, size_t size);

// Registers the callbacks of check.h for the copy engine and clusters (cluster_leave.c).
void hopper_register(void);

#endif
