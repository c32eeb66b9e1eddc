// SPDX-License-Identifier: MIT
//
// hopper.h: what the programs of this folder have in common: tensor maps, matrices of floats and
// halfs in device memory, counting what is wrong.
#ifndef TESTS_EMU_HOPPER_H
#define TESTS_EMU_HOPPER_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>

#include "../ptx/sm90.h"

// A box of a matrix of any rank, without a swizzle or with one. Strides are bytes.
static inline CUtensorMap map_tiled(CUtensorMapDataType type, int rank, const void *address,
                                    const cuuint64_t *sizes, const cuuint64_t *strides,
                                    const cuuint32_t *box, CUtensorMapSwizzle swizzle)
{
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                     &found);
    const cuuint32_t steps[5] = {1, 1, 1, 1, 1};
    static CUtensorMap map; // at a multiple of 64 bytes, where a function's result may not be
    const CUresult result = ((decltype(&cuTensorMapEncodeTiled))function)(
        &map, type, (cuuint32_t)rank, (void *)address, sizes, strides, box, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) {
        printf("no map: %d\n", (int)result);
        exit(2);
    }
    return map;
}

// A matrix of `rows` rows of `cols` elements of 4 bytes (floats) or 2 (bits of halfs).
static inline CUtensorMap map_2d(CUtensorMapDataType type, const void *address, uint64_t cols,
                                 uint64_t rows, uint64_t row_bytes, uint32_t box_cols,
                                 uint32_t box_rows, CUtensorMapSwizzle swizzle)
{
    const cuuint64_t sizes[2] = {cols, rows}, strides[1] = {row_bytes};
    const cuuint32_t box[2] = {box_cols, box_rows};
    return map_tiled(type, 2, address, sizes, strides, box, swizzle);
}

static inline CUtensorMap map_f32(const float *address, uint64_t cols, uint64_t rows,
                                  uint32_t box_cols, uint32_t box_rows,
                                  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE)
{
    return map_2d(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, address, cols, rows, cols * 4, box_cols,
                  box_rows, swizzle);
}

// i + 1 in element i.
static inline float *numbers(int count)
{
    float *host = (float *)malloc(count * sizeof(float)), *device;
    for (int i = 0; i < count; i++)
        host[i] = (float)(i + 1);
    cudaMalloc(&device, count * sizeof(float));
    cudaMemcpy(device, host, count * sizeof(float), cudaMemcpyHostToDevice);
    free(host);
    return device;
}

static inline float *zeros(int count)
{
    float *device;
    cudaMalloc(&device, count * sizeof(float));
    cudaMemset(device, 0, count * sizeof(float));
    return device;
}

// How many elements are not what `want(i)` says; the first of them is printed. Frees the memory.
template <class F> static int wrong(const char *what, float *device, int count, F want)
{
    float *host = (float *)malloc(count * sizeof(float));
    const cudaError_t error =
        cudaMemcpy(host, device, count * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = error != cudaSuccess;
    if (bad)
        printf("%s: %s\n", what, cudaGetErrorString(error));
    for (int i = 0; i < count; i++)
        if (host[i] != (float)want(i) && bad++ == 0)
            printf("%s: element %d is %g, not %g\n", what, i, host[i], (float)want(i));
    cudaFree(device);
    free(host);
    return bad;
}

#endif
