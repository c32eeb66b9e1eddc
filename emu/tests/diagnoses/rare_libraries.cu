// SPDX-License-Identifier: MIT
//
// rare_libraries.cu: one function for each diagnosis of calls of libraries (rare.cu has the
// rest). `rare_libraries null_operand` runs one, `rare_libraries` alone lists them; what each
// must say stands in expected/.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>

#include "rare_cases.h"

enum { N = 8 };

static cublasHandle_t handle;
static const float one = 1, zero = 0;

static float *device_floats(int count)
{
    float *d;
    cudaMalloc(&d, count * sizeof *d);
    cudaMemset(d, 0, count * sizeof *d);
    return d;
}

static void gemm(const float *A, int lda, float *C, cudaDataType type)
{
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, A, type, lda,
                 device_floats(N * N), type, N, &zero, C, CUDA_R_32F, N, CUBLAS_COMPUTE_32F,
                 CUBLAS_GEMM_DEFAULT);
}

CASE(null_operand) { gemm(NULL, N, device_floats(N * N), CUDA_R_32F); }

CASE(host_operand)
{
    static float A[N * N];
    gemm(A, N, device_floats(N * N), CUDA_R_32F);
}

CASE(short_operand)
{
    gemm(device_floats(N * N), N, device_floats(N * N - 1), CUDA_R_32F);
}

CASE(freed_operand)
{
    float *A = device_floats(N * N);
    cudaFree(A);
    gemm(A, N, device_floats(N * N), CUDA_R_32F);
}

CASE(unwritten_operand)
{
    float *A;
    cudaMalloc(&A, N * N * sizeof *A);
    gemm(A, N, device_floats(N * N), CUDA_R_32F);
}

CASE(host_scalar)
{
    float *x = device_floats(N);
    cublasSdot(handle, N, x, 1, x, 1, x);
}

CASE(device_scalar)
{
    float *x = device_floats(N);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasSscal(handle, N, &one, x, 1);
}

// Nothing lets the second call wait for the first.
CASE(unordered_streams)
{
    float *x = device_floats(N), *y = device_floats(N);
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cublasSetStream(handle, a);
    cublasSaxpy(handle, N, &one, x, 1, y, 1);
    cublasSetStream(handle, b);
    cublasSscal(handle, N, &one, y, 1);
}

CASE(host_does_not_wait)
{
    float *x;
    cudaMallocManaged(&x, N * sizeof *x);
    memset(x, 0, N * sizeof *x);
    cublasSscal(handle, N, &one, x, 1);
    printf("%g\n", x[0]);
}

CASE(refusals)
{
    float *A = device_floats(N * N);
    cublasSgemv(handle, CUBLAS_OP_N, N, N, &one, A, N - 1, A, 1, &zero, A, 1);
    cublasSgemv(handle, CUBLAS_OP_N, N, N, &one, A, N, A, 0, &zero, A, 1);
    cublasSgemv(handle, (cublasOperation_t)7, N, N, &one, A, N, A, 1, &zero, A, 1);
    cublasSgemv(handle, CUBLAS_OP_N, -N, N, &one, A, N, A, 1, &zero, A, 1);
    cublasSgemv(handle, CUBLAS_OP_N, N, N, NULL, A, N, A, 1, &zero, A, 1);
    cublasSsymv(handle, (cublasFillMode_t)5, N, &one, A, N, A, 1, &zero, A, 1);
    cublasSaxpy(NULL, N, &one, A, 1, A, 1), cublasSaxpy((cublasHandle_t)A, N, &one, A, 1, A, 1);
    gemm(A, N, A, CUDA_R_64F), cublasScalEx(handle, N, &one, CUDA_R_64F, A, CUDA_R_32F, 1, CUDA_R_32F);
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t square, tall;
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(product, (cublasLtMatmulDescAttributes_t)21, &A, sizeof A);
    cublasLtMatrixLayoutCreate(&square, CUDA_R_32F, N, N, N);
    cublasLtMatrixLayoutCreate(&tall, CUDA_R_32F, 2 * N, N, 2 * N);
    cublasLtMatmul(handle, product, &one, A, square, A, tall, &zero, A, square, A, square, NULL,
                   NULL, 0, 0);
}

CASE(random_refusals)
{
    curandGenerator_t g;
    curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32);
    curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_SEEDED);
    curandGenerateNormal(g, device_floats(N), N - 1, 0, 1);
    curandGenerateUniform(g, device_floats(N), N + 1);
}

CASE(wrong_plan)
{
    cufftHandle plan;
    cufftPlan1d(&plan, N, CUFFT_C2C, 1);
    cufftExecR2C(plan, device_floats(2 * N), (cufftComplex *)device_floats(2 * N));
    cufftExecC2C(plan, (cufftComplex *)device_floats(N), (cufftComplex *)device_floats(2 * N),
                 CUFFT_FORWARD);
}

// Counted from 0, as C does.
CASE(wrong_pivots)
{
    float *A = device_floats(1), *B = device_floats(1), **each;
    int *pivots, info;
    cudaMallocManaged(&each, 2 * sizeof *each);
    cudaMallocManaged(&pivots, sizeof *pivots);
    each[0] = A;
    each[1] = B;
    pivots[0] = 0;
    cublasSgetrsBatched(handle, CUBLAS_OP_N, 1, 1, each, 1, pivots, each + 1, 1, &info, 1);
}

__global__ void wait_for(volatile int *flag)
{
    while (*flag == 0)
        ;
}

// The call returns, but its result is in host memory: it waits for the flag that the program would
// set after it.
CASE(flag_after_result)
{
    float *x = device_floats(N), sum;
    volatile int *flag;
    cudaMallocHost((void **)&flag, sizeof *flag);
    *flag = 0;
    wait_for<<<1, 1>>>(flag);
    cublasSscal(handle, N, &one, x, 1);
    cublasSasum(handle, N, x, 1, &sum);
    *flag = 1;
}

// The work of the call is queued behind the kernel, and so is the copy that sets the flag.
CASE(flag_behind_library)
{
    float *x = device_floats(N);
    int *flag;
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(flag, 0, sizeof *flag);
    wait_for<<<1, 1>>>(flag);
    cublasSscal(handle, N, &one, x, 1);
    cudaMemsetAsync(flag, 1, sizeof *flag);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cublasCreate(&handle);
    return run_cases(argc, argv);
}
