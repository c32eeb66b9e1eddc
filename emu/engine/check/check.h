// SPDX-License-Identifier: MIT
//
// check.h: checks of races, reads of unwritten memory and operations in flight.
#ifndef CHECK_H
#define CHECK_H

#include "host_access.h"
#include "past.h"
#include "readers.h"
#include "vector_clock.h"
#include "sample.h"
#include "../base/base.h"

struct allocation;

// ---- Operations in flight -----------------------------------------------------------------------

// An access may touch memory that an asynchronous operation has yet to read or write. Only the
// rooms that run these operations know which operation it is, and they are above this room.
// Each therefore registers its callbacks when the engine starts (engine_start).
enum copy_touch { COPY_READ, COPY_WRITTEN, COPY_COPIED };
struct in_flight {
    // The thread accesses shared memory that a cp.async of `thread` (its number in the block) has
    // not yet filled.
    void (*report_async_target)(struct thread *t, unsigned thread, uintptr_t offset, size_t size,
                                enum copy_touch touch, const char *pc);
    // The thread writes global memory. Returns true, after reporting, if a cp.async of its block
    // has yet to read it.
    bool (*async_reads)(struct thread *t, uintptr_t offset, size_t size, const char *pc);
    // The thread writes shared memory. Returns true, after reporting, if a wgmma of its block has
    // yet to read it.
    bool (*wgmma_reads)(struct thread *t, uintptr_t offset, size_t size, const char *pc);
    // Do only wgmma read this shared memory that the thread is still to issue, and that other
    // threads of its warpgroup have issued?
    bool (*wgmma_is_ahead)(const struct thread *t, uintptr_t offset);
    // The thread accesses shared memory that the copy engine is filling.
    void (*report_bulk_target)(struct thread *t, uintptr_t offset, size_t size,
                               enum copy_touch touch, const char *pc);
    // The thread writes shared memory that the copy engine has yet to read.
    void (*report_bulk_source)(struct thread *t, uintptr_t offset, size_t size, const char *pc);
    // The thread accesses shared memory of another block of the cluster, which may have ended.
    void (*cluster_touches)(struct thread *t, uintptr_t offset, const char *pc);
    // The thread reads shared memory of a block some of whose swizzled tiles are watched.
    void (*swizzled_read)(struct thread *t, uintptr_t offset, const char *pc);
};
extern struct in_flight in_flight;

// ---- check.c, race.c ----------------------------------------------------------------------------

void check_settle_early_reads(struct block *block); // at a barrier and at the block's end
// The early reads at this location were reported. Returns whether there are any.
bool check_forget_early_reads(struct block *block, const char *pc);
void check_settle_unwritten(const struct launch *launch); // at the launch's end; NULL: all
void check_settle_races(void);                            // the same: prints further lines
void check_settle_doubt(struct thread *t);                // the access that decides has been made
// A read of bytes that nothing has written.
void check_read_unwritten(struct thread *t, uintptr_t offset, size_t size, const char *pc);
// strong: 0 plain, 1 volatile, 2 atomic. The access has already passed the bounds and alignment
// checks.
void check_access(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                  unsigned strong, const char *pc);
void check_host_flag(struct thread *t); // it polls host memory
// A copy engine reads or writes all of it for a copy between GPUs. May be unwritten. is_flag: like
// a volatile access.
void check_copy_engine(struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                       bool is_flag, const char *pc);
// A cp.async of `bytes` at `source` to `size` bytes of shared memory starts. source is 0 if the
// source is not checked.
void check_async_begins(struct thread *t, uintptr_t to, size_t size, uintptr_t source, size_t bytes,
                        const char *pc);
void check_async_landed(struct thread *t, uintptr_t to, size_t size, const char *pc);
// The same for a copy of whole words by the copy engine (bulk.c). was_reported: a mistake in this
// copy has already been reported.
void check_bulk_begins(struct thread *t, uintptr_t to, size_t size, bool was_reported,
                       const char *pc);
void check_bulk_landed(struct thread *t, uintptr_t to, size_t size, const char *pc);
// The copy engine stores a row to global memory, or adds a row to it.
void check_bulk_stores(struct thread *t, uintptr_t to, size_t size, bool add, const char *pc);
// The asynchronous proxy, on behalf of t, is about to read shared memory. Returns false if a
// mistake was found, for example a copy in flight or memory that nothing has written.
bool check_async_sees(struct thread *t, uintptr_t offset, size_t size, const char *pc);
// Records a read by the asynchronous proxy.
void check_async_read(struct thread *t, uintptr_t offset, size_t size, const char *pc);

