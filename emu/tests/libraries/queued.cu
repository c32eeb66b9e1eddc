// expect: ok
// SPDX-License-Identifier: MIT
//
// Calls of libraries in a stream whose earlier kernel waits for a flag that the host sets later:
// each call returns, and its work runs after the kernel, with the arguments of the call.
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <math.h>
#include <stdlib.h>

#include "../headers/check.h"

#define CUDA(call) HOST_CHECK((call) == cudaSuccess)
#define BLAS(call) HOST_CHECK((call) == CUBLAS_STATUS_SUCCESS)
#define FFT(call) HOST_CHECK((call) == CUFFT_SUCCESS)
#define RAND(call) HOST_CHECK((call) == CURAND_STATUS_SUCCESS)

enum { N = 8 };

__global__ void wait_and_fill(volatile int *flag, float *x, int n, float value)
{
    while (*flag == 0)
        ;
    __threadfence_system();
    for (int i = 0; i < n; i++)
        x[i] = value;
}

struct gate {
    cudaStream_t stream;
    volatile int *flag; // in host memory
    float *x;           // N * N elements that the kernel fills
};

static struct gate close_gate(float value)
{
    struct gate g;
    CUDA(cudaStreamCreateWithFlags(&g.stream, cudaStreamNonBlocking));
    CUDA(cudaMallocHost((void **)&g.flag, sizeof(int)));
    CUDA(cudaMalloc(&g.x, N * N * sizeof(float)));
    *g.flag = 0;
    wait_and_fill<<<1, 1, 0, g.stream>>>(g.flag, g.x, N * N, value);
    return g;
}

static void open_gate(struct gate g)
{
    HOST_CHECK(cudaStreamQuery(g.stream) == cudaErrorNotReady);
    *g.flag = 1;
    CUDA(cudaStreamSynchronize(g.stream));
}

static void remove_gate(struct gate g)
{
    CUDA(cudaStreamDestroy(g.stream));
    CUDA(cudaFreeHost((void *)g.flag));
    CUDA(cudaFree(g.x));
}

static void check_all(const float *x, int n, float value)
{
    float host[N * N];
    CUDA(cudaMemcpy(host, x, (size_t)n * sizeof *host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        HOST_CHECK(host[i] == value);
}

// The scalars are read during the call.
static void products()
{
    const struct gate g = close_gate(2);
    cublasHandle_t handle;
    float *c, alpha = 1, beta = 0;
    CUDA(cudaMalloc(&c, N * N * sizeof *c));
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, g.stream));
    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &alpha, g.x, N, g.x, N, &beta, c,
                     N)); // 4 N
    alpha = 3;
    BLAS(cublasSscal(handle, N * N, &alpha, c, 1)); // 12 N
    alpha = -1;
    BLAS(cublasSaxpy(handle, N * N, &alpha, g.x, 1, c, 1)); // 12 N - 2
    alpha = beta = 100;
    BLAS(cublasSetStream(handle, 0)); // for later calls
    open_gate(g);
    check_all(c, N * N, 12 * N - 2);
    BLAS(cublasDestroy(handle));
    CUDA(cudaFree(c));
    remove_gate(g);
}

// In another stream the call does not wait at all.
static void product_beside()
{
    const struct gate g = close_gate(2);
    cublasHandle_t handle;
    cudaStream_t beside;
    float *c;
    const float two = 2;
    CUDA(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
    CUDA(cudaMalloc(&c, N * sizeof *c));
    CUDA(cudaMemsetAsync(c, 0, N * sizeof *c, beside));
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, beside));
    BLAS(cublasSscal(handle, N, &two, c, 1));
    CUDA(cudaStreamSynchronize(beside));
    open_gate(g);
    BLAS(cublasDestroy(handle));
    CUDA(cudaFree(c));
    CUDA(cudaStreamDestroy(beside));
    remove_gate(g);
}

