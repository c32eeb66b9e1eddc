// SPDX-License-Identifier: MIT
//
// cublas.cu: each function of cuBLAS, in all four types, against the plain formula with every
// matrix written out in full (cublas_each.h).
#include <complex>
#include <cublas_v2.h>

#include "../headers/check.h"

typedef std::complex<double> Z;

enum { N = 7, M = 5, LD = 9, BAND = 2, MOST = LD * LD };

static cublasHandle_t handle;
static unsigned seed = 1;

static double random_number()
{
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 20) / 2048.0 - 1;
}

static float number(float, Z z) { return (float)z.real(); }
static double number(double, Z z) { return z.real(); }
static cuComplex number(cuComplex, Z z) { return make_float2((float)z.real(), (float)z.imag()); }
static cuDoubleComplex number(cuDoubleComplex, Z z) { return make_double2(z.real(), z.imag()); }
static Z wide(float x) { return x; }
static Z wide(double x) { return x; }
static Z wide(cuComplex x) { return Z(x.x, x.y); }
static Z wide(cuDoubleComplex x) { return Z(x.x, x.y); }

// What the library does not read.
static float nothing(float) { return NAN; }
static double nothing(double) { return NAN; }
static cuComplex nothing(cuComplex) { return make_float2(NAN, NAN); }
static cuDoubleComplex nothing(cuDoubleComplex) { return make_double2(NAN, NAN); }

static bool near(Z a, Z b, double eps) { return std::abs(a - b) <= 200 * eps * (1 + std::abs(b)); }

// The letter stands in another place, and is small.
#define AMAX_S cublasIsamax
#define AMAX_D cublasIdamax
#define AMAX_C cublasIcamax
#define AMAX_Z cublasIzamax
#define AMIN_S cublasIsamin
#define AMIN_D cublasIdamin
#define AMIN_C cublasIcamin
#define AMIN_Z cublasIzamin

#define P S
#define T float
#define R float
#define COMPLEX 0
#include "cublas_each.h"
#undef P
#undef T
#undef R
#define P D
#define T double
#define R double
#include "cublas_each.h"
#undef P
#undef T
#undef R
#undef COMPLEX
#define P C
#define T cuComplex
#define R float
#define COMPLEX 1
#include "cublas_each.h"
#undef P
#undef T
#undef R
#define P Z
#define T cuDoubleComplex
#define R double
#include "cublas_each.h"

// A product, captured with the scalars that its caller has on the stack, and launched twice.
static void captured_gemm()
{
    const int n = 4;
    float host[n * n], *a, *c;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    for (int i = 0; i < n * n; i++)
        host[i] = (float)(i % 5);
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&c, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, sizeof host);
    cudaStreamCreate(&stream);
    cublasSetStream(handle, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    {
        float alpha = 2, beta = 1;
        HOST_CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, n, a, n, &beta,
                               c, n) == CUBLAS_STATUS_SUCCESS);
        alpha = beta = 0;
    }
    HOST_CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    HOST_CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
    cudaGraphLaunch(exec, stream);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    float got[n * n];
    cudaMemcpy(got, c, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * n; i++) {
        float sum = 0;
        for (int p = 0; p < n; p++)
            sum += host[i % n + p * n] * host[p + i / n * n];
        HOST_CHECK(got[i] == 4 * sum);
    }
    cublasSetStream(handle, 0);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(c);
}

// Of levels 1 to 3, with host scalars that are gone when the graph runs, and a result on the
// device.
static void captured_levels()
{
    const int n = 4;
    float host[n * n], *a, *x, *y, *c, *dot;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    for (int i = 0; i < n * n; i++)
        host[i] = (float)i;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&c, sizeof host);
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&y, n * sizeof *y);
    cudaMalloc(&dot, sizeof *dot);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(x, host + 1, n * sizeof *x, cudaMemcpyHostToDevice);
    cudaStreamCreate(&stream);
    cublasSetStream(handle, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    {
        float one = 1, two = 2, zero = 0;
        HOST_CHECK(!cublasSgemv(handle, CUBLAS_OP_N, n, n, &one, a, n, x, 1, &zero, y, 1));
        HOST_CHECK(!cublasSscal(handle, n, &two, y, 1));
        HOST_CHECK(!cublasSaxpy(handle, n, &one, x, 1, y, 1));
        HOST_CHECK(
            !cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &two, a, n, &zero, a, n, c, n));
        cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
        HOST_CHECK(!cublasSdot(handle, n, x, 1, y, 1, dot));
        cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
        one = two = zero = 9;
    }
    HOST_CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    HOST_CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
    cudaGraphLaunch(exec, stream);
    cudaGraphLaunch(exec, stream);
    float got[n], turned[n * n], product = 0, sum = 0;
    cudaStreamSynchronize(stream);
    cudaMemcpy(got, y, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(turned, c, sizeof turned, cudaMemcpyDeviceToHost);
    cudaMemcpy(&product, dot, sizeof product, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) { // row i of a is i, i + 4, i + 8, i + 12; x is 1 to 4
        const float expected = (float)(2 * (10 * i + 80) + i + 1);
        sum += expected * (float)(i + 1);
        HOST_CHECK(got[i] == expected && turned[i * n + 1] == 2 * host[i + n]);
    }
    HOST_CHECK(product == sum);
    cublasSetStream(handle, 0);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(c);
    cudaFree(x);
    cudaFree(y);
    cudaFree(dot);
}

int main()
{
    HOST_CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    S_all();
    D_all();
    C_all();
    Z_all();
    captured_gemm();
    captured_levels();
    HOST_CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
    return check_result();
}