enum { POLLED_HOST = 1 }; // struct thread: not an offset: the polled flag is in host memory

// ---- order.c ------------------------------------------------------------------------------------

void order_begin(struct launch *launch);
void order_new_stamp(struct launch *launch);
void order_end(struct launch *launch);
// The launch pauses at flags, and lets other launches run.
void order_pauses(struct launch *launch, bool gives_way_first);
void order_start(struct block *block);
// The thread has polled a flag: acquires what was published there, if somebody has written it.
void order_settle(struct thread *thread);
void order_thread_ended(struct thread *thread); // with a poll that was not settled
void order_barrier(struct block *block, unsigned warp_mask);
void order_syncwarp(struct block *block, unsigned warp, unsigned lanes);
void order_fence(struct thread *thread, enum emu_scope scope);
void order_release(struct thread *thread, enum emu_scope scope); // the thread writes a flag
// The thread has written a flag that another GPU can see. Other launches may run now.
void order_give_way(struct thread *thread);
uint32_t order_time(void); // what is published from now on has a later time
struct past;
void order_forget(struct past *past); // frees what its threads have published
// Did an access by another launch happen before what the thread does now, because of a flag?
bool order_between_launches(const struct access_record *access, struct thread *thread);
bool order_before(const struct access_record *access, struct thread *thread);
uint16_t order_last_stamp(void);
// An access record of what the thread does now, at a barrier or by a copy, for order_before().
struct access_record order_event(const struct thread *thread, const char *pc);

// ---- bad_pointer.c: which array or pointer was meant? -------------------------------------------

// The allocation nearest to the address among the arrays passed as kernel arguments; NULL if no
// argument points to an allocation.
const struct allocation *bad_pointer_nearest_argument(const struct launch *launch,
                                                      uintptr_t address);
// Is the address a null pointer, or an element of an array whose argument is a null pointer?
bool bad_pointer_is_null(const struct launch *launch, uintptr_t address);
// Is there memory of the host program at this address?
bool bad_pointer_is_host_memory(uintptr_t address);
// If the address is in memory of a GPU that the kernel's GPU has no access to: reports it and ends
// the launch. what: "read".
void bad_pointer_to_closed_peer(uintptr_t address, size_t size, const char *what, const char *pc);

// ---- copied_back.c: unwritten memory, copied to the host and read there -------------------------

// A copy has ended. Bytes of device memory that nothing has written are watched in the host's
// buffer.
struct copied_rows {
    const void *to, *from;
    size_t to_pitch, from_pitch, width, height;
};
void copied_back(const char *function, const struct copied_rows *rows, const char *pc);
// Host code accesses memory while host_quick is set (base/thread.h).
void copied_back_touched(const void *p, size_t size, enum access_kind kind, const char *pc);

// ---- unread.c: advice (EMU_ADVICE=1): bytes that no kernel reads --------------------------------

void unread_init(void);
// The host has copied rows to device memory, as part of a launch if `stamp` is not 0.
void unread_uploaded(const struct copied_rows *rows, uint16_t stamp, const char *pc);
void unread_used(uintptr_t address, size_t size); // read otherwise than by loads of a kernel
void unread_freed(const struct allocation *allocation);
void unread_forget(void); // the shadow cells are discarded
void unread_at_exit(void);

void unread_launch_begins(struct launch *launch);
void unread_launch_ends(struct launch *launch);
void unread_block_begins(struct block *block);
void unread_block_ends(struct block *block);
// A thread, or the copy engine on its behalf, accesses shared memory of a block whose `unread` is
// set.
void unread_note(const struct thread *t, uintptr_t offset, size_t size, enum access_kind kind,
                 const char *pc);

// ---- unset.c: sums that begin with a variable that nothing has set ------------------------------

#define UNSET_WORD 0xFEFEFEFEu

// Does one of these words have the value of a variable that nothing has set?
bool unset_any(const void *registers, size_t bytes);
// Reports it for a thread, unless the thread is not checked. place: the variable, or NULL.
void unset_report(struct thread *t, const char *place, const char *pc);

// ---- gone.c: handles of streams, events, graphs and arrays that the program has destroyed ---------

void gone_add(const void *handle, const char *pc);
// An object was made, perhaps at the address of one that was destroyed.
void gone_remove(const void *handle);
// Has the program destroyed it? Then its use by this call is reported. `what`: "stream".
bool gone_is_used(const void *handle, const char *what, const char *call, const char *pc);

#endif
