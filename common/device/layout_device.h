// SPDX-License-Identifier: MIT
//
// layout_device.h: layouts inside kernels. A layout that is written as a literal where it is used
// costs nothing: the functions below are unrolled over a fixed number of leaves, and everything
// that does not depend on the thread becomes a constant in the address. For host code, nvcc and
// emucc.
//
//     // A of mma.m16n8k16 in a row-major tile of 16 x 16: CuTe's thread-value layout composed with
//     // the tile's, ((4,8),(2,2,2)):((2,16),(1,128,8)). A test derives it from the algebra.
//     LAYOUT_INLINE struct tv_literal a_in_tile(void)
//     {
//         return (struct tv_literal){
//             .thread = {.rank = 2, .shape = {4, 8}, .stride = {2, 16}},
//             .value = {.rank = 3, .shape = {2, 2, 2}, .stride = {1, 128, 8}},
//         };
//     }
//     ...
//     #pragma unroll
//     for (unsigned v = 0; v < 8; v++)
//         a_frag[v] = As[tv_offset(a_in_tile(), lane, v)];
//
// A literal is a flattened layout: its leaves from left to right. Their offsets are ints, because a
// tile in shared memory or in registers is small. In global memory a tile's own offset may not fit,
// so it is added to the pointer first.
#ifndef COMMON_LAYOUT_DEVICE_H
#define COMMON_LAYOUT_DEVICE_H

#include "host_device.h"

#ifdef __CUDACC__
#define LAYOUT_INLINE HOST_DEVICE static __forceinline__
#else
#define LAYOUT_INLINE static inline __attribute__((always_inline, unused))
#endif

enum { LITERAL_LEAVES = 8 };

struct layout_literal {
    unsigned rank; // leaves in use, at most LITERAL_LEAVES
    unsigned shape[LITERAL_LEAVES];
    int stride[LITERAL_LEAVES];
};

// A thread-value layout: which element value v of thread t is.
struct tv_literal {
    struct layout_literal thread, value;
};

// Sw<bits,base,shift>, shift >= 0: bits [base + shift, base + shift + bits) of an offset are xored
// into bits [base, base + bits).
struct swizzle_literal {
    unsigned bits, base, shift;
};

// Offset of a 1-D coordinate: the first leaf runs fastest, the last one takes the remainder.
LAYOUT_INLINE int literal_offset(struct layout_literal l, unsigned coordinate)
{
    int offset = 0;
#ifdef __CUDA_ARCH__ // gcc, which compiles the host's half for nvcc, does not know this word
#pragma unroll
#endif
    for (unsigned i = 0; i < LITERAL_LEAVES; i++)
        if (i < l.rank) {
            const unsigned digit = i + 1 < l.rank ? coordinate % l.shape[i] : coordinate;
            offset += (int)digit * l.stride[i];
            coordinate /= l.shape[i];
        }
    return offset;
}

// How many coordinates it has.
LAYOUT_INLINE unsigned literal_size(struct layout_literal l)
{
    unsigned size = 1;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (unsigned i = 0; i < LITERAL_LEAVES; i++)
        if (i < l.rank)
            size *= l.shape[i];
    return size;
}

// Offset of value v of thread t.
LAYOUT_INLINE int tv_offset(struct tv_literal l, unsigned t, unsigned v)
{
    return literal_offset(l.thread, t) + literal_offset(l.value, v);
}

// offset >= 0.
LAYOUT_INLINE int swizzled(struct swizzle_literal s, int offset)
{
    const unsigned x = (unsigned)offset;
    const unsigned mask = ((1u << s.bits) - 1) << (s.base + s.shift);
    return (int)(x ^ (x & mask) >> s.shift);
}

// swizzled(s, tv_offset(l, t, v)), for layouts whose thread part and value part never have a common
// bit (all compact layouts of powers of two; a test lists them). Then adding the parts is xoring
// them, and a swizzle of an xor is the xor of the swizzles. So the value's part is a constant, and
// each further value costs one instruction.
LAYOUT_INLINE int tv_swizzled(struct swizzle_literal s, struct tv_literal l, unsigned t, unsigned v)
{
    return swizzled(s, literal_offset(l.thread, t)) ^ swizzled(s, literal_offset(l.value, v));
}

#endif
