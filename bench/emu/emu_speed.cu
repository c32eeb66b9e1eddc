// SPDX-License-Identifier: MIT
#include "emu_speed.h"

#include "common/device/cuda_check.h"
#include "common/device/ptx/ptx.h"

__global__ void multiply(int rounds, float *out)
{
    const uint32_t a[4] = {0x3C004000u, 0xBC003800u + threadIdx.x, 0x3A12B456u, 0x34567890u};
    const uint32_t b[2] = {0x3C00BC00u + threadIdx.x, 0x2E663555u};
    float d[4] = {0, 0, 0, 0};
    for (int i = 0; i < rounds; i++)
        mma_m16n8k16_f32_f16_f16_f32(d, a, b, d);
    for (int i = 0; i < 4; i++)
        out[4 * (blockIdx.x * blockDim.x + threadIdx.x) + i] = d[i];
}

void emu_speed_mma(int blocks, int rounds, float *d_out)
{
    multiply<<<blocks, MMA_THREADS>>>(rounds, d_out);
    CUDA_CHECK_LAUNCH();
}
