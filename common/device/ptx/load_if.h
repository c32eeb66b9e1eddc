// SPDX-License-Identifier: MIT
//
// load_if.h: loads from global memory guarded by a predicate (PTX: @p ld.global).
//
//     load_if_32(&word, &A[..], inside);   word is A's, or unchanged
//
// CUDA C has no predicates: `if (inside) word = *from;` means the same, and the compiler may make
// one or many branches of it. Here it is one instruction, which the thread skips if the predicate
// is false; then the address is not used. The thread continues at once, and waits where the value
// is used.
//
// Only for operands that nothing writes while the kernel runs. The compiler does not know that
// these loads read memory ("memory" would also keep all other accesses in order), so it may move
// them past stores.
#ifndef COMMON_PTX_LOAD_IF_H
#define COMMON_PTX_LOAD_IF_H

#ifdef __EMU_GPU__
#include "emu/ptx/load.h"
#else

#include <stddef.h>

#include "function.h"

PTX_FUNCTION void load_if_8(uint32_t *to, const void *from, unsigned predicate)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.u8 %0, [%1]; }"
                 : "+r"(*to)
                 : "l"(__cvta_generic_to_global(from)), "r"(predicate));
}

PTX_FUNCTION void load_if_16(uint32_t *to, const void *from, unsigned predicate)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.u16 %0, [%1]; }"
                 : "+r"(*to)
                 : "l"(__cvta_generic_to_global(from)), "r"(predicate));
}

PTX_FUNCTION void load_if_32(uint32_t *to, const void *from, unsigned predicate)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.u32 %0, [%1]; }"
                 : "+r"(*to)
                 : "l"(__cvta_generic_to_global(from)), "r"(predicate));
}

// Two words, at a multiple of 8 bytes.
PTX_FUNCTION void load_if_64(uint32_t *low, uint32_t *high, const void *from, unsigned predicate)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0; @p ld.global.v2.u32 {%0, %1}, [%2]; }"
                 : "+r"(*low), "+r"(*high)
                 : "l"(__cvta_generic_to_global(from)), "r"(predicate));
}

// *pointer += step bytes, by an instruction that the compiler does not move. It would turn a chain
// of additions to a pointer into separate additions before all loads, and keep the sums of steps in
// registers from iteration to iteration: two for each load of the loop.
PTX_FUNCTION void advance(const unsigned char **pointer, ptrdiff_t step)
{
    asm volatile("add.s64 %0, %0, %1;" : "+l"(*pointer) : "l"(step));
}

#endif
#endif
