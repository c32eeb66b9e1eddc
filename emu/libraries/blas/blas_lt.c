// SPDX-License-Identifier: MIT
//
// blas_lt.c: cuBLASLt: a product described by attributes and computed by blas_gemm.c.
#include <string.h>

#include "blas_gemm.h"
#include "cublasLt.h"

struct emu_lt_product {
    cublasComputeType_t compute;
    cudaDataType scale, bias_type;
    cublasPointerMode_t pointers;
    cublasOperation_t op_a, op_b;
    cublasLtEpilogue_t epilogue;
    const void *bias;
    int8_t fast_accumulation;
    bool bias_type_is_set;
};

struct emu_lt_layout {
    cudaDataType type;
    cublasLtOrder_t order;
    uint64_t rows, cols;
    int64_t ld;
    int32_t batch;
    int64_t stride;
};

struct emu_lt_preference {
    size_t workspace;
};

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { return cublasCreate(handle); }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    const struct blas_call call = BLAS_CALL("cublasLtDestroy");
    return blas_destroy(&call);
}
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
const char *cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char *cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

// ---- Descriptors --------------------------------------------------------------------------------

static cublasStatus_t set(const void *object, void *member, size_t size, const void *value,
                          size_t bytes)
{
    if (!object || !member || !value || bytes != size)
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(member, value, size);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *product, cublasComputeType_t compute,
                                        cudaDataType scale)
{
    if (!product || !(*product = calloc(1, sizeof **product)))
        return CUBLAS_STATUS_INVALID_VALUE;
    **product = (struct emu_lt_product){
        .compute = compute, .scale = scale, .epilogue = CUBLASLT_EPILOGUE_DEFAULT};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product)
{
    free(product);
    return CUBLAS_STATUS_SUCCESS;
}

#define MEMBER(object, name) return set(object, &object->name, sizeof object->name, value, bytes)

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t p,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes)
{
    if (!p)
        return CUBLAS_STATUS_INVALID_VALUE;
    switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: MEMBER(p, compute);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE: MEMBER(p, scale);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE: MEMBER(p, pointers);
    case CUBLASLT_MATMUL_DESC_TRANSA: MEMBER(p, op_a);
    case CUBLASLT_MATMUL_DESC_TRANSB: MEMBER(p, op_b);
    case CUBLASLT_MATMUL_DESC_EPILOGUE: MEMBER(p, epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER: MEMBER(p, bias);
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM: MEMBER(p, fast_accumulation);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: p->bias_type_is_set = true; MEMBER(p, bias_type);
    }
    library_refuse((const char *)__builtin_return_address(0) - 1, "cublasLtMatmulDescSetAttribute",
                   "CUBLAS_STATUS_NOT_SUPPORTED", "the emulated GPU does not know attribute %d",
                   (int)attribute);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
                                          uint64_t rows, uint64_t cols, int64_t ld)
{
    if (!layout || !(*layout = calloc(1, sizeof **layout)))
        return CUBLAS_STATUS_INVALID_VALUE;
    **layout =
        (struct emu_lt_layout){.type = type, .rows = rows, .cols = cols, .ld = ld, .batch = 1};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    free(layout);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t l,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes)
{
    if (!l)
        return CUBLAS_STATUS_INVALID_VALUE;
    switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE: MEMBER(l, type);
    case CUBLASLT_MATRIX_LAYOUT_ORDER: MEMBER(l, order);
    case CUBLASLT_MATRIX_LAYOUT_ROWS: MEMBER(l, rows);
    case CUBLASLT_MATRIX_LAYOUT_COLS: MEMBER(l, cols);
    case CUBLASLT_MATRIX_LAYOUT_LD: MEMBER(l, ld);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT: MEMBER(l, batch);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: MEMBER(l, stride);
    }
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    return preference && (*preference = calloc(1, sizeof **preference))
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    free(preference);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t bytes)
{
    if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES && preference)
        MEMBER(preference, workspace);
    return preference && value ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

