// SPDX-License-Identifier: MIT
//
// flag.h: a word in global memory with which one GPU signals to another that data have arrived. For
// kernels.
//
//     the writer    writes the data, then flag_release()
//     the reader    waits until flag_acquire() returns the expected value, then reads the data
//
// The scope is the system (PTX: .sys): the flag may be in the memory of either GPU, and a copy
// engine or the host may be the writer. An acquire that reads the value of a release makes visible
// all that the releasing thread wrote before, and all that it had observed. It does so for ordinary
// loads. TMA reads through another proxy, so a thread that starts a TMA load of the data executes
// fence_proxy_async_global() first.
#ifndef COMMON_PTX_FLAG_H
#define COMMON_PTX_FLAG_H

#include "function.h"

PTX_FUNCTION void flag_release(uint32_t *flag, uint32_t value)
{
    asm volatile("st.release.sys.global.u32 [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_global(flag)), "r"(value)
                 : "memory");
}

// Several writers on one GPU, where the flag and the reader are, too: each adds to the flag when
// its data are written, and the reader waits for the sum.
PTX_FUNCTION void flag_add(uint32_t *flag, uint32_t value)
{
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_global(flag)), "r"(value)
                 : "memory");
}

PTX_FUNCTION uint32_t flag_acquire(const uint32_t *flag)
{
    uint32_t value;
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
                 : "=r"(value)
                 : "l"(__cvta_generic_to_global(flag))
                 : "memory");
    return value;
}

// Returns when the flag has this value or a later one: values count operations, and may wrap.
PTX_FUNCTION void flag_wait(const uint32_t *flag, uint32_t value)
{
    while ((int)(flag_acquire(flag) - value) < 0)
        __nanosleep(64);
}

PTX_FUNCTION void fence_proxy_async_global(void)
{
    PTX_SM90("fence.proxy.async.global;" : : : "memory");
}

#endif
