// SPDX-License-Identifier: MIT
//
// epilogue_kernels.cu: 6_epilogue with each of its functions: B as k x n, any alignment.
#define EPILOGUE_SHOW
#include "../6_epilogue.cu"

#include "../../common/device/cuda_check.h"
#include "epilogues.h"

#define EPILOGUE_KERNEL(name, function) \
    __global__ void __launch_bounds__(THREADS) name(struct hier_params p, struct epilogue e) \
    { \
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

void hgemm_with_function(enum epilogue_function function, const struct epilogue *e,
                         const struct gemm *g)
{
    typedef void kernel_fn(struct hier_params p, struct epilogue e);
    static kernel_fn *const functions[EPILOGUE_FUNCTIONS] = {
        hgemm_linear, hgemm_bias,      hgemm_relu,      hgemm_gelu,      hgemm_clamp,
        hgemm_scale,  hgemm_bias_relu, hgemm_bias_gelu, hgemm_bias_rows, hgemm_scale_rows};
    const int bytes = (int)sizeof(union shared_memory);
    struct hier_params p = hier_params(hier_copies(COPY_ASYNC, false), g);
    p.panel = raster_panel(HIER_BM, HIER_BN, p.tiles_m, raster_places());
    CUDA_CHECK(cudaFuncSetAttribute((const void *)functions[function],
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    functions[function]<<<p.tiles_m * p.tiles_n, THREADS, bytes>>>(p, *e);
    CUDA_CHECK_LAUNCH();
}
