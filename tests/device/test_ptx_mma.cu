// SPDX-License-Identifier: MIT
//
// test_ptx_mma.cu: kernels that ask what ldmatrix and mma.sync of ptx.h do.
#include "test_ptx_mma.h"

#include "bench/emu/mma_cases/launch.h"

unsigned ptx_mma_count(void) { return MMA_INSTRUCTION_COUNT; }
const char *ptx_mma_name(unsigned instruction) { return mma_instructions[instruction].name; }
struct mma_traits ptx_mma_traits(unsigned instruction)
{
    return mma_instructions[instruction].traits();
}

void ptx_mma_run(unsigned instruction, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                 uint32_t *d, unsigned problems)
{
    mma_instructions[instruction].launch(a, b, c, d, problems);
}

__global__ void run_ldmatrix(int which, const int *rows, uint32_t *out)
{
    __shared__ __align__(16) unsigned short tile[PTX_ROWS][8];
    const int lane = (int)threadIdx.x;
    uint32_t r[4] = {0};
    for (int i = lane; i < PTX_ROWS * 8; i += 32)
        tile[i / 8][i % 8] = (unsigned short)i;
    __syncthreads();
    const void *row = tile[rows[lane]];
    switch (which) {
    case PTX_LDMATRIX_X1: ldmatrix_x1(r, row); break;
    case PTX_LDMATRIX_X2: ldmatrix_x2(r, row); break;
    case PTX_LDMATRIX_X4: ldmatrix_x4(r, row); break;
    case PTX_LDMATRIX_X1_TRANS: ldmatrix_x1_trans(r, row); break;
    case PTX_LDMATRIX_X2_TRANS: ldmatrix_x2_trans(r, row); break;
    default: ldmatrix_x4_trans(r, row); break;
    }
    for (int i = 0; i < 4; i++)
        out[4 * lane + i] = r[i];
}

void ptx_ldmatrix_run(enum ptx_ldmatrix which, const int *rows, uint32_t *out)
{
    run_ldmatrix<<<1, 32>>>(which, rows, out);
    CUDA_CHECK_LAUNCH();
}
