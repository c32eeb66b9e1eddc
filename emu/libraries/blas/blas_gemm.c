// SPDX-License-Identifier: MIT
//
// blas_gemm.c: matrix products. Elements are converted to one of five wider types and multiplied
// (blas_multiply.c). The results are rounded once to the type of C. Tensor cores do the same,
// except for the order of their sums. CUBLAS_COMPUTE_16F, which adds in half precision, is more
// exact here.
#include "blas_gemm.h"

#include "blas_element.h"
#include "blas_multiply.h"

enum kind { KIND_FLOAT, KIND_DOUBLE, KIND_INT, KIND_COMPLEX, KIND_DOUBLE_COMPLEX, KIND_NONE };

// Returns the type of the computation; KIND_NONE: cuBLAS does not support the combination.
static enum kind kind_of(const struct gemm *g)
{
    const cudaDataType a = g->a.type, c = g->c.type;
    if (g->b.type != a || blas_size_of(a) == 0)
        return KIND_NONE;
    switch (g->compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return a == CUDA_R_16F && c == CUDA_R_16F ? KIND_FLOAT : KIND_NONE;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return a == CUDA_R_8I && c == CUDA_R_32I ? KIND_INT : KIND_NONE;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return a != c            ? KIND_NONE
               : a == CUDA_R_64F ? KIND_DOUBLE
               : a == CUDA_C_64F ? KIND_DOUBLE_COMPLEX
                                 : KIND_NONE;
    default:
        if (a == CUDA_C_32F)
            return c == a ? KIND_COMPLEX : KIND_NONE;
        const bool narrow = a == CUDA_R_16F || a == CUDA_R_16BF;
        const bool known = (narrow && (c == a || c == CUDA_R_32F)) ||
                           (a == CUDA_R_8I && c == CUDA_R_32F) ||
                           (a == CUDA_R_32F && c == CUDA_R_32F);
        return known ? KIND_FLOAT : KIND_NONE;
    }
}

// ---- Elements -----------------------------------------------------------------------------------

// Rounds to 10 fraction bits, as tensor cores read a float.
static float round_to_tf32(float x)
{
    uint32_t bits = emu_float_bits(x);
    if ((bits & 0x7F800000) != 0x7F800000)
        bits = (bits + 0xFFF + ((bits >> 13) & 1)) & ~0x1FFFu;
    return emu_float_from_bits(bits);
}

static float activate(const struct gemm *g, float x)
{
    if (g->activation == GEMM_RELU)
        return x < 0 ? 0 : x; // a NaN stays a NaN
    if (g->activation == GEMM_GELU)
        return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
    return x;
}

// ---- One product --------------------------------------------------------------------------------

static ptrdiff_t place(const struct gemm_operand *o, int i, int j)
{
    return o->by_rows ? (ptrdiff_t)i * o->ld + j : i + (ptrdiff_t)j * o->ld;
}

static bool is_turned(cublasOperation_t op) { return op == CUBLAS_OP_T || op == CUBLAS_OP_C; }

// Packs op(A), rows x cols, column-major without gaps.
#define PACK(name, T, load) \
    static T *pack_##name(const struct gemm_operand *o, const void *p, cublasOperation_t op, \
                          int rows, int cols, bool tf32) \
    { \
        T *to = library_memory((size_t)rows * (size_t)cols, sizeof *to), *at = to; \
        (void)tf32; \
        for (int j = 0; j < cols; j++) \
            for (int i = 0; i < rows; i++) { \
                const ptrdiff_t from = is_turned(op) ? place(o, j, i) : place(o, i, j); \
                *at++ = load; \
            } \
        return to; \
    }
PACK(S, float,
     tf32 ? round_to_tf32(blas_load_float(o->type, p, from)) : blas_load_float(o->type, p, from))
PACK(D, double, ((const double *)p)[from])
// int8_t, sign-extended
PACK(I, int32_t, (((const uint8_t *)p)[from] ^ 0x80) - 0x80)
PACK(C, float _Complex,
     op >= CUBLAS_OP_C ? conjf(((const float _Complex *)p)[from])
                       : ((const float _Complex *)p)[from])
