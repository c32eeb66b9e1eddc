// SPDX-License-Identifier: MIT
//
// cuda_pipeline.h: the C-style functions for a thread's asynchronous copies to shared memory.
#ifndef EMU_CUDA_PIPELINE_H
#define EMU_CUDA_PIPELINE_H

#include <string.h>

#include "emu_async.h"

// Copies `size` = 4, 8 or 16 bytes, of which the last `zfill` become zero instead.
EMU_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zfill = 0)
{
    emu_copy_async(to, from, size - zfill);
    for (size_t i = size - zfill; i < size; i++)
        ((char *)to)[i] = 0;
}
EMU_INLINE void __pipeline_commit(void) { emu_commit_async(); }
EMU_INLINE void __pipeline_wait_prior(unsigned groups) { emu_wait_async(groups); }

#endif
