// SPDX-License-Identifier: MIT
//
// epilogue_kernels.cu: 6_epilogue with each of its functions, types of D, and the sums of D's rows:
// B as k x n, any alignment.
#define EPILOGUE_SHOW
#include "../6_epilogue.cu"

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/vectors.h"
#include "epilogues.h"

// Only some kernels take a separate C, or sum D's rows: with both in all of them, nvcc took twice
// as long for this file.
#define EPILOGUE_TYPE_KERNEL(name, d_type, function) \
    __global__ void __launch_bounds__(THREADS) name(struct hier_params p, struct epilogue e) \
    { \
        e.type = d_type; \
        if (function != EPILOGUE_LINEAR && function != EPILOGUE_BIAS_RELU) \
            e.source = NULL; \
        if (function != EPILOGUE_BIAS_RELU) \
            e.row_parts = NULL; \
        c_tile_with(function, &e, &p, false, false); \
    }
#define EPILOGUE_KERNEL(name, function) EPILOGUE_TYPE_KERNEL(name, EPILOGUE_F32, function)
EPILOGUE_KERNEL(hgemm_linear, EPILOGUE_LINEAR)
EPILOGUE_KERNEL(hgemm_bias, EPILOGUE_BIAS)
EPILOGUE_KERNEL(hgemm_relu, EPILOGUE_RELU)
EPILOGUE_KERNEL(hgemm_gelu, EPILOGUE_GELU)
EPILOGUE_KERNEL(hgemm_clamp, EPILOGUE_CLAMP)
EPILOGUE_KERNEL(hgemm_scale, EPILOGUE_SCALE)
EPILOGUE_KERNEL(hgemm_bias_relu, EPILOGUE_BIAS_RELU)
EPILOGUE_KERNEL(hgemm_bias_gelu, EPILOGUE_BIAS_GELU)
EPILOGUE_KERNEL(hgemm_bias_rows, EPILOGUE_BIAS_ROWS)
EPILOGUE_KERNEL(hgemm_scale_rows, EPILOGUE_SCALE_ROWS)

// D of the other types: the linear function, and the function of a network layer. (All functions
// would be 30 kernels.)
EPILOGUE_TYPE_KERNEL(hgemm_to_f16, EPILOGUE_F16, EPILOGUE_LINEAR)
EPILOGUE_TYPE_KERNEL(hgemm_to_bf16, EPILOGUE_BF16, EPILOGUE_LINEAR)
EPILOGUE_TYPE_KERNEL(hgemm_to_s8, EPILOGUE_S8, EPILOGUE_LINEAR)
EPILOGUE_TYPE_KERNEL(hgemm_bias_relu_to_f16, EPILOGUE_F16, EPILOGUE_BIAS_RELU)
EPILOGUE_TYPE_KERNEL(hgemm_bias_relu_to_bf16, EPILOGUE_BF16, EPILOGUE_BIAS_RELU)
EPILOGUE_TYPE_KERNEL(hgemm_bias_relu_to_s8, EPILOGUE_S8, EPILOGUE_BIAS_RELU)

typedef void kernel_fn(struct hier_params p, struct epilogue e);

static kernel_fn *kernel_of(enum epilogue_function function, enum epilogue_type type)
{
    static kernel_fn *const functions[EPILOGUE_FUNCTIONS] = {
        hgemm_linear, hgemm_bias,      hgemm_relu,      hgemm_gelu,      hgemm_clamp,
        hgemm_scale,  hgemm_bias_relu, hgemm_bias_gelu, hgemm_bias_rows, hgemm_scale_rows};
    static kernel_fn *const plain[EPILOGUE_TYPES] = {NULL, hgemm_to_f16, hgemm_to_bf16,
                                                     hgemm_to_s8},
                            *const layers[EPILOGUE_TYPES] = {NULL, hgemm_bias_relu_to_f16,
                                                             hgemm_bias_relu_to_bf16,
                                                             hgemm_bias_relu_to_s8};
    if (type == EPILOGUE_F32)
        return functions[function];
    return function == EPILOGUE_LINEAR      ? plain[type]
           : function == EPILOGUE_BIAS_RELU ? layers[type]
                                            : NULL;
}

bool has_function(enum epilogue_function function, enum epilogue_type type)
{
    return kernel_of(function, type) != NULL;
}

void hgemm_with_function(enum epilogue_function function, const struct epilogue *e,
                         const struct gemm *g)
{
    const int bytes = (int)sizeof(union shared_memory), element = epilogue_bytes(e->type);
    const struct gemm_problem *q = &g->problem;
    kernel_fn *const kernel = kernel_of(function, e->type);
    struct hier_params p = hier_params(hier_copies(COPY_ASYNC, false), g);
    p.panel = raster_panel(HIER_BM, HIER_BN, p.tiles_m, raster_places());
    p.vectors =
        rows_are_vectors(g->C, q->n, q->ldc, element, 4 * element) &&
        (!e->source || rows_are_vectors(e->source, q->n, e->ld_source, element, 4 * element));
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<p.tiles_m * p.tiles_n, THREADS, bytes>>>(p, *e);
    CUDA_CHECK_LAUNCH();
}

// ---- Sums of rows --------------------------------------------------------------------------------

int row_parts(int n) { return ceil_div(n, WN); }

// One thread per row: neighbouring threads read neighbours.
static __global__ void add_row_parts(const float *parts, int m, int count, float *sums)
{
    const int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= m)
        return;
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += parts[row_major(i, row, m)];
    sums[row] = sum;
}

void rows_reduce(const float *parts, int m, int n, float *sums)
{
    enum { ROWS = 128 };
    add_row_parts<<<ceil_div(m, ROWS), ROWS>>>(parts, m, row_parts(n), sums);
    CUDA_CHECK_LAUNCH();
}
