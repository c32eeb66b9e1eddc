// SPDX-License-Identifier: MIT
//
// host.h: the CUDA runtime API for host code: memory, copies, streams and events, devices,
// launches.
#ifndef ROOM_HOST_H
#define ROOM_HOST_H

#include "capture.h"
#include "array.h"
#include "launch.h"
#include "peers.h"
#include "stream.h"

// ---- copy.c -------------------------------------------------------------------------------------

void note_copied_to_host(size_t bytes); // under engine_lock

// ---- memory.c, copy.c ---------------------------------------------------------------------------

cudaError_t allocate_for_graph(void **p, size_t bytes, const char *pc); // memory.c
cudaError_t release_in_stream(void *p, const char *pc);                 // memory.c
struct cudaMemcpy3DParms copy_of_bytes(void *to, const void *from, size_t bytes,
                                       enum cudaMemcpyKind kind);

#endif
