// SPDX-License-Identifier: MIT
//
// probe.h: which bytes of shared memory a descriptor names: every element's address is read out.
// CUDA C, for one file of a program.
//
// One of A and B is a unit matrix, so that D shows the other one; of that, shared memory holds in
// each 16-bit element its own number, once the low 8 bits, once the high ones.
#ifndef VALIDATE_WGMMA_CASES_PROBE_H
#define VALIDATE_WGMMA_CASES_PROBE_H

#include <cuda_fp16.h>

#include "launch.h"

struct wgmma_probe {
    int of_b, trans, swizzle;
    int leading, stride, start, base;
};

enum {
    PROBE_BYTES = 1 << 16,
    PROBE_LINES = 64,
    PROBE_K = 16,
    PROBE_WORDS = PROBE_LINES * PROBE_K,
    PROBE_SHARED = WGMMA_PATTERN + PROBE_BYTES + 2048,
    PROBE_PLACES = 26, // distances and starts
    PROBES = 2 * 2 * 4 * PROBE_PLACES
};

static inline struct wgmma_probe wgmma_probe_of(unsigned number)
{
    static const int distances[][2] = {{128, 256},   {1024, 128}, {16, 1024}, {2048, 1024},
                                       {1024, 2048}, {512, 256},  {4096, 512}};
    static const int starts[] = {0, 32, 64};
    // start and base offset (the pattern begins there: its row number in bits 7 to 9)
    static const int shifted[][2] = {{128, 0}, {256, 0}, {512, 0}, {128, 1}, {512, 4}};
    const unsigned place = number % PROBE_PLACES, rest = number / PROBE_PLACES;
    struct wgmma_probe p = {(int)(rest / 8), (int)(rest / 4 % 2), (int)(rest % 4), 0, 0, 0, 0};
    if (place < 21) {
        p.leading = distances[place % 7][0];
        p.stride = distances[place % 7][1];
        p.start = starts[place / 7];
    } else {
        p.leading = 2048;
        p.stride = 1024;
        p.start = shifted[place - 21][0];
        p.base = shifted[place - 21][1];
    }
    return p;
}

// Do pieces at i * d1 + j * d2 (i < n1, j < n2) overlap?
static inline int probe_overlaps(int n1, int d1, int n2, int d2, int piece)
{
    for (int i = 0; i < n1 * n2; i++)
        for (int j = 0; j < i; j++) {
            const int apart = (i % n1 - j % n1) * d1 + (i / n1 - j / n1) * d2;
            if (apart < piece && apart > -piece)
                return 1;
        }
    return 0;
}

// Does PTX say what it means? Core matrices do not overlap, patterns begin where they repeat.
static inline int wgmma_probe_is_legal(const struct wgmma_probe *p)
{
    const int width = p->swizzle == WGMMA_NO_SWIZZLE ? 0 : 256 >> p->swizzle;
    if (p->base || (width && p->start % (8 * width) >= width))
        return 0;
    if (!width)
        return !probe_overlaps(8, p->stride, 2, p->leading, 128);
    return p->trans ? !probe_overlaps(128 / width, p->leading, 2, p->stride, 8 * width)
                    : !probe_overlaps(8, p->stride, 1, 0, 8 * width);
}

__device__ static inline void probe_fill(char *shared, bool high)
{
    for (int i = (int)threadIdx.x; i < PROBE_BYTES / 2; i += WGMMA_GROUP)
        ((__half *)shared)[i] = __float2half((float)(high ? i >> 8 : i & 255));
}

// 16 lines, and below them zeros; no swizzle.
__device__ static inline void probe_unit(char *tile)
{
    for (int i = (int)threadIdx.x; i < 1024; i += WGMMA_GROUP) {
        const int line = i / 16, p = i % 16;
        *(__half *)(tile + line / 8 * 256 + p / 8 * 128 + line % 8 * 16 + p % 8 * 2) =
            __float2half(line == p ? 1.0F : 0.0F);
    }
}

// out: for each line and place of k the number of the element that was read.
__global__ void run_wgmma_probe(struct wgmma_probe probe, uint16_t *out)
{
    char *shared = wgmma_tiles(), *unit = shared + PROBE_BYTES;
    const uint64_t tile = wgmma_descriptor(shared + probe.start, probe.leading, probe.stride,
                                           (enum wgmma_swizzle)probe.swizzle) |
                          (uint64_t)probe.base << 49;
    const uint64_t one = wgmma_descriptor(unit, 128, 256, WGMMA_NO_SWIZZLE);
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    float d[32] = {0};
    probe_unit(unit);
    for (int high = 0; high < 2; high++) {
        __syncthreads();
        probe_fill(shared, high != 0);
        fence_proxy_async();
        __syncthreads();
        wgmma_fence();
        if (probe.of_b && probe.trans)
            wgmma_m64n64k16_f32_f16_f16(d, one, tile, false, false, true);
        else if (probe.of_b)
            wgmma_m64n64k16_f32_f16_f16(d, one, tile, false, false, false);
        else if (probe.trans)
            wgmma_m64n64k16_f32_f16_f16(d, tile, one, false, true, false);
        else
            wgmma_m64n64k16_f32_f16_f16(d, tile, one, false, false, false);
        wgmma_commit_group();
        wgmma_wait_group(0);
        for (int i = 0; i < 32; i++) {
            const int row = 16 * warp + lane / 4 + i / 2 % 2 * 8;
            const int column = i / 4 * 8 + lane % 4 * 2 + i % 2;
            const int line = probe.of_b ? column : row, p = probe.of_b ? row : column;
            if (p < PROBE_K) {
                const uint16_t value = (uint16_t)d[i];
                uint16_t *to = &out[line * PROBE_K + p];
                *to = high ? (uint16_t)(*to | value << 8) : value;
            }
        }
    }
}

static void launch_wgmma_probe(const struct wgmma_probe *probe, uint16_t *out)
{
    CUDA_CHECK(cudaFuncSetAttribute(run_wgmma_probe, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    PROBE_SHARED));
    run_wgmma_probe<<<1, WGMMA_GROUP, PROBE_SHARED>>>(*probe, out);
    CUDA_CHECK_LAUNCH();
}

#endif
