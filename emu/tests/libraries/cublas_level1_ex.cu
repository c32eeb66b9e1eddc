// SPDX-License-Identifier: MIT
//
// cublas_level1_ex.cu: level 1 for vectors whose type is an argument. The numbers are small and
// whole, so that every type represents them.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../headers/check.h"

enum { N = 6 };

static cublasHandle_t handle;
#define OK(call) HOST_CHECK((call) == CUBLAS_STATUS_SUCCESS)

template <class T> static T *managed()
{
    T *p;
    cudaMallocManaged(&p, 2 * N * sizeof *p);
    return p;
}

// x = 0, 1, 2...; y = 2, 1, 0, -1... with a step of two elements.
template <class T> static void real(cudaDataType type, cudaDataType scalar)
{
    T *x = managed<T>(), *y = managed<T>();
    const float two = 2;
    const double two_double = 2;
    const void *alpha = scalar == CUDA_R_64F ? (const void *)&two_double : &two;
    T result;
    for (int i = 0; i < N; i++) {
        x[i] = T((float)i);
        y[2 * i] = T(2.0f - (float)i);
        y[2 * i + 1] = T(9.0f);
    }
    OK(cublasDotEx(handle, N, x, type, 1, y, type, 2, &result, type, scalar));
    HOST_CHECK((float)result == -25); // 0 + 1 + 0 - 3 - 8 - 15
    OK(cublasDotcEx(handle, N, x, type, 1, y, type, -2, &result, type, scalar));
    HOST_CHECK((float)result == 10); // 0 - 2 - 2 + 0 + 4 + 10
    OK(cublasAxpyEx(handle, N, alpha, scalar, x, type, 1, y, type, 2, scalar));
    OK(cublasScalEx(handle, N, alpha, scalar, x, type, 1, scalar));
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        HOST_CHECK((float)y[2 * i] == 2.0f + (float)i && (float)y[2 * i + 1] == 9 &&
                   (float)x[i] == 2.0f * (float)i);
    x[0] = T(3.0f);
    x[1] = T(4.0f);
    OK(cublasNrm2Ex(handle, 2, x, type, 1, &result, type, scalar));
    HOST_CHECK((float)result == 5);
    cudaFree(x);
    cudaFree(y);
}

static void complex_numbers()
{
    cuComplex *x = managed<cuComplex>(), *y = managed<cuComplex>(), result;
    const cuComplex i = make_cuComplex(0, 1);
    float norm;
    x[0] = make_cuComplex(1, 2);
    x[1] = make_cuComplex(2, 4);
    y[0] = make_cuComplex(3, -1);
    y[1] = make_cuComplex(0, 1);
    const cudaDataType type = CUDA_C_32F;
    OK(cublasDotEx(handle, 2, x, type, 1, y, type, 1, &result, type, type));
    HOST_CHECK(result.x == 1 && result.y == 7); // (1+2i)(3-i) + (2+4i)i
    OK(cublasDotcEx(handle, 2, x, type, 1, y, type, 1, &result, type, type));
    HOST_CHECK(result.x == 5 && result.y == -5); // (1-2i)(3-i) + (2-4i)i
    OK(cublasNrm2Ex(handle, 2, x, type, 1, &norm, CUDA_R_32F, CUDA_R_32F));
    HOST_CHECK(norm == 5);
    OK(cublasAxpyEx(handle, 2, &i, type, x, type, 1, y, type, 1, type));
    OK(cublasScalEx(handle, 2, &i, type, x, type, 1, type));
    cudaDeviceSynchronize();
    HOST_CHECK(y[0].x == 1 && y[0].y == 0 && x[1].x == -4 && x[1].y == 2);
    cudaFree(x);
    cudaFree(y);
}

// The last element comes first with a negative step; a result and alpha in device memory.
static void order_and_place()
{
    __half *x = managed<__half>(), *y = managed<__half>();
    float *alpha = managed<float>();
    for (int i = 0; i < N; i++)
        x[i] = y[i] = __half((float)i);
    *alpha = 3;
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    OK(cublasDotEx(handle, N, x, CUDA_R_16F, 1, y, CUDA_R_16F, -1, x + N, CUDA_R_16F, CUDA_R_32F));
    OK(cublasScalEx(handle, N, alpha, CUDA_R_32F, x, CUDA_R_16F, 1, CUDA_R_32F));
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    cudaDeviceSynchronize();
    HOST_CHECK((float)x[N] == 20 && (float)x[5] == 15); // 0 5 + 1 4 + 2 3 + 3 2 + 4 1 + 5 0
    cudaFree(x);
    cudaFree(y);
    cudaFree(alpha);
}

int main()
{
    OK(cublasCreate(&handle));
    real<float>(CUDA_R_32F, CUDA_R_32F);
    real<double>(CUDA_R_64F, CUDA_R_64F);
    real<__half>(CUDA_R_16F, CUDA_R_32F);
    real<__nv_bfloat16>(CUDA_R_16BF, CUDA_R_32F);
    complex_numbers();
    order_and_place();
    OK(cublasDestroy(handle));
    return check_result();
}
