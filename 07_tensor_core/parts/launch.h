// SPDX-License-Identifier: MIT
//
// launch.h: the kernels of a step and its launcher. Included at the end of the step's file, which
// must define
//
//     STEP                         the launcher's name, and the prefix of the kernels' names
//     BM, BN                       the tile of C that a block computes
//     THREADS, BLOCKS_PER_SM       threads in a block; blocks that must fit an SM
//     c_tile(g, row0, col0, trans_b, aligned, mma)
//                                  the tile of C at (row0, col0), by the whole block
//
// The last three arguments are literals. So there is a kernel for each of the eight cases, and none
// of them tests at run time. The launcher chooses:
//
//     trans_b   B is stored n x k
//     aligned   all rows of A and B are whole 16-byte vectors, and those of C whole float2s
//     mma       MMA_F16, or MMA_F16_K8 if the GPU has no mma.m16n8k16 (compute capability 7.5)
//
// SHARED_TILES is defined if the step has tiles in shared memory: k_major() and n_major().

static __device__ __forceinline__ void c_tiles(struct tc_gemm g, bool trans_b, bool aligned,
                                               enum mma_type mma)
{
    for (int down = blockIdx.y; down < ceil_div(g.m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(g.n, BN); across += gridDim.x)
            c_tile(&g, down * BM, across * BN, trans_b, aligned, mma);
}

#define TC_JOIN(step, name) step##name
#define TC_NAME(step, name) TC_JOIN(step, name)
#define TC_KERNEL(name, trans_b, aligned, mma) \
    static __global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM) \
        TC_NAME(STEP, name)(struct tc_gemm g) \
    { \
        c_tiles(g, trans_b, aligned, mma); \
    }

TC_KERNEL(_nn_elements_k8, false, false, MMA_F16_K8)
TC_KERNEL(_nn_elements_k16, false, false, MMA_F16)
TC_KERNEL(_nn_vectors_k8, false, true, MMA_F16_K8)
TC_KERNEL(_nn_vectors_k16, false, true, MMA_F16)
TC_KERNEL(_nt_elements_k8, true, false, MMA_F16_K8)
TC_KERNEL(_nt_elements_k16, true, false, MMA_F16)
TC_KERNEL(_nt_vectors_k8, true, true, MMA_F16_K8)
TC_KERNEL(_nt_vectors_k16, true, true, MMA_F16)

static void (*const kernels[2][2][2])(struct tc_gemm g) = {
    // [trans_b][aligned][k16]
    {{TC_NAME(STEP, _nn_elements_k8), TC_NAME(STEP, _nn_elements_k16)},
     {TC_NAME(STEP, _nn_vectors_k8), TC_NAME(STEP, _nn_vectors_k16)}},
    {{TC_NAME(STEP, _nt_elements_k8), TC_NAME(STEP, _nt_elements_k16)},
     {TC_NAME(STEP, _nt_vectors_k8), TC_NAME(STEP, _nt_vectors_k16)}},
};

void STEP(const struct gemm *gemm)
{
    const struct gemm_problem *p = &gemm->problem;
    if (p->m == 0 || p->n == 0)
        return;
    const struct tc_gemm g = tc_gemm_of(gemm);
    const bool aligned =
        rows_are_vectors(g.A, g.k, g.lda, sizeof(f16), VECTOR_BYTES) &&
        rows_are_vectors(g.B, p->trans_b ? g.k : g.n, g.ldb, sizeof(f16), VECTOR_BYTES) &&
        rows_are_vectors(g.C, g.n, g.ldc, sizeof(float), 2 * sizeof(float));
    const dim3 grid(smaller(ceil_div(g.n, BN), TC_MAX_GRID),
                    smaller(ceil_div(g.m, BM), TC_MAX_GRID));
    kernels[p->trans_b][aligned][tc_has_k16()]<<<grid, THREADS>>>(g);
    CUDA_CHECK_LAUNCH();
}

const struct tc_sizes TC_NAME(STEP, _sizes) = {
    .bm = BM,
    .bn = BN,
    .bk = BK,
    .wm = WM,
    .wn = WN,
    .threads = THREADS,
#ifdef SHARED_TILES
    .k_major = k_major(),
    .n_major = n_major(),
#endif
};

#undef TC_KERNEL
#undef TC_NAME
#undef TC_JOIN
