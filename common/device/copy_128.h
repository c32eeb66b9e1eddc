// SPDX-License-Identifier: MIT
//
// copy_128.h: 16 bytes in one instruction (LDG.128, STG.128, LDS.128, STS.128): the widest load or
// store that a thread has. For kernels only.
//
// Both addresses must be multiples of 16. A CPU has a slower way for other addresses; a GPU stops
// the kernel (cudaErrorMisalignedAddress). cudaMalloc() returns multiples of 256. A pointer into
// the middle of an array, or a row whose ld is odd, may have any address.
#ifndef COMMON_COPY_128_H
#define COMMON_COPY_128_H

#include <stdbool.h>
#include <stdint.h>

#include "layout_device.h"

enum { COPY_128_BYTES = 16 };

LAYOUT_INLINE void copy_128(void *to, const void *from) { *(uint4 *)to = *(const uint4 *)from; }

// May copy_128() use this address?
LAYOUT_INLINE bool aligned_128(const void *address)
{
    return (uintptr_t)address % COPY_128_BYTES == 0;
}

#endif
