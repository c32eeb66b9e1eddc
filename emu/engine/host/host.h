// SPDX-License-Identifier: MIT
//
// host.h: the CUDA runtime API for host code: memory, copies, streams and events, devices,
// launches.
#ifndef ROOM_HOST_H
#define ROOM_HOST_H

#include "capture.h"
#include "launch.h"
#include "peers.h"
#include "pending.h"
#include "stream.h"

// ---- copy.c -------------------------------------------------------------------------------------

void note_copied_to_host(size_t bytes); // under engine_lock
void note_copied_to_device(size_t bytes);
// Copies `height` rows of `width` bytes, like cudaMemcpy2D.
cudaError_t copy_rows(const char *function, char *to, size_t to_pitch, const char *from,
                      size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                      const char *pc);
struct cudaMemcpy3DParms copy_of_bytes(void *to, const void *from, size_t bytes,
                                       enum cudaMemcpyKind kind);

// Would a copy in a stream have read or written this memory when the call returns?
bool copy_is_pageable(const void *p);

// ---- symbol.c -----------------------------------------------------------------------------------

// A copy to or from a __device__ or __constant__ variable.
struct symbol_copy {
    char *symbol, *other;
    size_t bytes, offset;
    bool write; // to the variable
    const char *pc;
};
#define PLAIN_BYTES(p) ((char *)(uintptr_t)(p))
#define COPY_TO_SYMBOL \
    (struct symbol_copy) { PLAIN_BYTES(symbol), PLAIN_BYTES(from), bytes, offset, true, CALLER() }
#define COPY_FROM_SYMBOL \
    (struct symbol_copy) { PLAIN_BYTES(symbol), PLAIN_BYTES(to), bytes, offset, false, CALLER() }
cudaError_t symbol_copy_check(const struct symbol_copy *copy);
cudaError_t symbol_copy_run(const struct symbol_copy *copy);

// ---- memory.c -----------------------------------------------------------------------------------

cudaError_t allocate_memory(void **p, size_t bytes, const char *pc);
cudaError_t allocate_array(void **p, size_t bytes, const char *pc);
cudaError_t release_memory(void *p, const char *pc);
cudaError_t allocate_for_graph(void **p, size_t bytes, const char *pc);
cudaError_t release_in_stream(void *p, cudaStream_t stream, const char *pc);

#endif
