// SPDX-License-Identifier: MIT
//
// vectors.h: can a matrix be read and written in vectors only? For host code and kernels.
//
// A thread moves up to 16 bytes in one access, if their address is a multiple of that size: a
// vector. If all rows of a matrix are whole vectors, no vector crosses an edge. Any other matrix is
// copied element by element, by the same kernel compiled for that case. The host chooses once, for
// all threads.
#ifndef COMMON_GEMM_VECTORS_H
#define COMMON_GEMM_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../host_device.h"

enum { VECTOR_BYTES = 16 }; // of the widest

// Are rows of `cols` elements, ld elements apart, whole vectors of vector_bytes each? data NULL:
// for an array that begins at any vector's alignment, as everything from cudaMalloc() does.
HOST_DEVICE static inline bool rows_are_vectors(const void *data, int cols, ptrdiff_t ld,
                                                int element_bytes, int vector_bytes)
{
    const int elements = vector_bytes / element_bytes;
    return (uintptr_t)data % (unsigned)vector_bytes == 0 && cols % elements == 0 &&
           ld % elements == 0;
}

#endif