PACK(Z, double _Complex,
     op >= CUBLAS_OP_C ? conj(((const double _Complex *)p)[from])
                       : ((const double _Complex *)p)[from])

// The product for each type: packs, multiplies and stores the results. `value` is computed from the
// sum w, `old` is the element of C.
#define PRODUCT(name, T, Scale, read_scale, old_c, put) \
    static void product_##name(const struct gemm *g, const void *A, const void *B, const void *C, \
                               void *D) \
    { \
        const Scale alpha = read_scale(g->alpha), beta = read_scale(g->beta); \
        const struct gemm_operand *d = g->d.start ? &g->d : &g->c; \
        T *W = library_memory((size_t)g->m * (size_t)g->n, sizeof *W); \
        if (alpha != 0 && g->k > 0) { \
            T *X = pack_##name(&g->a, A, g->op_a, g->m, g->k, is_tf32(g)); \
            T *Y = pack_##name(&g->b, B, g->op_b, g->k, g->n, is_tf32(g)); \
            blas_multiply_##name(g->m, g->n, g->k, X, Y, W); \
            free(X); \
            free(Y); \
        } \
        for (int j = 0; j < g->n; j++) \
            for (int i = 0; i < g->m; i++) { \
                const ptrdiff_t from = place(&g->c, i, j), to = place(d, i, j); \
                Scale value = alpha * (Scale)W[i + (ptrdiff_t)j * g->m]; \
                if (beta != 0) \
                    value += beta * (Scale)(old_c); \
                put; \
            } \
        free(W); \
    }

static bool is_tf32(const struct gemm *g)
{
    return g->a.type == CUDA_R_32F && (g->compute == CUBLAS_COMPUTE_32F_FAST_TF32 ||
                                       (g->compute == CUBLAS_COMPUTE_32F &&
                                        g->call.handle->math == CUBLAS_TF32_TENSOR_OP_MATH));
}

#define AS_FLOAT(p) blas_load_float(g->scale, p, 0)
#define AS_INT(p) (*(const int32_t *)(p))
#define AS_DOUBLE(p) (*(const double *)(p))
#define AS_COMPLEX(p) (*(const float _Complex *)(p))
#define AS_DOUBLE_COMPLEX(p) (*(const double _Complex *)(p))
PRODUCT(S, float, float, AS_FLOAT, blas_load_float(g->c.type, C, from),
        value += g->bias ? blas_load_float(g->bias_type, g->bias, i) : 0;
        blas_store_float(d->type, D, to, activate(g, value)))
PRODUCT(I, int32_t, int32_t, AS_INT, ((const int32_t *)C)[from], ((int32_t *)D)[to] = value)
PRODUCT(D, double, double, AS_DOUBLE, ((const double *)C)[from], ((double *)D)[to] = value)
PRODUCT(C, float _Complex, float _Complex, AS_COMPLEX, ((const float _Complex *)C)[from],
        ((float _Complex *)D)[to] = value)
PRODUCT(Z, double _Complex, double _Complex, AS_DOUBLE_COMPLEX, ((const double _Complex *)C)[from],
        ((double _Complex *)D)[to] = value)

// ---- All products of a call ---------------------------------------------------------------------

static const void *matrix_of(const struct gemm_operand *o, int batch)
{
    if (o->each) {
        library_touch(o->name, LOAD,
                      (struct pieces){o->each + batch, sizeof(void *), 1, 0, sizeof(void *)});
        return o->each[batch];
    }
    return (const char *)o->start + (ptrdiff_t)batch * o->stride * (ptrdiff_t)blas_size_of(o->type);
}

static void touch(const struct gemm_operand *o, enum access_kind kind, const void *p, int rows,
                  int cols)
{
    if (o->by_rows)
        blas_touch_matrix(o->name, kind, p, cols, rows, o->ld, blas_size_of(o->type));
    else
        blas_touch_matrix(o->name, kind, p, rows, cols, o->ld, blas_size_of(o->type));
}

