// SPDX-License-Identifier: MIT
//
// proxy.h: the two ways to shared memory. Loads and stores of threads go through the generic proxy;
// wgmma and the copy engine (TMA) go through the asynchronous one, which sees what was stored only
// where a fence (fence.proxy.async) by the thread that stored, and then a barrier, stand between.
//
// Where a write came from, the record of it says (check.h): PLACE_OF_BULK marks the asynchronous
// proxy's. Offsets are of the arena (arena_offset(p)). All of this does nothing where the checks
// are off (block->launch->checked).
#ifndef PROXY_H
#define PROXY_H

#include "../sync/sync.h"

// fence.proxy.async by this thread.
void proxy_fence(struct thread *thread, const char *pc);

// The asynchronous proxy is going to read these bytes of the block's shared memory, asked by
// `thread` at pc; `what` names it: "wgmma", "TMA store". Told: bytes that a copy has not landed in,
// that nothing has written, that another thread wrote without a barrier since, or that ordinary
// stores wrote and the writer has not fenced. Until proxy_read_over() the copy engine must not
// write there.
void proxy_read_by_async(struct block *block, uintptr_t offset, size_t size, struct thread *thread,
                         const char *pc, const char *what);
// A load by the copy engine, asked by `thread` at pc, is going to overwrite these bytes. Told:
// that the writer of what ordinary stores left there has not fenced; or, if not EMU_PROXY=writes,
// that no fence stands between an ordinary read there and this.
void proxy_write_by_async(struct block *block, uintptr_t offset, size_t size, struct thread *thread,
                          const char *pc);
// That reading is over, which `thread` (it asked for it, and has waited) knows.
void proxy_read_over(struct block *block, uintptr_t offset, size_t size, struct thread *thread,
                     const char *pc);

#endif
