// SPDX-License-Identifier: MIT
//
// test_ptx_wgmma.cu: kernels that ask what wgmma, stmatrix and warpgroup.h do.
#include "test_ptx_wgmma.h"

#include "common/device/ptx/stmatrix.h"
#include "common/device/ptx/warpgroup.h"
#include "bench/emu/mma_cases/inputs.h"
#include "bench/emu/wgmma_cases/probe.h"

unsigned ptx_wgmma_count(void) { return WGMMA_INSTRUCTION_COUNT; }
const char *ptx_wgmma_name(unsigned instruction) { return wgmma_instructions[instruction].name; }
struct mma_traits ptx_wgmma_traits(unsigned instruction) { return wgmma_traits(instruction); }

void ptx_wgmma_run(unsigned instruction, const void *a, const void *b, const void *c, void *d,
                   unsigned problems)
{
    wgmma_instructions[instruction].launch(a, b, c, d, problems, MMA_KINDS);
}

unsigned ptx_wgmma_probes(void) { return PROBES; }
unsigned ptx_wgmma_probe_words(void) { return PROBE_WORDS; }

bool ptx_wgmma_probe_is_legal(unsigned number)
{
    const struct wgmma_probe p = wgmma_probe_of(number);
    return wgmma_probe_is_legal(&p) != 0;
}

void ptx_wgmma_probe_run(unsigned number, uint16_t *out)
{
    const struct wgmma_probe p = wgmma_probe_of(number);
    launch_wgmma_probe(&p, out);
}

// Element (row, column) of matrix m is 64 m + 8 row + column; its fragments, as mma.sync's.
__global__ void run_stmatrix(int which, uint16_t *out)
{
    __shared__ __align__(16) uint16_t tile[32][8];
    const int lane = (int)threadIdx.x;
    uint32_t r[4];
    for (uint32_t m = 0; m < 4; m++) {
        const uint32_t row = (uint32_t)lane / 4, column = (uint32_t)lane % 4 * 2;
        r[m] = (64 * m + 8 * row + column) | (64 * m + 8 * row + column + 1) << 16;
    }
    for (int i = 0; i < 8; i++)
        tile[lane][i] = 0xFFFF;
    __syncwarp();
    // Rows from the last one up.
    uint16_t *row = tile[31 - lane];
    switch (which) {
    case PTX_STMATRIX_X2: stmatrix_x2(row, r); break;
    case PTX_STMATRIX_X4: stmatrix_x4(row, r); break;
    default: stmatrix_x4_trans(row, r); break;
    }
    __syncwarp();
    for (int i = 0; i < 8; i++)
        out[8 * lane + i] = tile[lane][i];
}

void ptx_stmatrix_run(enum ptx_stmatrix which, uint16_t *out)
{
    run_stmatrix<<<1, 32>>>(which, out);
    CUDA_CHECK_LAUNCH();
}

__global__ void __launch_bounds__(384, 1) run_warpgroup(int *out)
{
    __shared__ int box[32];
    const int group = (int)threadIdx.x / 128, warp = (int)threadIdx.x / 32;
    const bool elected = elect_sync();
    if (group == 0) {
        setmaxnreg_dec(24);
    } else {
        setmaxnreg_inc(240);
    }
    // From warp 0 to warp 11, one after the other.
    for (int i = 0; i < 11; i++) {
        if (warp == i) {
            if (elected)
                box[i + 1] = (i == 0 ? 100 : box[i]) + 1;
            barrier_arrive(1 + i, 64);
        } else if (warp == i + 1) {
            barrier_sync(1 + i, 64);
        }
    }
    __syncthreads();
    out[threadIdx.x] = elected ? (warp == 0 ? 100 : box[warp]) : -1;
}

void ptx_warpgroup_run(int *out)
{
    run_warpgroup<<<1, 384>>>(out);
    CUDA_CHECK_LAUNCH();
}
