// SPDX-License-Identifier: MIT
//
// sync.h: where threads wait for each other: warp operations, barriers of a block, clusters.
#ifndef ROOM_SYNC_H
#define ROOM_SYNC_H

#include "../fiber/fiber.h"

// ---- warp.c -------------------------------------------------------------------------------------

// The running lane contributes its part and waits for the other lanes. Returns its collective with
// the result.
struct collective *warp_join(const struct collective *mine);
void warp_thread_ended(struct thread *thread);              // may complete an operation of the
                                                            // other lanes
bool warp_resolve_idle(struct block *block, unsigned warp); // no lane can run: completes activemask

// ---- operation.c --------------------------------------------------------------------------------

bool operation_left_out(struct block *block); // at a barrier and at the block's end; reports it

// ---- barrier.c ----------------------------------------------------------------------------------

void barriers_start(struct block *block);
void barrier_thread_ended(struct block *block); // may complete a barrier

// ---- tile_barrier.c: barriers of a block that have no PTX number --------------------------------

// The running thread waits until `expected` threads have arrived. `id` identifies the barrier.
void barrier_meet(struct barrier *barrier, int id, int expected, const char *pc);
void tiles_end(struct block *block);

// ---- cluster.c: clusters: their barrier, and distributed shared memory --------------------------

// Creates a cluster of these started blocks.
void cluster_make(struct block *const blocks[], unsigned size);
// The cluster of a block; creates one of a single block if it has none.
struct cluster *cluster_of(struct block *block);
// The blocks have ended; the caller frees them.
void cluster_end(struct cluster *cluster);
// A 32-bit address in shared memory of another block: its rank plus 1 in bits 24 and up.
uint32_t cluster_address(const struct block *block, const void *p);
void *cluster_pointer(const struct block *block, uint32_t address);
void cluster_thread_ended(struct thread *thread);
// The threads of the block have ended. Reports if other blocks may still access its shared memory.
void cluster_block_done(struct block *block);
// Has a thread of the block observed this event?
bool cluster_has_observed(const struct block *block, const struct access_record *event);
// Resumes waiting threads, as a poll may return false. Returns false if that was tried repeatedly
// and nothing changed.
bool cluster_poll_again(struct cluster *cluster);

// ---- progress.c ---------------------------------------------------------------------------------

// A thread that polls memory lets other threads run. It ends with its launch if no block has made
// progress for a long time.

// The cost of one poll of memory in accesses of a turn (fiber/turn.c). A polling thread soon lets
// other threads run, and sooner still after it has yielded once, because hundreds of blocks may
// wait for each other.
enum { POLL = 1 << 12, PATIENCE_OF_WAITER = 8 * POLL };
void thread_yield(void); // lets other threads run; this one stays ready

void progress_note_touch(const struct thread *t, const void *p);

// An access to p, or a poll (p may be NULL), at pc uses up part of the thread's turn.
static inline void thread_spend_at(struct thread *t, int cost, const char *pc, const void *p)
{
    int *left = t->quick.left;
    if (UNLIKELY((left[0] -= cost) <= 0 ||
                 (left[TURN_LOADS] | left[TURN_MORE_LOADS] | left[TURN_STORES]) < 0)) {
        t->last_pc = pc;
        if (p)
            progress_note_touch(t, p);
        thread_yield();
        if (cost == POLL)
            left[0] = PATIENCE_OF_WAITER;
    }
}

static inline void thread_spend(struct thread *t, int cost, const char *pc)
{
    thread_spend_at(t, cost, pc, NULL);
}

void watchdog_overdue(const char *pc) __attribute__((noreturn)); // ends the running thread's launch
// The same if the launch is overdue. Called by every function that a loop may consist of.
static inline void watchdog_look(const struct thread *t, const char *pc)
{
    if (UNLIKELY(atomic_load_explicit(&t->block->launch->overdue, memory_order_relaxed)))
        watchdog_overdue(pc);
}

void barrier_note_passed(void);
bool barrier_was_passed(void); // since the last call
void progress_note(void);      // a thread has ended, or touches memory that is new to its launch
bool progress_was_made(void);  // since the last call

#endif
