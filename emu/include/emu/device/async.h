// SPDX-License-Identifier: MIT
// emu/device/async.h: a thread's asynchronous copies from global to shared memory; ptx.h,
// cuda_pipeline.h and cooperative_groups/memcpy_async.h use them.
#ifndef EMU_ASYNC_H
#define EMU_ASYNC_H

#include "../../emu.h"

#ifdef __cplusplus
extern "C" {
#endif

// Starts a copy of `size` = 4, 8 or 16 bytes. The first src_bytes are copied, the rest is
// zero-filled. The data is written when the thread waits for the copy. past_l1: cp.async.cg, not
// .ca; only the counters differ.
void emu_async_copy(void *to, const void *from, int size, int src_bytes, int past_l1);
// Returns whether the GPU has cp.async (compute capability 8.0).
int emu_async_exists(void);
// Commits the copies started since the last commit as a group.
void emu_async_commit(void);
// Waits until at most the latest `groups` (0 to ASYNC_MOST_GROUPS) of the thread's groups are
// pending.
enum { ASYNC_MOST_GROUPS = 8 };
void emu_async_wait(int groups);
void emu_async_wait_all(void); // and the copies that are not committed yet

#ifdef __cplusplus
}
#endif
#endif
