// SPDX-License-Identifier: MIT
//
// run.h: runs the blocks of a launch: their threads, shared arrays, deadlocks, endless loops,
// signals; and skips launches that would repeat what an earlier one did.
#ifndef ROOM_RUN_H
#define ROOM_RUN_H

#include "others.h"
#include "../base/base.h"

// ---- resident.c: a block, or the first one of a cluster, which represents all of them -----------

struct block *resident_admit(struct launch *launch); // NULL: no more for now, or none left
void resident_give(struct block *block);
// Forgets what blocks left in shared memory. No block may be resident.
void windows_wipe(void);

// ---- block.c, barrier.c -------------------------------------------------------------------------

// Of emu_writes: time that passed for threads that sleep or read the clock.
extern __thread long long emu_idle_writes;
void block_start(struct block *block, struct launch *launch, uint64_t number, bool checked);
// Runs a block, or all blocks of its cluster.
enum block_outcome { BLOCK_DONE, BLOCK_STUCK, BLOCK_STOPPED, BLOCK_WAITS };
enum block_outcome block_run(struct block *block);
void block_end(struct block *block);
void block_report_deadlock(struct block *block); // reports which threads wait where, and stops the
                                                 // launch

// ---- shared.c -----------------------------------------------------------------------------------

// Makes the arrays of the window's last user inaccessible. Static arrays become accessible when a
// thread first reaches their declaration.
void window_open(struct block *block);

// ---- watchdog.c ---------------------------------------------------------------------------------

void watchdog_add_this_thread(void);
void watchdog_launch(struct launch *launch); // NULL: it has ended
void interrupt_watch(struct launch *launch); // the same for Ctrl-C (interrupt.c)
void watchdog_block_ended(void);

// ---- fault.c ------------------------------------------------------------------------------------

// Turns a segmentation fault into a diagnosis: host code that dereferences a device pointer, a
// library function in a kernel with an invalid pointer, a thread whose local arrays exceed its
// stack.
void fault_handler_init(void);
void fault_handler_for_this_thread(void); // each thread needs a spare stack for the handler

// ---- division.c ---------------------------------------------------------------------------------

// A signal stopped an integer division in a kernel. Reports it, stores the result that a GPU gives,
// and continues after the instruction. Returns false if something else caused the signal. context:
// of the signal.
bool division_go_on(void *context);

// ---- forecast.c: estimates how long a launch takes ----------------------------------------------

void forecast_begin(struct launch *launch);
void forecast_end(struct launch *launch);
void forecast_look(const struct launch *launch); // called while it runs, by any thread
void forecast_clear(void);                       // before something else is printed

// ---- repeat.c: launches that would repeat what an earlier one did -------------------------------

// Called with all memory accessible. Returns true if memory is now as after this launch: then it
// does not have to run.
bool repeat_apply(struct launch *launch);
void repeat_ended(const struct launch *launch); // it has run
void repeat_forget(void);                       // textures have changed
void repeat_at_exit(void);                      // at the end of the program

// ---- team.c: the threads of the PC that run the blocks of a launch ------------------------------

// Gives the launch a team: one worker for each core of the PC, fewer for a small launch. on_caller:
// the calling thread is one of the workers, so only this thread can run a phase.
void team_take(struct launch *launch, bool on_caller);
void team_give(struct launch *launch); // the launch has ended

// How long blocks that only poll must find nothing new before the phase ends. LOOK_LONG is the
// patience that precedes the report of a deadlock.
enum look { LOOK_SHORT, LOOK_NORMAL, LOOK_LONG };

// Runs the launch until it has ended, or all of its resident blocks only poll. Returns true if it
// has ended. Sets launch->moved if the phase has changed anything.
bool team_run(struct launch *launch, enum look look);
bool team_can_run(const struct launch *launch); // from this thread?

// The blocks that have begun and not ended: calls each() for the first of each worker's list.
void team_for_each(const struct launch *launch, void (*each)(struct block *list, void *to),
                   void *to);
void team_drop(struct launch *launch); // ends its blocks wherever they are

#endif
