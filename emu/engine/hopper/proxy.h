// SPDX-License-Identifier: MIT
//
// proxy.h: the two proxies of memory. Loads and stores of threads use the generic proxy;
// wgmma and the copy engine (TMA) use the asynchronous proxy. It observes a thread's store only
// after a fence by that thread (fence.proxy.async) and a barrier after the fence.
//
// The access record of a write shows its proxy (check.h): PLACE_OF_BULK marks the asynchronous one.
// Offsets are in the arena (arena_offset(p)). These functions do nothing if the checks are off
// (block->launch->checked).
#ifndef PROXY_H
#define PROXY_H

#include "../sync/sync.h"

// fence.proxy.async by this thread; global_only: fence.proxy.async.global.
void proxy_fence(struct thread *thread, bool global_only, const char *pc);

// The asynchronous proxy is about to read these bytes of the block's shared memory, on behalf of
// `thread` at pc. `what` names the operation: "wgmma", "TMA store". Reports bytes of a copy in
// flight, bytes that nothing has written, bytes that another thread wrote without a barrier since,
// and bytes from ordinary stores that the writer has not fenced. Until proxy_read_over() the copy
// engine must not write there.
void proxy_read_by_async(struct block *block, uintptr_t offset, size_t size, struct thread *thread,
                         const char *pc, const char *what);
// A load by the copy engine, issued by `thread` at pc, is about to read this word of global memory.
// Reports if a thread of the cluster wrote it in this launch, and there was no fence since.
void proxy_read_global(struct thread *thread, uintptr_t offset, const char *pc);
// A load by the copy engine, issued by `thread` at pc, is about to overwrite these bytes. Reports
// if the writer of ordinary stores there has not fenced, and, unless EMU_PROXY=writes, if there is
// no fence between an ordinary read there and this load.
void proxy_write_by_async(struct block *block, uintptr_t offset, size_t size, struct thread *thread,
                          const char *pc);
// The read has ended. `thread` issued it, has waited for it, and so has observed its end.
void proxy_read_over(struct block *block, uintptr_t offset, size_t size, struct thread *thread,
                     const char *pc);

#endif
