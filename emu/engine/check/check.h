// SPDX-License-Identifier: MIT
//
// check.h: may this thread touch that memory now?
#ifndef CHECK_H
#define CHECK_H

#include "host_access.h"
#include "readers.h"
#include "vector_clock.h"
#include "bad_pointer.h"
#include "sample.h"
#include "../base/base.h"

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

void async_end(struct block *block); // it has ended: what was not waited for is forgotten
// The thread touches shared memory that a copy of `thread` (its number) has not landed in.
enum copy_touch { COPY_READ, COPY_WRITTEN, COPY_COPIED };
void async_report_target(struct thread *t, unsigned thread, uintptr_t offset, size_t size,
                         enum copy_touch touch, const char *pc);
// The thread writes global memory. Is a copy of its block still to read it? Then that is reported.
bool async_reads(struct thread *t, uintptr_t offset, size_t size, const char *pc);

// ---- accumulators.c, wgmma.c --------------------------------------------------------------------

// The thread, which uses wgmma, reads or writes a local variable.
void accumulators_touched(struct thread *t, uintptr_t address, size_t size, enum access_kind kind,
                          const char *pc);
// The thread writes shared memory. Is a wgmma of its block still to read it? Then that is reported.
bool wgmma_reads(struct thread *t, uintptr_t offset, size_t size, const char *pc);

// ---- bulk.c, bulk_store.c -----------------------------------------------------------------------

// The thread touches shared memory that the copy engine is filling.
void bulk_report_target(struct thread *t, uintptr_t offset, size_t size, enum copy_touch touch,
                        const char *pc);
// The thread writes shared memory that the copy engine is still to read.
void bulk_report_source(struct thread *t, uintptr_t offset, size_t size, const char *pc);

// ---- check.c, cells.c, race.c -------------------------------------------------------------------

void check_settle_early_reads(struct block *block); // at a barrier, and at the end
void check_settle_doubt(struct thread *t); // the thread goes on without an atomic on that place
// strong: 0 plain, 1 volatile, 2 atomic. The access is allowed and aligned already.
void check_access(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                  unsigned strong, const char *pc);
// A copy of `bytes` at source (0: none that is watched) to `size` bytes of shared memory starts.
void check_async_begins(struct thread *t, uintptr_t to, size_t size, uintptr_t source, size_t bytes,
                        const char *pc);
void check_async_landed(struct thread *t, uintptr_t to, size_t size, const char *pc);
// bulk.c: likewise, of whole words, by the copy engine. told: that something is wrong with it.
void check_bulk_begins(struct thread *t, uintptr_t to, size_t size, bool told, const char *pc);
void check_bulk_landed(struct thread *t, uintptr_t to, size_t size, const char *pc);
// The asynchronous proxy is to read shared memory, asked by t: false where that has been told as a
// mistake, a copy has not landed there, say. And it reads it, or has.
// A row that the copy engine stores to global memory, or adds to it.
void check_bulk_stores(struct thread *t, uintptr_t to, size_t size, bool add, const char *pc);
bool check_async_sees(struct thread *t, uintptr_t offset, size_t size, const char *pc);
void check_async_read(struct thread *t, uintptr_t offset, size_t size, const char *pc);

// ---- order.c ------------------------------------------------------------------------------------

void order_begin(struct launch *launch);
void order_new_stamp(struct launch *launch);
void order_end(struct launch *launch);
void order_start(struct block *block);
void order_barrier(struct block *block, unsigned warp_mask);
void order_syncwarp(struct block *block, unsigned warp, unsigned lanes);
void order_fence(struct thread *thread, bool device); // device: not only for its own block
void order_release(struct thread *thread);            // it wrote a flag
bool order_before(const struct access_record *access, struct thread *thread);
uint16_t order_last_stamp(void);
// What the thread does now, at a barrier or by a copy, as a record that order_before() takes.
struct access_record order_event(const struct thread *thread, const char *pc);

#endif
