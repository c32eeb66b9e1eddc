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

// ---- Operations in flight -----------------------------------------------------------------------

// An access may touch memory that an asynchronous operation is still to read or to write. Only the
// rooms that run these operations know which one it is: each fills in its own when the engine
// starts (engine_start).
enum copy_touch { COPY_READ, COPY_WRITTEN, COPY_COPIED };
struct in_flight {
    // The thread touches shared memory that a copy (cp.async) of `thread`, by its number in the
    // block, has not landed in.
    void (*report_async_target)(struct thread *t, unsigned thread, uintptr_t offset, size_t size,
                                enum copy_touch touch, const char *pc);
    // The thread writes global memory. True if a copy of its block is still to read it; that is
    // reported.
    bool (*async_reads)(struct thread *t, uintptr_t offset, size_t size, const char *pc);
    // The thread writes shared memory. True if a wgmma of its block is still to read it; that is
    // reported.
    bool (*wgmma_reads)(struct thread *t, uintptr_t offset, size_t size, const char *pc);
    // The thread touches shared memory that the copy engine is filling.
    void (*report_bulk_target)(struct thread *t, uintptr_t offset, size_t size,
                               enum copy_touch touch, const char *pc);
    // The thread writes shared memory that the copy engine is still to read.
    void (*report_bulk_source)(struct thread *t, uintptr_t offset, size_t size, const char *pc);
    // The thread touches shared memory of another block, which may have ended.
    void (*cluster_touches)(struct thread *t, uintptr_t offset, const char *pc);
};
extern struct in_flight in_flight;

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
