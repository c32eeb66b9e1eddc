// SPDX-License-Identifier: MIT
//
// epilogue_kernels.cu: 6_epilogue with each of its functions, types of D, and the sums of D's rows:
// B as k x n, any alignment.
#define EPILOGUE_SHOW
#include "../6_epilogue.cu"

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/vectors.h"
#include "epilogues.h"

#define EPILOGUE_KERNEL(name, function) \
    __global__ void __launch_bounds__(THREADS) name(struct hier_params p, struct epilogue e) \
    { \
        e.type = EPILOGUE_F32; \
        c_tile_with(function, &e, &p, false, false); \
    }
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

// D of the other types: the type is a literal, and the function is asked for at each element. (Each
// function with each type would be 40 kernels.)
#define EPILOGUE_TYPE_KERNEL(name, d_type) \
    __global__ void __launch_bounds__(THREADS) \
        name(struct hier_params p, struct epilogue e, enum epilogue_function function) \
    { \
        e.type = d_type; \
        c_tile_with(function, &e, &p, false, false); \
    }
EPILOGUE_TYPE_KERNEL(hgemm_to_f16, EPILOGUE_F16)
EPILOGUE_TYPE_KERNEL(hgemm_to_bf16, EPILOGUE_BF16)
EPILOGUE_TYPE_KERNEL(hgemm_to_s8, EPILOGUE_S8)

static void allow_shared(const void *kernel)
{
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    (int)sizeof(union shared_memory)));
}

void hgemm_with_function(enum epilogue_function function, const struct epilogue *e,
                         const struct gemm *g)
{
    typedef void kernel_fn(struct hier_params p, struct epilogue e);
    typedef void type_fn(struct hier_params p, struct epilogue e, enum epilogue_function function);
    static kernel_fn *const functions[EPILOGUE_FUNCTIONS] = {
        hgemm_linear, hgemm_bias,      hgemm_relu,      hgemm_gelu,      hgemm_clamp,
        hgemm_scale,  hgemm_bias_relu, hgemm_bias_gelu, hgemm_bias_rows, hgemm_scale_rows};
    static type_fn *const types[EPILOGUE_TYPES] = {NULL, hgemm_to_f16, hgemm_to_bf16, hgemm_to_s8};
    const int bytes = (int)sizeof(union shared_memory), element = epilogue_bytes(e->type);
    const struct gemm_problem *q = &g->problem;
    struct hier_params p = hier_params(hier_copies(COPY_ASYNC, false), g);
    const int blocks = p.tiles_m * p.tiles_n;
    p.panel = raster_panel(HIER_BM, HIER_BN, p.tiles_m, raster_places());
    p.vectors =
        rows_are_vectors(g->C, q->n, q->ldc, element, 4 * element) &&
        (!e->source || rows_are_vectors(e->source, q->n, e->ld_source, element, 4 * element));
    if (e->type == EPILOGUE_F32) {
        allow_shared((const void *)functions[function]);
        functions[function]<<<blocks, THREADS, bytes>>>(p, *e);
    } else {
        allow_shared((const void *)types[e->type]);
        types[e->type]<<<blocks, THREADS, bytes>>>(p, *e, function);
    }
    CUDA_CHECK_LAUNCH();
}

// ---- Sums of rows --------------------------------------------------------------------------------

int row_parts(int n) { return ceil_div(n, WN); }

// A thread for each row: neighbours read neighbours.
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
