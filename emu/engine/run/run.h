// SPDX-License-Identifier: MIT
//
// run.h: runs the blocks of a launch: their threads in turn, their shared arrays, deadlocks,
// endless loops, signals; and skips launches that would repeat what an earlier one did.
#ifndef ROOM_RUN_H
#define ROOM_RUN_H

#include "forecast.h"
#include "repeat.h"
#include "../base/base.h"

// ---- resident.c: a block, or the first one of a cluster, which stands for all of them -----------

struct block *resident_admit(struct launch *launch); // NULL: no more now, or none is left
void resident_give(struct block *block);

// ---- block.c, barrier.c -------------------------------------------------------------------------

void block_start(struct block *block, struct launch *launch, uint64_t number, bool checked);
// Runs a block, or all blocks of its cluster.
enum block_outcome { BLOCK_DONE, BLOCK_STUCK, BLOCK_STOPPED, BLOCK_WAITS };
enum block_outcome block_run(struct block *block);
void block_end(struct block *block);
void block_report_deadlock(struct block *block);      // who waits where; stops the launch
void blocks_note_host_poll(const struct block *list); // is it the host whom they wait for?

// ---- shared.c -----------------------------------------------------------------------------------

// Forbids what the window's last user had; static arrays are opened as they are met.
void window_open(struct block *block);

// ---- watchdog.c ---------------------------------------------------------------------------------

void watchdog_add_this_thread(void);
void watchdog_launch(struct launch *launch); // NULL: it is over
void interrupt_watch(struct launch *launch); // the same: Ctrl-C is told while it runs (interrupt.c)
void watchdog_block_ended(void);

// ---- fault.c ------------------------------------------------------------------------------------

// Turns a segmentation fault into a diagnosis: host code that follows a device pointer, a library
// function inside a kernel that was handed a wrong one, a thread whose local arrays outgrew its
// stack.
void fault_handler_init(void);
void fault_handler_for_this_thread(void); // each thread needs a spare stack to handle it on

// ---- division.c ---------------------------------------------------------------------------------

// A signal stopped a kernel's integer division: goes on behind it with what a GPU gives, after a
// diagnosis. False when it was something else. context: of the signal.
bool division_go_on(void *context);

#endif
