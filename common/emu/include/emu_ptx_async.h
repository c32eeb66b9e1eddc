// SPDX-License-Identifier: MIT
//
// emu_ptx_async.h: the twins of ptx.h's cp.async functions (common/ptx.h says what they do).
#ifndef EMU_PTX_ASYNC_H
#define EMU_PTX_ASYNC_H

#include "emu_async.h"

EMU_INLINE void cp_async_ca_4(void *shared, const void *global, int src_bytes)
{
    emu_async_copy(shared, global, 4, src_bytes, 0);
}
EMU_INLINE void cp_async_ca_8(void *shared, const void *global, int src_bytes)
{
    emu_async_copy(shared, global, 8, src_bytes, 0);
}
EMU_INLINE void cp_async_ca_16(void *shared, const void *global, int src_bytes)
{
    emu_async_copy(shared, global, 16, src_bytes, 0);
}
EMU_INLINE void cp_async_cg_16(void *shared, const void *global, int src_bytes)
{
    emu_async_copy(shared, global, 16, src_bytes, 1);
}
EMU_INLINE void cp_async_commit_group(void) { emu_async_commit(); }
EMU_INLINE void cp_async_wait_group(int n) { emu_async_wait(n); }
EMU_INLINE void cp_async_wait_all(void) { emu_async_wait_all(); }

#endif
