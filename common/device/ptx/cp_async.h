// SPDX-License-Identifier: MIT
//
// cp_async.h: asynchronous copies from global to shared memory (cp.async, compute capability 8.0).
//
//     cp_async_cg_16(&As[stage][..], &A[..], 16);   starts a copy; the thread continues at once
//     cp_async_commit_group();                      all copies since the last commit are a group
//     cp_async_wait_group(1);                       waits until at most 1 group is in flight
//     __syncthreads();                              now every thread may read what all have copied
//
// Groups belong to a thread: it waits only for its own copies, and sees only them. A barrier must
// follow for the copies of other threads. A group may be empty, so a loop can commit in every
// iteration.
#ifndef COMMON_PTX_CP_ASYNC_H
#define COMMON_PTX_CP_ASYNC_H

#ifdef __EMU_GPU__
#include "emu/ptx/async.h"
#else

#include "function.h"

// Copies 4, 8 or 16 bytes; both addresses must be multiples of that size. Only the first src_bytes
// of them (0 to the size) are read, the rest becomes zero. With src_bytes == 0 the global address
// is not read and may be anywhere.
//
//   ca   through L1 and L2: for data that other threads of the SM read from global memory, too
//   cg   past L1 ("cache global"): for data that is read once; 16 bytes only
//
// Until the thread has waited for the copy, no thread may touch either place, except to read the
// global one. If src_bytes is a literal, or either 0 or the size, the instruction is the fast form
// that supports no other numbers, and a misaligned global address is an error; with any other
// number it is a copy of too few bytes. compute-sanitizer reports an overrun for a copy that is cut
// at the very end of an allocation. A GPU older than 8.0 has no such instruction; there the copy is
// made at once, which is right, but hides no latency.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800

PTX_FUNCTION void cp_async_fallback(void *shared, const void *global, int size, int src_bytes)
{
    const char *from = (const char *)global;
    char *to = (char *)shared;
    if (size == 16 && (src_bytes == 16 || src_bytes == 0)) {
        int4 piece = make_int4(0, 0, 0, 0);
        if (src_bytes == 16)
            piece = *(const int4 *)from;
        *(int4 *)to = piece;
        return;
    }
    for (int i = 0; i < size; i++)
        to[i] = i < src_bytes ? from[i] : (char)0;
}

#define CP_ASYNC(cache, size) cp_async_fallback(shared, global, size, src_bytes)
#define CP_ASYNC_CONTROL(text) ((void)0)

#else

#define CP_ASYNC(cache, size) \
    asm volatile("cp.async." #cache ".shared.global [%0], [%1], " #size ", %2;" \
                 : \
                 : "r"((unsigned)__cvta_generic_to_shared(shared)), \
                   "l"(__cvta_generic_to_global(global)), "r"(src_bytes) \
                 : "memory")
#define CP_ASYNC_CONTROL(text) asm volatile(text : : : "memory")

#endif

PTX_FUNCTION void cp_async_ca_4(void *shared, const void *global, int src_bytes)
{
    CP_ASYNC(ca, 4);
}

PTX_FUNCTION void cp_async_ca_8(void *shared, const void *global, int src_bytes)
{
    CP_ASYNC(ca, 8);
}

PTX_FUNCTION void cp_async_ca_16(void *shared, const void *global, int src_bytes)
{
    CP_ASYNC(ca, 16);
}

PTX_FUNCTION void cp_async_cg_16(void *shared, const void *global, int src_bytes)
{
    CP_ASYNC(cg, 16);
}

// The copies that this thread has started since its last commit become a group.
PTX_FUNCTION void cp_async_commit_group(void) { CP_ASYNC_CONTROL("cp.async.commit_group;"); }

// Waits until at most the latest n of this thread's groups are in flight: 0 for none. n is 0 to 7
// and must be a literal at the call, because the instruction contains it.
PTX_FUNCTION void cp_async_wait_group(int n)
{
    switch (n) {
    case 1: CP_ASYNC_CONTROL("cp.async.wait_group 1;"); break;
    case 2: CP_ASYNC_CONTROL("cp.async.wait_group 2;"); break;
    case 3: CP_ASYNC_CONTROL("cp.async.wait_group 3;"); break;
    case 4: CP_ASYNC_CONTROL("cp.async.wait_group 4;"); break;
    case 5: CP_ASYNC_CONTROL("cp.async.wait_group 5;"); break;
    case 6: CP_ASYNC_CONTROL("cp.async.wait_group 6;"); break;
    case 7: CP_ASYNC_CONTROL("cp.async.wait_group 7;"); break;
    default: CP_ASYNC_CONTROL("cp.async.wait_group 0;"); break;
    }
}

// Waits for all copies of this thread, committed or not.
PTX_FUNCTION void cp_async_wait_all(void) { CP_ASYNC_CONTROL("cp.async.wait_all;"); }

#undef CP_ASYNC
#undef CP_ASYNC_CONTROL

#endif
#endif
