// SPDX-License-Identifier: MIT
//
// access.h: what compiled device code calls: every load and store (callouts.c answers the quick
// ones, access.c checks the others), atomics and fences, asynchronous copies, matrix instructions.
#ifndef ROOM_ACCESS_H
#define ROOM_ACCESS_H

#include "../check/check.h"

// ---- matrix.c -----------------------------------------------------------------------------------

// The block is stuck: because of lanes that wait for the rest of their warp there? Then that is
// told and the launch ends.
bool matrix_waits_in_vain(struct block *block);

// ---- access.c -----------------------------------------------------------------------------------

// threadIdx, blockIdx, blockDim or gridDim.
static inline bool is_builtin_variable(uintptr_t address)
{
    return address - (uintptr_t)&threadIdx < sizeof threadIdx ||
           address - (uintptr_t)&blockIdx < sizeof blockIdx ||
           address - (uintptr_t)&blockDim < sizeof blockDim ||
           address - (uintptr_t)&gridDim < sizeof gridDim;
}

// An atomic operation of this thread: ends its launch with a diagnosis when it may not touch p.
// `size` 1, 2, 4 or 8.
void access_atomic(const void *p, size_t size, bool store, const char *pc);

// An asynchronous copy of this thread: likewise.
void access_copy(const void *to, const void *from, int size, int src_bytes, const char *pc);

// The row of 16 bytes that this lane names for ldmatrix, or stmatrix (STORE): likewise.
void access_row(const void *row, enum access_kind kind, const char *pc);

// An element that a texture or a surface reads or writes: likewise; it is aligned.
void access_texel(const void *p, size_t size, enum access_kind kind, const char *pc);

// ---- async.c ------------------------------------------------------------------------------------

void copies_register(void);          // says what check.h asks of copies in flight
void async_end(struct block *block); // its threads have ended: copies that none has waited for

#endif
