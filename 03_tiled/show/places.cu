// SPDX-License-Identifier: MIT
//
// The grid that fits the GPU: how many blocks of 2_wave_grid it runs at a time.
#include "../../common/device/cuda_check.h"
#include "../tiled.h"

__global__ void sgemm_wave_grid(int panel, int m, int n, int k, float alpha, const float *A,
                                int lda, const float *B, int ldb, float beta, float *C, int ldc);

static int ask_for_places(int device)
{
    int sms = 0, blocks = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)sgemm_wave_grid,
                                                             TILED_BLOCK * TILED_BLOCK, 0));
    return sms * blocks;
}

// The answer never changes, and asking takes time: once is enough.
int tiled_places(void)
{
    enum { DEVICES = 64 };
    static int known[DEVICES]; // 0: not yet
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    if (device >= DEVICES)
        return ask_for_places(device);
    if (known[device] == 0)
        known[device] = ask_for_places(device);
    return known[device];
}

int tiled_wave_blocks(long long tiles)
{
    const int places = tiled_places();
    return tiles < places ? (int)tiles : places;
}

// The largest square that fits a wave: 32 x 32 tiles of the 1056 of an H200.
int tiled_wave_panel(void)
{
    const int places = tiled_places();
    int panel = 1;
    while ((panel + 1) * (panel + 1) <= places)
        panel++;
    return panel;
}
