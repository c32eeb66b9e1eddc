// SPDX-License-Identifier: MIT
//
// emu/ptx/async.h: cp.async, one function for each form, named as in the PTX ISA.
#ifndef EMU_PTX_ASYNC_H
#define EMU_PTX_ASYNC_H

#include "../device/async.h"

// A GPU older than 8.0 copies synchronously.
EMU_INLINE void emu_ptx_copy(void *shared, const void *global, int size, int src_bytes, int past_l1)
{
    if (emu_async_exists()) {
        emu_async_copy(shared, global, size, src_bytes, past_l1);
        return;
    }
    if (size == 16 && (src_bytes == 16 || src_bytes == 0)) {
        int4 piece = make_int4(0, 0, 0, 0);
        if (src_bytes == 16)
            piece = *(const int4 *)global;
        *(int4 *)shared = piece;
        return;
    }
    for (int i = 0; i < size; i++)
        ((char *)shared)[i] = i < src_bytes ? ((const char *)global)[i] : (char)0;
}

EMU_INLINE void cp_async_ca_4(void *shared, const void *global, int src_bytes)
{
    emu_ptx_copy(shared, global, 4, src_bytes, 0);
}
EMU_INLINE void cp_async_ca_8(void *shared, const void *global, int src_bytes)
{
    emu_ptx_copy(shared, global, 8, src_bytes, 0);
}
EMU_INLINE void cp_async_ca_16(void *shared, const void *global, int src_bytes)
{
    emu_ptx_copy(shared, global, 16, src_bytes, 0);
}
EMU_INLINE void cp_async_cg_16(void *shared, const void *global, int src_bytes)
{
    emu_ptx_copy(shared, global, 16, src_bytes, 1);
}
EMU_INLINE void cp_async_commit_group(void) { emu_async_commit(); }
EMU_INLINE void cp_async_wait_group(int n) { emu_async_wait(n); }
EMU_INLINE void cp_async_wait_all(void) { emu_async_wait_all(); }

#endif
