// SPDX-License-Identifier: MIT
//
// access.h: what compiled device code calls: every load and store (callouts.c has the fast paths,
// access.c the checks), atomics and fences, asynchronous copies, matrix instructions.
#ifndef ROOM_ACCESS_H
#define ROOM_ACCESS_H

#include "../check/check.h"

// ---- matrix.c -----------------------------------------------------------------------------------

// The block cannot continue. If lanes wait at a matrix instruction for the other lanes of their
// warp, reports it and ends the launch.
bool matrix_report_stuck(struct block *block);

// ---- access.c -----------------------------------------------------------------------------------

// threadIdx, blockIdx, blockDim or gridDim.
static inline bool is_builtin_variable(uintptr_t address)
{
    return address - (uintptr_t)&threadIdx < sizeof threadIdx ||
           address - (uintptr_t)&blockIdx < sizeof blockIdx ||
           address - (uintptr_t)&blockDim < sizeof blockDim ||
           address - (uintptr_t)&gridDim < sizeof gridDim;
}

// Checks an atomic operation of this thread; ends its launch with a diagnosis if it may not access
// p. `size`: 1, 2, 4 or 8.
void access_atomic(const void *p, size_t size, bool store, const char *pc);

// The same for a cp.async of this thread.
void access_copy(const void *to, const void *from, int size, int src_bytes, const char *pc);

// The same for the row of 16 bytes that this lane passes to ldmatrix, or stmatrix (STORE).
void access_row(const void *row, enum access_kind kind, const char *pc);

// The same for an aligned element that a texture or a surface reads or writes.
void access_texel(const void *p, size_t size, enum access_kind kind, const char *pc);

// ---- async.c ------------------------------------------------------------------------------------

void copies_register(void);          // registers the callbacks of check.h for copies in flight
void async_end(struct block *block); // its threads have ended: discards copies without a wait

#endif
