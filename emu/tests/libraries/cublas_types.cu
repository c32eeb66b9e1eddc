// SPDX-License-Identifier: MIT
//
// cublas_types.cu: products of other types, cuBLASLt, scalars in device memory, streams, copies,
// and what is refused.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <string.h>

#include "../headers/check.h"

enum { M = 3, N = 2, K = 4 };

static cublasHandle_t handle;
#define OK(call) HOST_CHECK((call) == CUBLAS_STATUS_SUCCESS)

static void *managed(size_t bytes)
{
    void *p;
    cudaMallocManaged(&p, bytes);
    memset(p, 0, bytes);
    return p;
}

// A(i, p) = i + p, B(p, j) = p - j, all small and whole: the same in each type.
static int product(int i, int j)
{
    int sum = 0;
    for (int p = 0; p < K; p++)
        sum += (i + p) * (p - j);
    return sum;
}

static void narrow_types()
{
    __half *ah = (__half *)managed(64), *bh = (__half *)managed(64), *ch = (__half *)managed(64);
    __nv_bfloat16 *ab = (__nv_bfloat16 *)managed(64), *bb = (__nv_bfloat16 *)managed(64);
    signed char *ai = (signed char *)managed(64), *bi = (signed char *)managed(64);
    float *c = (float *)managed(64);
    int *ci = (int *)managed(64);
    for (int p = 0; p < K; p++) {
        for (int i = 0; i < M; i++) {
            ah[i + p * M] = __float2half((float)(i + p));
            ab[i + p * M] = __float2bfloat16((float)(i + p));
            ai[i + p * M] = (signed char)(i + p);
        }
        for (int j = 0; j < N; j++) {
            bh[p + j * K] = __float2half((float)(p - j));
            bb[p + j * K] = __float2bfloat16((float)(p - j));
            bi[p + j * K] = (signed char)(p - j);
        }
    }
    const __half one_half = __float2half(1.0f), zero_half = __float2half(0.0f);
    const float one = 1, zero = 0;
    const int one_int = 1, two_int = 2;
    const cublasOperation_t n = CUBLAS_OP_N;
    OK(cublasHgemm(handle, n, n, M, N, K, &one_half, ah, M, bh, K, &zero_half, ch, M));
    cudaDeviceSynchronize();
    HOST_CHECK(__half2float(ch[2 + 1 * M]) == product(2, 1));
    OK(cublasGemmEx(handle, n, n, M, N, K, &one, ah, CUDA_R_16F, M, bh, CUDA_R_16F, K, &zero, c,
                    CUDA_R_32F, M, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
    cudaDeviceSynchronize();
    HOST_CHECK(c[1 + 1 * M] == product(1, 1));
    OK(cublasGemmEx(handle, n, n, M, N, K, &one, ab, CUDA_R_16BF, M, bb, CUDA_R_16BF, K, &one, c,
                    CUDA_R_32F, M, CUDA_R_32F,
                    CUBLAS_GEMM_DEFAULT)); // the compute type as CUDA 10 had it
    cudaDeviceSynchronize();
    HOST_CHECK(c[1 + 1 * M] == 2 * product(1, 1));
    OK(cublasGemmEx(handle, n, n, M, N, K, &one_int, ai, CUDA_R_8I, M, bi, CUDA_R_8I, K, &two_int,
                    ci, CUDA_R_32I, M, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
    cudaDeviceSynchronize();
    HOST_CHECK(ci[2 + 1 * M] == product(2, 1));
    // TF32 keeps 10 bits after the point: 1 + 2^-11 loses 2^-11, and no more than that.
    float *x = (float *)managed(8), fine = 1 + 1.0f / 2048;
    *x = fine;
    OK(cublasSgemm(handle, n, n, 1, 1, 1, &one, x, 1, x, 1, &zero, c, 1));
    cudaDeviceSynchronize();
    HOST_CHECK(*c == fine * fine);
    OK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
    OK(cublasSgemm(handle, n, n, 1, 1, 1, &one, x, 1, x, 1, &zero, c, 1));
    OK(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
    cudaDeviceSynchronize();
    HOST_CHECK(*c == 1);
    void *all[] = {ah, bh, ch, ab, bb, ai, bi, c, ci, x};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cudaFree(all[i]);
}

// D = relu(A B + bias), by rows and by columns.
static void by_descriptors()
{
    float *a = (float *)managed(64), *b = (float *)managed(64), *d = (float *)managed(64);
    float *bias = (float *)managed(64), alpha = 1, beta = 0;
    cublasLtHandle_t lt;
    OK(cublasLtCreate(&lt));
    for (int by_rows = 0; by_rows < 2; by_rows++) {
        const cublasLtOrder_t order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
        const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
        cublasLtMatmulDesc_t desc;
        cublasLtMatrixLayout_t la, lb, ld;
        cublasLtMatmulPreference_t preference;
        cublasLtMatmulHeuristicResult_t found;
        int count = 0;
        size_t workspace = 1 << 20;
        for (int p = 0; p < K; p++) {
            for (int i = 0; i < M; i++)
                a[by_rows ? i * K + p : i + p * M] = (float)(i + p);
            for (int j = 0; j < N; j++)
                b[by_rows ? p * N + j : p + j * K] = (float)(p - j);
        }
        for (int i = 0; i < M; i++)
            bias[i] = -5 * i;
        OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                          sizeof epilogue));
        OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
                                          sizeof bias));
        OK(cublasLtMatrixLayoutCreate(&la, CUDA_R_32F, M, K, by_rows ? K : M));
        OK(cublasLtMatrixLayoutCreate(&lb, CUDA_R_32F, K, N, by_rows ? N : K));
        OK(cublasLtMatrixLayoutCreate(&ld, CUDA_R_32F, M, N, by_rows ? N : M));
        OK(cublasLtMatrixLayoutSetAttribute(la, CUBLASLT_MATRIX_LAYOUT_ORDER, &order,
                                            sizeof order));
        OK(cublasLtMatrixLayoutSetAttribute(lb, CUBLASLT_MATRIX_LAYOUT_ORDER, &order,
                                            sizeof order));
        OK(cublasLtMatrixLayoutSetAttribute(ld, CUBLASLT_MATRIX_LAYOUT_ORDER, &order,
                                            sizeof order));
        OK(cublasLtMatmulPreferenceCreate(&preference));
        OK(cublasLtMatmulPreferenceSetAttribute(
            preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
        OK(cublasLtMatmulAlgoGetHeuristic(lt, desc, la, lb, ld, ld, preference, 1, &found, &count));
        HOST_CHECK(count == 1);
        OK(cublasLtMatmul(lt, desc, &alpha, a, la, b, lb, &beta, d, ld, d, ld, &found.algo, NULL, 0,
                          0));
        cudaDeviceSynchronize();
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                const float value = (float)product(i, j) + bias[i];
                HOST_CHECK(d[by_rows ? i * N + j : i + j * M] == (value > 0 ? value : 0));
            }
        cublasLtMatmulPreferenceDestroy(preference);
        cublasLtMatrixLayoutDestroy(la);
        cublasLtMatrixLayoutDestroy(lb);
        cublasLtMatrixLayoutDestroy(ld);
        cublasLtMatmulDescDestroy(desc);
    }
    OK(cublasLtDestroy(lt));
    void *all[] = {a, b, d, bias};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cudaFree(all[i]);
}

// Scalars in device memory, in a separate stream: nothing waits until the copy back.
static void on_the_device()
{
    const float host[] = {3, 4, 0, 2};
    float *d, result[2], matrix[6] = {1, 2, 3, 4, 5, 6}, back[4];
    cudaStream_t stream, same;
    cudaStreamCreate(&stream);
    cudaMalloc(&d, sizeof matrix);
    OK(cublasSetVector(4, sizeof *d, host, 1, d, 1));
    OK(cublasSetStream(handle, stream));
    OK(cublasGetStream(handle, &same));
    HOST_CHECK(same == stream);
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    OK(cublasSnrm2(handle, 2, d, 1, d + 2));
    OK(cublasSscal(handle, 1, d + 3, d + 2, 1));
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    OK(cublasSetStream(handle, NULL));
    OK(cublasGetVector(2, sizeof *d, d, 2, result, 1));
    HOST_CHECK(result[0] == 3 && result[1] == 10);
    // Two rows of a matrix of three, into columns of two.
    OK(cublasSetMatrix(2, 2, sizeof *d, matrix + 1, 3, d, 2));
    OK(cublasGetMatrix(2, 2, sizeof *d, d, 2, back, 2));
    HOST_CHECK(back[0] == 2 && back[1] == 3 && back[2] == 5 && back[3] == 6);
    cudaFree(d);
    cudaStreamDestroy(stream);
}

static void rotations()
{
    float x[] = {1, 2}, y[] = {3, 4}, d1 = 2, d2 = 3, x1 = 1, y1 = 2, param[5], *dx, *dy;
    OK(cublasSrotmg(handle, &d1, &d2, &x1, &y1, param));
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    OK(cublasSetVector(1, sizeof *dx, x, 1, dx, 1));
    OK(cublasSetVector(1, sizeof *dx, y + 1, 1, dy, 1));
    x[0] = 1, y[0] = 2; // the very vector that it was made for: its second part vanishes
    OK(cublasSetVector(1, sizeof *dx, y, 1, dy, 1));
    OK(cublasSrotm(handle, 1, dx, 1, dy, 1, param));
    OK(cublasGetVector(1, sizeof *dx, dx, 1, x, 1));
    OK(cublasGetVector(1, sizeof *dx, dy, 1, y, 1));
    HOST_CHECK(fabsf(y[0]) < 1e-6f && fabsf(x[0] - x1) < 1e-6f);
    HOST_CHECK(fabsf(d1 * x1 * x1 - 14) < 1e-5f); // 2 * 1 * 1 + 3 * 2 * 2
    cudaFree(dx);
    cudaFree(dy);
}

int main()
{
    OK(cublasCreate(&handle));
    HOST_CHECK(strcmp(cublasGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED),
                      "CUBLAS_STATUS_NOT_SUPPORTED") == 0);
    narrow_types();
    by_descriptors();
    on_the_device();
    rotations();
    OK(cublasDestroy(handle));
    return check_result();
}
