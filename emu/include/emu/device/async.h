// SPDX-License-Identifier: MIT
//
// emu/device/async.h: a thread's asynchronous copies from global to shared memory, which ptx.h,
// cuda_pipeline.h and cooperative_groups/memcpy_async.h stand on.
#ifndef EMU_ASYNC_H
#define EMU_ASYNC_H

#include "../../emu.h"

#ifdef __cplusplus
extern "C" {
#endif

// Starts a copy of `size` = 4, 8 or 16 bytes, of which the first src_bytes are read and the rest
// become zero. It lands when the thread waits for it. past_l1: cp.async.cg, not .ca; the results
// are the same, the counters are not.
void emu_async_copy(void *to, const void *from, int size, int src_bytes, int past_l1);
// Whether the GPU has cp.async (compute capability 8.0).
int emu_async_exists(void);
// The copies started since the last commit become a group.
void emu_async_commit(void);
// Waits until at most the latest `groups` (0 to ASYNC_MOST_GROUPS) of the thread's groups are under
// way.
enum { ASYNC_MOST_GROUPS = 8 };
void emu_async_wait(int groups);
void emu_async_wait_all(void); // and those that are in no group yet

#ifdef __cplusplus
}
#endif
#endif
