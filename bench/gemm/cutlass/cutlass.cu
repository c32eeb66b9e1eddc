// SPDX-License-Identifier: MIT
//
// cutlass.cu: CUTLASS 2's GEMM as a peer, for users who have CUTLASS: make bench PEER_CUTLASS=DIR.
// The one file of this repository that names templates: CUTLASS is made of them. Our own code here
// has none; product_body.h is included once for each kernel.
//
// Three block tiles each, as CUTLASS's own heuristics and profiler would choose among them: take
// the fastest row. They are those of compute capability 8.0 (cp.async and mma.sync), like our
// steps.
#include <cuda_fp16.h>

#include <cutlass/epilogue/thread/linear_combination.h>
#include <cutlass/gemm/device/gemm.h>
#include <cutlass/version.h>

#include "../gemm.h"

namespace gemm_shape = cutlass::gemm;
typedef cutlass::layout::RowMajor by_rows;
typedef cutlass::layout::ColumnMajor by_columns;
typedef cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<8> panels; // of 8 tiles

// ---- float32 on CUDA cores -----------------------------------------------------------------------

#define PRODUCT sgemm_128x128
#define ELEMENT float
#define B_LAYOUT by_rows
#define OPERATOR cutlass::arch::OpClassSimt
#define BLOCK 128, 128, 8
#define WARP 32, 64, 8
#define INSTRUCTION 1, 1, 1
#define STAGES 4
#define IN_ONE_ACCESS 1
#include "product_body.h"

#define PRODUCT sgemm_256x128
#define ELEMENT float
#define B_LAYOUT by_rows
#define OPERATOR cutlass::arch::OpClassSimt
#define BLOCK 256, 128, 8
#define WARP 64, 64, 8
#define INSTRUCTION 1, 1, 1
#define STAGES 4
#define IN_ONE_ACCESS 1
#include "product_body.h"

#define PRODUCT sgemm_128x256
#define ELEMENT float
#define B_LAYOUT by_rows
#define OPERATOR cutlass::arch::OpClassSimt
#define BLOCK 128, 256, 8
#define WARP 64, 64, 8
#define INSTRUCTION 1, 1, 1
#define STAGES 4
#define IN_ONE_ACCESS 1
#include "product_body.h"

// ---- f16 on tensor cores, sums and C in float32 --------------------------------------------------

#define TENSOR_PRODUCT cutlass::arch::OpClassTensorOp

#define PRODUCT hgemm_nn_128x128
#define ELEMENT cutlass::half_t
#define B_LAYOUT by_rows
#define OPERATOR TENSOR_PRODUCT
#define BLOCK 128, 128, 32
#define WARP 64, 64, 32
#define INSTRUCTION 16, 8, 16
#define STAGES 4
#define IN_ONE_ACCESS 8
#include "product_body.h"

#define PRODUCT hgemm_nn_128x256
#define ELEMENT cutlass::half_t
#define B_LAYOUT by_rows
#define OPERATOR TENSOR_PRODUCT
#define BLOCK 128, 256, 64
#define WARP 64, 64, 64
#define INSTRUCTION 16, 8, 16
#define STAGES 3
#define IN_ONE_ACCESS 8
#include "product_body.h"

#define PRODUCT hgemm_nn_256x128
#define ELEMENT cutlass::half_t
#define B_LAYOUT by_rows
#define OPERATOR TENSOR_PRODUCT
#define BLOCK 256, 128, 32
#define WARP 64, 64, 32
#define INSTRUCTION 16, 8, 16
#define STAGES 4
#define IN_ONE_ACCESS 8
#include "product_body.h"

#define PRODUCT hgemm_nt_128x128
#define ELEMENT cutlass::half_t
#define B_LAYOUT by_columns
#define OPERATOR TENSOR_PRODUCT
#define BLOCK 128, 128, 32
#define WARP 64, 64, 32
#define INSTRUCTION 16, 8, 16
#define STAGES 4
#define IN_ONE_ACCESS 8
#include "product_body.h"

#define PRODUCT hgemm_nt_128x256
#define ELEMENT cutlass::half_t
#define B_LAYOUT by_columns
#define OPERATOR TENSOR_PRODUCT
#define BLOCK 128, 256, 64
#define WARP 64, 64, 64
#define INSTRUCTION 16, 8, 16
#define STAGES 3
#define IN_ONE_ACCESS 8
#include "product_body.h"

#define PRODUCT hgemm_nt_256x128
#define ELEMENT cutlass::half_t
#define B_LAYOUT by_columns
#define OPERATOR TENSOR_PRODUCT
#define BLOCK 256, 128, 32
#define WARP 64, 64, 32
#define INSTRUCTION 16, 8, 16
#define STAGES 4
#define IN_ONE_ACCESS 8
#include "product_body.h"

// ---- Which of them a group has -------------------------------------------------------------------

static const struct {
    enum dtype type_ab;
    unsigned transpose;
    struct cutlass_product product;
} products[] = {
    {DTYPE_F32, TRANSPOSE_NN, {"cutlass_128x128", sgemm_128x128}},
    {DTYPE_F32, TRANSPOSE_NN, {"cutlass_256x128", sgemm_256x128}},
    {DTYPE_F32, TRANSPOSE_NN, {"cutlass_128x256", sgemm_128x256}},
    {DTYPE_F16, TRANSPOSE_NN, {"cutlass_128x128", hgemm_nn_128x128}},
    {DTYPE_F16, TRANSPOSE_NN, {"cutlass_128x256", hgemm_nn_128x256}},
    {DTYPE_F16, TRANSPOSE_NN, {"cutlass_256x128", hgemm_nn_256x128}},
    {DTYPE_F16, TRANSPOSE_NT, {"cutlass_128x128", hgemm_nt_128x128}},
    {DTYPE_F16, TRANSPOSE_NT, {"cutlass_128x256", hgemm_nt_128x256}},
    {DTYPE_F16, TRANSPOSE_NT, {"cutlass_256x128", hgemm_nt_256x128}},
};

int cutlass_products(const struct group *group, struct cutlass_product *found)
{
    int count = 0;
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (!group->converts_to_f16 && group->type_c == DTYPE_F32 &&
            group->type_ab == products[i].type_ab && group->transpose == products[i].transpose)
            found[count++] = products[i].product;
    return count;
}

int cutlass_version(void) { return CUTLASS_MAJOR * 10000 + CUTLASS_MINOR * 100 + CUTLASS_PATCH; }
