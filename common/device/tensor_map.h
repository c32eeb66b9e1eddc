// SPDX-License-Identifier: MIT
//
// tensor_map.h: describes a matrix and the size of a box of it to the copy engine (CUDA's
// CUtensorMap). The host makes a map for each operand and passes it to the kernel by value, as a
// parameter marked `const __grid_constant__ CUtensorMap`.
#ifndef COMMON_TENSOR_MAP_H
#define COMMON_TENSOR_MAP_H

#include <cuda.h> // types only: nothing is linked

#ifdef __cplusplus
extern "C" {
#endif

// A matrix of up to three dimensions, innermost first: sizes in elements; strides in bytes, for
// every dimension except the innermost one, whose elements are contiguous.
struct tensor_map {
    CUtensorMapDataType type;
    int rank;
    const void *address; // global memory; a multiple of 16
    uint64_t size[3];    // at least 1
    uint64_t stride[2];  // multiples of 16, below 2^40
    uint32_t box[3];     // 1 to 256; the innermost one times the element's bytes is a multiple of
                         // 16 and, if swizzled, at most the pattern's width
    CUtensorMapSwizzle swizzle;
};

// CUDA_SUCCESS; the driver's error for a map that it rejects (CUDA_ERROR_INVALID_VALUE);
// CUDA_ERROR_NOT_SUPPORTED if the driver has no tensor maps (they need 12.0).
CUresult tensor_map_encode(const struct tensor_map *m, CUtensorMap *map);

#ifdef __cplusplus
}
#endif
#endif
