// SPDX-License-Identifier: MIT
//
// load_vector_if.h: like load_if.h, loads from global memory guarded by a predicate (PTX: @p
// ld.global), of 16 bytes.
#ifndef COMMON_PTX_LOAD_VECTOR_IF_H
#define COMMON_PTX_LOAD_VECTOR_IF_H

#ifdef __EMU_GPU__
#include "emu/ptx/load_vector.h"
#else

#include "function.h"

// Four words, at a multiple of 16 bytes.
PTX_FUNCTION void load_if_128(uint32_t to[4], const void *from, unsigned predicate)
{
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %5, 0; @p ld.global.v4.u32 {%0, %1, %2, %3}, [%4]; }"
        : "+r"(to[0]), "+r"(to[1]), "+r"(to[2]), "+r"(to[3])
        : "l"(__cvta_generic_to_global(from)), "r"(predicate));
}

// The same for words that are read once: they take no place in L1, and L2 fetches 256 bytes.
PTX_FUNCTION void load_once_if_128(uint32_t to[4], const void *from, unsigned predicate)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %5, 0; "
                 "@p ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4]; }"
                 : "+r"(to[0]), "+r"(to[1]), "+r"(to[2]), "+r"(to[3])
                 : "l"(__cvta_generic_to_global(from)), "r"(predicate));
}

#endif
#endif