// Rotations have more scalars, and a modified one has five.
static void rotations()
{
    const struct gate g = close_gate(3);
    cublasHandle_t handle;
    float *y, c = 0, s = 1, param[5] = {-1, 2, 0, 0, 1};
    CUDA(cudaMalloc(&y, N * N * sizeof *y));
    CUDA(cudaMemsetAsync(y, 0, N * N * sizeof *y, g.stream));
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, g.stream));
    BLAS(cublasSrot(handle, N * N, g.x, 1, y, 1, &c, &s)); // x = 0, y = -3
    BLAS(cublasSrotm(handle, N * N, y, 1, g.x, 1, param)); // y = -6
    c = s = param[0] = param[1] = 9;
    open_gate(g);
    check_all(y, N * N, -6);
    check_all(g.x, N * N, 0);
    BLAS(cublasDestroy(handle));
    CUDA(cudaFree(y));
    remove_gate(g);
}

// A result in device memory is written in the stream; one in host memory needs the flag first.
static void results()
{
    const struct gate g = close_gate(1);
    cublasHandle_t handle;
    float *sum, host = 0;
    CUDA(cudaMalloc(&sum, sizeof *sum));
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, g.stream));
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasSdot(handle, N * N, g.x, 1, g.x, 1, sum));
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    *g.flag = 1;
    BLAS(cublasSasum(handle, N, g.x, 1, &host));
    HOST_CHECK(host == N);
    check_all(sum, 1, N * N);
    BLAS(cublasDestroy(handle));
    CUDA(cudaFree(sum));
    remove_gate(g);
}

// Copies of cuBLAS are work of their stream, too.
static void copies()
{
    const struct gate g = close_gate(5);
    float *pinned;
    CUDA(cudaMallocHost(&pinned, N * sizeof *pinned));
    BLAS(cublasGetVectorAsync(N, sizeof *pinned, g.x, N, pinned, 1, g.stream));
    BLAS(cublasSetVectorAsync(N, sizeof *pinned, pinned, 1, g.x, 1, g.stream));
    open_gate(g);
    HOST_CHECK(pinned[0] == 5 && pinned[N - 1] == 5);
    CUDA(cudaFreeHost(pinned));
    remove_gate(g);
}

// The plan may be destroyed, and the generator started again, before the work runs.
static void transform()
{
    const struct gate g = close_gate(1);
    cufftHandle plan;
    cufftComplex *out, host[N];
    CUDA(cudaMalloc(&out, N * sizeof *out));
    FFT(cufftPlan1d(&plan, N, CUFFT_C2C, 1));
    FFT(cufftSetStream(plan, g.stream));
    FFT(cufftExecC2C(plan, (cufftComplex *)g.x, out, CUFFT_FORWARD));
    FFT(cufftDestroy(plan));
    open_gate(g);
    CUDA(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    HOST_CHECK(host[0].x == N && host[0].y == N && fabsf(host[1].x) < 1e-6f);
    CUDA(cudaFree(out));
    remove_gate(g);
}

static void random_numbers()
{
    curandGenerator_t generator;
    unsigned int *d, first[N], again[N];
    CUDA(cudaMalloc(&d, 2 * N * sizeof *d));
    RAND(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    RAND(curandSetPseudoRandomGeneratorSeed(generator, 7));
    RAND(curandGenerate(generator, d, N));
    CUDA(cudaMemcpy(first, d, sizeof first, cudaMemcpyDeviceToHost));
    const struct gate g = close_gate(1);
    RAND(curandSetStream(generator, g.stream));
    RAND(curandSetPseudoRandomGeneratorSeed(generator, 7));
    RAND(curandGenerate(generator, d, N));
    RAND(curandSetPseudoRandomGeneratorSeed(generator, 8));
    RAND(curandGenerate(generator, d + N, N));
    open_gate(g);
    CUDA(cudaMemcpy(again, d, sizeof again, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        HOST_CHECK(first[i] == again[i]);
    CUDA(cudaMemcpy(again, d + N, sizeof again, cudaMemcpyDeviceToHost));
    HOST_CHECK(first[0] != again[0] || first[1] != again[1]);
    RAND(curandDestroyGenerator(generator));
    CUDA(cudaFree(d));
    remove_gate(g);
}

int main()
{
    products();
    product_beside();
    rotations();
    results();
    copies();
    transform();
    random_numbers();
    return check_result();
}
