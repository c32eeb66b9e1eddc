// SPDX-License-Identifier: MIT
//
// emu_async.h: asynchronous copies from global to shared memory, which cuda_pipeline.h and
// cooperative_groups/memcpy_async.h stand on.
//
// Here a copy is complete at once. A program that forgets to wait for one is not found out.
#ifndef EMU_ASYNC_H
#define EMU_ASYNC_H

#include <stddef.h>
#include <stdint.h>

#include "emu.h"
#include "vector_types.h"

// Copies with the widest access, up to 16 bytes, that both addresses and the size allow.
EMU_INLINE void emu_copy_async(void *to, const void *from, size_t bytes)
{
    char *t = (char *)to;
    const char *f = (const char *)from;
    const uintptr_t fit = (uintptr_t)t | (uintptr_t)f | bytes;
    if (fit % 16 == 0)
        for (size_t i = 0; i < bytes; i += 16)
            *(int4 *)(t + i) = *(const int4 *)(f + i);
    else if (fit % 8 == 0)
        for (size_t i = 0; i < bytes; i += 8)
            *(int2 *)(t + i) = *(const int2 *)(f + i);
    else if (fit % 4 == 0)
        for (size_t i = 0; i < bytes; i += 4)
            *(int *)(t + i) = *(const int *)(f + i);
    else
        for (size_t i = 0; i < bytes; i++)
            t[i] = f[i];
}

EMU_INLINE void emu_commit_async(void) {}
// Until at most `groups` of the committed groups of copies are under way.
EMU_INLINE void emu_wait_async(unsigned groups) { (void)groups; }

#endif