static bool is_zero(const struct gemm *g, const void *p)
{
    static const char zero[sizeof(double _Complex)];
    if (g->scale == CUDA_R_32F)
        return *(const float *)p == 0; // 0 or -0
    if (g->scale == CUDA_R_64F)
        return *(const double *)p == 0;
    return memcmp(p, zero, blas_size_of(g->scale)) == 0;
}

static void work(void *arg)
{
    const struct gemm *g = arg;
    const struct gemm_operand *d = g->d.start ? &g->d : &g->c;
    const enum kind kind = kind_of(g);
    blas_touch_scalar(&g->call, "alpha", LOAD, g->alpha, blas_size_of(g->scale));
    blas_touch_scalar(&g->call, "beta", LOAD, g->beta, blas_size_of(g->scale));
    if (g->bias)
        library_touch("bias", LOAD,
                      (struct pieces){g->bias, (size_t)g->m * blas_size_of(g->bias_type), 1, 0,
                                      blas_size_of(g->bias_type)});
    const bool multiplies = g->k > 0 && !is_zero(g, g->alpha), adds = !is_zero(g, g->beta);
    const bool ta = is_turned(g->op_a), tb = is_turned(g->op_b);
    for (int i = 0; i < g->batch; i++) {
        const void *A = matrix_of(&g->a, i), *B = matrix_of(&g->b, i), *C = matrix_of(&g->c, i);
        void *D = (void *)(uintptr_t)matrix_of(d, i);
        if (multiplies) {
            touch(&g->a, LOAD, A, ta ? g->k : g->m, ta ? g->m : g->k);
            touch(&g->b, LOAD, B, tb ? g->n : g->k, tb ? g->k : g->n);
        }
        if (adds)
            touch(&g->c, LOAD, C, g->m, g->n);
        touch(d, STORE, D, g->m, g->n);
        switch (kind) {
        case KIND_FLOAT: product_S(g, A, B, C, D); break;
        case KIND_DOUBLE: product_D(g, A, B, C, D); break;
        case KIND_INT: product_I(g, A, B, C, D); break;
        case KIND_COMPLEX: product_C(g, A, B, C, D); break;
        default: product_Z(g, A, B, C, D);
        }
    }
}

static bool is_operand(const struct blas_call *call, const struct gemm_operand *o, int rows,
                       int cols)
{
    return blas_is_ld(call, o->ld_name, o->ld, o->by_rows ? cols : rows);
}

cublasStatus_t blas_gemm(const struct gemm *g)
{
    const struct blas_call *call = &g->call;
    const bool ta = is_turned(g->op_a), tb = is_turned(g->op_b);
    if (!blas_has_handle(call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_op(call, "transa", g->op_a) || !blas_is_op(call, "transb", g->op_b) ||
        !blas_is_size(call, "m", g->m) || !blas_is_size(call, "n", g->n) ||
        !blas_is_size(call, "k", g->k) || !blas_is_size(call, "batchCount", g->batch) ||
        !is_operand(call, &g->a, ta ? g->k : g->m, ta ? g->m : g->k) ||
        !is_operand(call, &g->b, tb ? g->n : g->k, tb ? g->k : g->n) ||
        !is_operand(call, &g->c, g->m, g->n) || !blas_is_given(call, "alpha", g->alpha) ||
        !blas_is_given(call, "beta", g->beta))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (kind_of(g) == KIND_NONE) {
        library_refuse(call->pc, call->name, "CUBLAS_STATUS_NOT_SUPPORTED",
                       "no product of types %d and %d into %d by compute type %d", g->a.type,
                       g->b.type, g->c.type, g->compute);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (g->m == 0 || g->n == 0 || g->batch == 0)
        return CUBLAS_STATUS_SUCCESS;
    struct gemm job = *g;
    const size_t bytes = blas_size_of(g->scale);
    return blas_run(call, work,
                    blas_job(&job, sizeof job, (struct blas_scalar){&job.alpha, bytes},
                             (struct blas_scalar){&job.beta, bytes}));
}
