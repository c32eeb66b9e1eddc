// SPDX-License-Identifier: MIT
//
// run.h: runs the blocks of a launch: their threads, shared arrays, deadlocks, endless loops,
// signals; and skips launches that would repeat what an earlier one did.
#ifndef ROOM_RUN_H
#define ROOM_RUN_H

#include "forecast.h"
#include "others.h"
#include "repeat.h"
#include "team.h"
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

#endif
