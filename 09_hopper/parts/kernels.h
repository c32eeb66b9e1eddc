// SPDX-License-Identifier: MIT
//
// kernels.h: a step's kernels, one for each transposition of A and B. These are literals, so no
// kernel branches on them. Included after
//
//     STEP, THREADS       how their names begin; threads of a block
//     PARAMS              their parameter
//     OF_CLUSTER          their __cluster_dims__, if any
//     BLOCKS_PER_SM       for which there must be registers; default: 1
//     A_NOT_TRANSPOSED    if defined: NN and NT only
//     K_MAJOR             if defined: one kernel, for NT, serves all
//     C_TILES(p, trans_a, trans_b)    what a block does; default: c_tiles(), with these arguments
//
// Defines KERNELS[trans_a][trans_b]. A file may include it several times, if STEP differs.
#ifndef OF_CLUSTER
#define OF_CLUSTER
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 1
#endif
#ifndef C_TILES
#define C_TILES c_tiles
#endif
#define KERNEL_JOIN(step, name) step##name
#define KERNEL_NAME(step, name) KERNEL_JOIN(step, name)
#define KERNEL(name, trans_a, trans_b) \
    __global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM) OF_CLUSTER KERNEL_NAME(STEP, name)( \
        const __grid_constant__ PARAMS p) \
    { \
        C_TILES(&p, trans_a, trans_b); \
    }

KERNEL(_nt, false, true)
#ifdef K_MAJOR
#define KERNEL_OF(name) KERNEL_NAME(STEP, _nt)
#else
#define KERNEL_OF(name) KERNEL_NAME(STEP, name)
KERNEL(_nn, false, false)
#ifndef A_NOT_TRANSPOSED
KERNEL(_tn, true, false)
KERNEL(_tt, true, true)
#endif
#endif

#define KERNELS KERNEL_NAME(STEP, _kernels)
static void (*const KERNELS[2][2])(const PARAMS) = {
    {KERNEL_OF(_nn), KERNEL_OF(_nt)},
#ifndef A_NOT_TRANSPOSED
    {KERNEL_OF(_tn), KERNEL_OF(_tt)},
#endif
};
