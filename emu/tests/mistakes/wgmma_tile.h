// SPDX-License-Identifier: MIT
//
// wgmma_tile.h: what the programs with wgmma have in common: tiles of 64 rows of 64 halfs, which are stored
// in shared memory with a 128-byte swizzle; D as the threads hold it; D = A B^T of small whole
// numbers, and how many elements of it are wrong.
#ifndef MISTAKES_WGMMA_TILE_H
#define MISTAKES_WGMMA_TILE_H

#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_fp16.h>
#include <vector>

#include "../ptx/sm90.h"

const int ROW = 128, TILE = 64 * ROW; // bytes

// By the 128 threads of a warpgroup; ld in elements.
static __device__ inline void store_tile(char *tile, const __half *from, int ld)
{
    for (int i = threadIdx.x % 128; i < 64 * 8; i += 128) {
        int row = i / 8, piece = i % 8;
        *(int4 *)(tile + row * ROW + (piece ^ row % 8) * 16) = *(const int4 *)(from + row * ld + piece * 8);
    }
}

static __device__ inline uint64_t tile_descriptor(const char *tile)
{
    return wgmma_descriptor(tile, 16, 8 * ROW, WGMMA_SWIZZLE_128);
}

// Element i of a thread's part of D, 64 x 64.
static __device__ inline int row_of(int i)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32;
    return 16 * warp + lane / 4 + i / 2 % 2 * 8;
}
static __device__ inline int column_of(int i) { return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2; }

static __device__ inline void write_d(float *D, const float d[32])
{
    for (int i = 0; i < 32; i++)
        D[row_of(i) * 64 + column_of(i)] = d[i];
}

static inline CUtensorMap map_of(const __half *from, int rows, int columns, int box_rows, int box_columns,
                                 CUtensorMapSwizzle swizzle)
{
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found);
    const cuuint64_t sizes[2] = {(cuuint64_t)columns, (cuuint64_t)rows}, strides[1] = {(cuuint64_t)columns * 2};
    const cuuint32_t box[2] = {(cuuint32_t)box_columns, (cuuint32_t)box_rows}, steps[2] = {1, 1};
    CUtensorMap map;
    if (((decltype(&cuTensorMapEncodeTiled))function)(
            &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (void *)from, sizes, strides, box, steps,
            CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        printf("no map\n");
        exit(2);
    }
    return map;
}

// D = A B^T: A is rows x k, B 64 x k, D rows x 64; launch(A, B, D) is asked for it. Returns the exit
// status. by_k: B is stored k x 64.
template <class F> static int check_product(int rows, int k, F launch, bool by_k = false)
{
    std::vector<__half> a(rows * k), b(64 * k);
    std::vector<float> d(rows * 64);
    for (int i = 0; i < rows * k; i++) a[i] = __float2half((float)(i * 7 % 11 - 5));
    for (int i = 0; i < 64 * k; i++) b[i] = __float2half((float)(i * 5 % 13 - 6));
    __half *A, *B;
    float *D;
    cudaMalloc(&A, a.size() * 2);
    cudaMalloc(&B, b.size() * 2);
    cudaMalloc(&D, d.size() * 4);
    cudaMemcpy(A, a.data(), a.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b.data(), b.size() * 2, cudaMemcpyHostToDevice);
    cudaMemset(D, 0, d.size() * 4);
    launch(A, B, D);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(d.data(), D, d.size() * 4, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 64; j++) {
            float want = 0;
            for (int p = 0; p < k; p++)
                want += __half2float(a[i * k + p]) * __half2float(b[by_k ? p * 64 + j : j * k + p]);
            wrong += d[i * 64 + j] != want;
        }
    printf("%d of %d wrong (%s)\n", wrong, rows * 64, cudaGetErrorString(error));
    cudaFree(A);
    cudaFree(B);
    cudaFree(D);
    return wrong != 0 || error != cudaSuccess;
}

#endif
