// SPDX-License-Identifier: MIT
//
// text_vector_add.cu: the vector addition of the CuTe article, unchanged, line for line in
// plain C, and what it leaves out. `06_layouts --text-vector`.
//
// 2_local_tile is what becomes of it when n and the pointers may be anything.
#include <cuda_fp16.h>
#include <stdio.h>

#include "../../common/device/copy_128.h"
#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../layouts.h"

#define TENSOR_ELEMENT half
#define TENSOR_NAME f16
#include "../../common/device/tensor_of.h"
#define TENSOR_ELEMENT const half
#define TENSOR_NAME const_f16
#include "../../common/device/tensor_of.h"

enum { PER_THREAD = 8, THREADS = 128 };

__global__ void vector_add_of_the_text(half *z, int num, const half *x, const half *y, half a,
                                       half b, half c)
{
    const int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx >= num / PER_THREAD) // the tail, num % 8 elements, is not computed
        return;

    const struct tensor_f16 tz = make_tensor_f16(z, tensor_vector(num));
    const struct tensor_const_f16 tx = make_tensor_const_f16(x, tensor_vector(num));
    const struct tensor_const_f16 ty = make_tensor_const_f16(y, tensor_vector(num));

    const struct tensor_f16 tzr = local_tile_f16(tz, tuple1(PER_THREAD), tuple1(idx));
    const struct tensor_const_f16 txr = local_tile_const_f16(tx, tuple1(PER_THREAD), tuple1(idx));
    const struct tensor_const_f16 tyr = local_tile_const_f16(ty, tuple1(PER_THREAD), tuple1(idx));

    half2 txR[PER_THREAD / 2], tyR[PER_THREAD / 2], tzR[PER_THREAD / 2]; // make_tensor_like
    copy_128(txR, txr.data);                                             // LDG.128
    copy_128(tyR, tyr.data);

    const half2 a2 = __half2half2(a), b2 = __half2half2(b), c2 = __half2half2(c);
#pragma unroll
    for (int i = 0; i < PER_THREAD / 2; i++)
        tzR[i] = __hfma2(txR[i], a2, __hfma2(tyR[i], b2, c2)); // two HFMA2

    copy_128(tzr.data, tzR); // STG.128
}

// z[i] = 2 i + 3 (1 / 4) + 1 for small i: x = i mod 512, y = 1/4, all exact in half precision.
static void run(int num)
{
    half *x, *y, *z;
    const size_t bytes = (size_t)num * sizeof(half);
    half *h = (half *)malloc(bytes);
    if (!h)
        exit(1);
    CUDA_CHECK(cudaMalloc((void **)&x, bytes));
    CUDA_CHECK(cudaMalloc((void **)&y, bytes));
    CUDA_CHECK(cudaMalloc((void **)&z, bytes));
    for (int i = 0; i < num; i++)
        h[i] = __float2half((float)(i % 512));
    CUDA_CHECK(cudaMemcpy(x, h, bytes, cudaMemcpyHostToDevice));
    for (int i = 0; i < num; i++)
        h[i] = __float2half(0.25f);
    CUDA_CHECK(cudaMemcpy(y, h, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(z, 0xff, bytes)); // NaN: not yet written

    const int threads = ceil_div(num, PER_THREAD);
    vector_add_of_the_text<<<ceil_div(threads, THREADS), THREADS>>>(
        z, num, x, y, __float2half(2), __float2half(3), __float2half(1));
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h, z, bytes, cudaMemcpyDeviceToHost));

    int right = 0, unwritten = 0;
    for (int i = 0; i < num; i++) {
        const float got = __half2float(h[i]);
        // 2 x + 1.75 needs more than 11 bits from x = 256 on: the sum is rounded, once.
        right += got == __half2float(__float2half(2.0f * (float)(i % 512) + 1.75f));
        unwritten += got != got;
    }
    printf("num = %d: z = %g %g %g %g ... %g; %d right, %d never written\n", num,
           __half2float(h[0]), __half2float(h[1]), __half2float(h[2]), __half2float(h[3]),
           __half2float(h[num - 1]), right, unwritten);
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(y));
    CUDA_CHECK(cudaFree(z));
    free(h);
}

int layouts_text_vector(const struct gemm_problem *p, const struct setup *setup)
{
    (void)p, (void)setup;
    printf("z = 2 x + 3 y + 1 in half precision, x = 0 1 2 ..., y = 0.25\n");
    run(4096);
    run(4099);
    return 0;
}
