// SPDX-License-Identifier: MIT
//
// simt_kernel.h: the kernel of one instruction of ordinary cores, from registers only. Included
// once for each:
//
//     SIMT_KERNEL             the kernel's name, and what its launcher begins with
//     SIMT_WORD               type of its operands
//     SIMT_STEP(x, a, b)      the instruction
//     SIMT_START(thread, j)   what chain j of a thread begins with
//     SIMT_SUM(x, y)          of the chains

static __global__ void SIMT_KERNEL(SIMT_WORD *results, SIMT_WORD a, SIMT_WORD b)
{
    SIMT_WORD x[SIMT_CHAINS];
#pragma unroll
    for (int j = 0; j < SIMT_CHAINS; j++)
        x[j] = SIMT_START((int)threadIdx.x, j);
#pragma unroll 1
    for (int round = 0; round < SIMT_ROUNDS; round++) {
#pragma unroll
        for (int u = 0; u < SIMT_UNROLL; u++) {
#pragma unroll
            for (int j = 0; j < SIMT_CHAINS; j++)
                x[j] = SIMT_STEP(x[j], a, b);
        }
    }
    SIMT_WORD sum = x[0];
#pragma unroll
    for (int j = 1; j < SIMT_CHAINS; j++)
        sum = SIMT_SUM(sum, x[j]);
    results[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static void SIMT_PASTE(launch_, SIMT_KERNEL)(const void *work)
{
    const struct simt_work *w = (const struct simt_work *)work;
    SIMT_KERNEL<<<w->blocks, SIMT_BLOCK>>>((SIMT_WORD *)w->results, *(const SIMT_WORD *)w->a,
                                           *(const SIMT_WORD *)w->b);
}

#undef SIMT_KERNEL
#undef SIMT_WORD
#undef SIMT_STEP
#undef SIMT_START
#undef SIMT_SUM