// ---- The product --------------------------------------------------------------------------------

static struct gemm_operand operand(const char *name, const char *ld_name, const void *start,
                                   const struct emu_lt_layout *l)
{
    return (struct gemm_operand){.name = name,
                                 .ld_name = ld_name,
                                 .start = start,
                                 .type = l->type,
                                 .ld = l->ld,
                                 .stride = l->stride,
                                 .by_rows = l->order == CUBLASLT_ORDER_ROW};
}

static const char *misfit(const struct emu_lt_product *p, const struct emu_lt_layout *a,
                          const struct emu_lt_layout *b, const struct emu_lt_layout *c,
                          const struct emu_lt_layout *d)
{
    const bool ta = p->op_a != CUBLAS_OP_N, tb = p->op_b != CUBLAS_OP_N;
    if ((ta ? a->rows : a->cols) != (tb ? b->cols : b->rows))
        return "op(A) has another number of columns than op(B) has rows";
    if ((ta ? a->cols : a->rows) != d->rows || (tb ? b->rows : b->cols) != d->cols)
        return "D has not the rows of op(A) and the columns of op(B)";
    if (c->rows != d->rows || c->cols != d->cols || c->type != d->type)
        return "C and D differ in rows, columns or type";
    if (a->batch != b->batch || a->batch != c->batch || a->batch != d->batch)
        return "the matrices have different batch counts";
    return NULL;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[], int *found)
{
    if (!handle || !product || !a || !b || !c || !d || !preference || !results || !found ||
        wanted <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    *found = misfit(product, a, b, c, d) ? 0 : 1;
    if (*found)
        results[0] = (cublasLtMatmulHeuristicResult_t){.wavesCount = 1};
    return *found ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t p, const void *alpha,
                              const void *A, cublasLtMatrixLayout_t a, const void *B,
                              cublasLtMatrixLayout_t b, const void *beta, const void *C,
                              cublasLtMatrixLayout_t c, void *D, cublasLtMatrixLayout_t d,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace,
                              size_t workspace_bytes, cudaStream_t stream)
{
    struct blas_call call = BLAS_CALL("cublasLtMatmul");
    (void)algorithm;
    (void)workspace;
    (void)workspace_bytes;
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!p || !a || !b || !c || !d)
        return CUBLAS_STATUS_INVALID_VALUE;
    const char *why = misfit(p, a, b, c, d);
    if (why) {
        library_refuse(call.pc, call.name, "CUBLAS_STATUS_INVALID_VALUE", "%s", why);
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    struct cublasContext own = *handle; // each call has its own stream and pointer mode
    own.stream = stream;
    own.pointers = p->pointers;
    call.handle = &own;
    const struct gemm g = {.call = call,
                           .op_a = p->op_a,
                           .op_b = p->op_b,
                           .m = (int)d->rows,
                           .n = (int)d->cols,
                           .k = (int)(p->op_a == CUBLAS_OP_N ? a->cols : a->rows),
                           .batch = a->batch,
                           .a = operand("A", "lda", A, a),
                           .b = operand("B", "ldb", B, b),
                           .c = operand("C", "ldc", C, c),
                           .d = operand("D", "ldd", D, d),
                           .alpha = alpha,
                           .beta = beta,
                           .compute = p->compute,
                           .scale = p->scale,
                           .bias = p->epilogue & CUBLASLT_EPILOGUE_BIAS ? p->bias : NULL,
                           .bias_type = p->bias_type_is_set ? p->bias_type : d->type,
                           .activation = p->epilogue & CUBLASLT_EPILOGUE_RELU   ? GEMM_RELU
                                         : p->epilogue & CUBLASLT_EPILOGUE_GELU ? GEMM_GELU
                                                                                : GEMM_PLAIN};
    library_add_handle(&own);
    const cublasStatus_t status = blas_gemm(&g);
    library_drop_handle(&own);
    return status;
}
