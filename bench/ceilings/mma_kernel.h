// SPDX-License-Identifier: MIT
//
// mma_kernel.h: the kernel of one mma.sync instruction, from registers only. Included once for
// each:
//
//     MMA         the function of common/device/ptx: mma_m16n8k16_f32_f16_f16_f32
//     MMA_KERNEL  the kernel's name
//     MMA_ACC     type of a register of C and D, MMA_ACCS of them in a thread
//     MMA_REG     type of a register of A and B, MMA_AS and MMA_BS of them
//
// Each chain adds A B, takes it off again, and so on, and ends with A B added once more than taken
// off: sums stay small, and what comes out is known.

// As many accumulators as chains; `chains` is a literal.
static __device__ __forceinline__ void
MMA_PASTE(MMA_KERNEL, _chains)(MMA_ACC *results, const MMA_REG *a, const MMA_REG *b,
                               const MMA_REG *minus_b, int chains)
{
    MMA_ACC acc[MMA_MAX_CHAINS][MMA_ACCS];
    MMA_REG a_frag[MMA_AS], b_frag[MMA_BS], minus_b_frag[MMA_BS];
    const int lane = (int)threadIdx.x % 32;
    for (int i = 0; i < MMA_AS; i++)
        a_frag[i] = a[lane * MMA_AS + i];
    for (int i = 0; i < MMA_BS; i++) {
        b_frag[i] = b[lane * MMA_BS + i];
        minus_b_frag[i] = minus_b[lane * MMA_BS + i];
    }
#pragma unroll
    for (int j = 0; j < chains; j++)
        for (int i = 0; i < MMA_ACCS; i++)
            acc[j][i] = 0;
#pragma unroll 1
    for (int round = 0; round < MMA_ROUNDS; round++) {
#pragma unroll
        for (int u = 0; u < MMA_UNROLL; u++) {
#pragma unroll
            for (int j = 0; j < chains; j++)
                MMA(acc[j], a_frag, b_frag, acc[j]);
#pragma unroll
            for (int j = 0; j < chains; j++)
                MMA(acc[j], a_frag, minus_b_frag, acc[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < chains; j++)
        MMA(acc[j], a_frag, b_frag, acc[j]);
    MMA_ACC *mine = &results[(blockIdx.x * blockDim.x + threadIdx.x) * (MMA_MAX_CHAINS * MMA_ACCS)];
#pragma unroll
    for (int j = 0; j < chains; j++)
        for (int i = 0; i < MMA_ACCS; i++)
            mine[j * MMA_ACCS + i] = acc[j][i];
}

__global__ void MMA_KERNEL(MMA_ACC *results, const MMA_REG *a, const MMA_REG *b,
                           const MMA_REG *minus_b, int chains)
{
    switch (chains) {
    case 1: MMA_PASTE(MMA_KERNEL, _chains)(results, a, b, minus_b, 1); break;
    case 2: MMA_PASTE(MMA_KERNEL, _chains)(results, a, b, minus_b, 2); break;
    case 4: MMA_PASTE(MMA_KERNEL, _chains)(results, a, b, minus_b, 4); break;
    default: MMA_PASTE(MMA_KERNEL, _chains)(results, a, b, minus_b, 8); break;
    }
}

static void MMA_PASTE(launch_, MMA_KERNEL)(const void *work)
{
    const struct mma_work *w = (const struct mma_work *)work;
    MMA_KERNEL<<<w->blocks, MMA_BLOCK>>>((MMA_ACC *)w->results, (const MMA_REG *)w->a,
                                         (const MMA_REG *)w->b, (const MMA_REG *)w->minus_b,
                                         w->chains);
}

#undef MMA
#undef MMA_KERNEL
#undef MMA_ACC
#undef MMA_ACCS
#undef MMA_REG
#undef MMA_AS
#undef MMA_BS
