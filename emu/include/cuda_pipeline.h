// SPDX-License-Identifier: MIT
//
// cuda_pipeline.h: the C-style functions for a thread's asynchronous copies to shared memory.
#ifndef EMU_CUDA_PIPELINE_H
#define EMU_CUDA_PIPELINE_H

#include "emu/device/async.h"

// Copies `size` = 4, 8 or 16 bytes, the last `zfill` of which become zero instead.
EMU_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zfill = 0)
{
    emu_async_copy(to, from, (int)size, (int)size - (int)zfill, size == 16);
}
EMU_INLINE void __pipeline_commit(void) { emu_async_commit(); }
EMU_INLINE void __pipeline_wait_prior(unsigned groups)
{
    emu_async_wait(groups < ASYNC_MOST_GROUPS ? (int)groups : ASYNC_MOST_GROUPS);
}

#endif
