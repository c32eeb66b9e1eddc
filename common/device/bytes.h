// SPDX-License-Identifier: MIT
//
// bytes.h: a transpose of 4 x 4 bytes, in registers. For kernels.
//
// dp4a and mma.sync take four s8 of one line, neighbours along K, in one register. If a matrix is
// contiguous along its lines, a word from memory has four lines of one k instead.
#ifndef COMMON_BYTES_H
#define COMMON_BYTES_H

#include <cuda_runtime.h>
#include <stdint.h>

// Byte j of word i becomes byte i of word j. Pairs of words are interleaved byte by byte, then
// their halves joined: 8 instructions (PRMT), where single bytes would take 28.
static __device__ __forceinline__ void transpose_4x4_bytes(uint32_t w[4])
{
    const uint32_t low01 = __byte_perm(w[0], w[1], 0x5140); // bytes 0 and 1 of both, alternating
    const uint32_t low23 = __byte_perm(w[2], w[3], 0x5140);
    const uint32_t high01 = __byte_perm(w[0], w[1], 0x7362); // bytes 2 and 3
    const uint32_t high23 = __byte_perm(w[2], w[3], 0x7362);
    w[0] = __byte_perm(low01, low23, 0x5410);
    w[1] = __byte_perm(low01, low23, 0x7632);
    w[2] = __byte_perm(high01, high23, 0x5410);
    w[3] = __byte_perm(high01, high23, 0x7632);
}

#endif
