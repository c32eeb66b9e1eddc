// SPDX-License-Identifier: MIT
//
// cufft.cu: transforms against the sum that defines them; and NVTX, which does nothing.
#include <cufftXt.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>

#include "../headers/check.h"

#if !defined(_CUFFT_H_) || !defined(_CUFFTXT_H_)
#error "programs test for these"
#endif

enum { MOST = 4096 };
#define OK(call) HOST_CHECK((call) == CUFFT_SUCCESS)

static double2 *x, *y, *z;
static double *r;

static double signal(int i) { return (i * 7919 % 101) / 50.0 - 1; }

// Element (k0, k1, k2) of the transform of n0 x n1 x n2 numbers.
static double2 transform(const double2 *in, const int n[3], const int k[3], int sign)
{
    double2 sum = make_double2(0, 0);
    for (int i0 = 0; i0 < n[0]; i0++)
        for (int i1 = 0; i1 < n[1]; i1++)
            for (int i2 = 0; i2 < n[2]; i2++) {
                const double2 v = in[(i0 * n[1] + i1) * n[2] + i2];
                const double turns = (double)(i0 * k[0]) / n[0] + (double)(i1 * k[1]) / n[1] +
                                     (double)(i2 * k[2]) / n[2];
                const double c = cospi(2 * turns), s = sign * sinpi(2 * turns);
                sum.x += v.x * c - v.y * s;
                sum.y += v.x * s + v.y * c;
            }
    return sum;
}

static void expect(double2 got, double2 expected, double eps)
{
    HOST_CHECK(fabs(got.x - expected.x) < eps && fabs(got.y - expected.y) < eps);
}

static void all_types(int n0, int n1, int n2)
{
    const int n[3] = {n0, n1, n2}, size = n0 * n1 * n2, half = n2 / 2 + 1;
    const int k[3] = {n0 > 1 ? n0 - 1 : 0, n1 / 2, n2 > 2 ? 1 : 0};
    const int at = (k[0] * n1 + k[1]) * n2 + k[2], at_half = (k[0] * n1 + k[1]) * half + k[2];
    cufftHandle plan;
    cudaDeviceSynchronize();
    for (int i = 0; i < size; i++) {
        x[i] = make_double2(signal(i), signal(3 * i + 1));
        r[i] = signal(i);
        z[i] = make_double2(r[i], 0);
    }
    const double2 complex_result = transform(x, n, k, -1), inverse = transform(x, n, k, 1);
    const double2 real_result = transform(z, n, k, -1);
    const auto make = [&](cufftType type) {
        OK(n0 > 1   ? cufftPlan3d(&plan, n0, n1, n2, type)
           : n1 > 1 ? cufftPlan2d(&plan, n1, n2, type)
                    : cufftPlan1d(&plan, n2, type, 1));
    };
    make(CUFFT_Z2Z);
    OK(cufftExecZ2Z(plan, x, y, CUFFT_FORWARD));
    cudaDeviceSynchronize();
    expect(y[at], complex_result, 1e-9);
    OK(cufftExecZ2Z(plan, x, y, CUFFT_INVERSE));
    cudaDeviceSynchronize();
    expect(y[at], inverse, 1e-9);
    OK(cufftDestroy(plan));
    make(CUFFT_D2Z);
    OK(cufftExecD2Z(plan, r, y));
    OK(cufftDestroy(plan));
    make(CUFFT_Z2D); // and back, times their number
    OK(cufftExecZ2D(plan, y, (double *)z));
    OK(cufftDestroy(plan));
    cudaDeviceSynchronize();
    expect(y[at_half], real_result, 1e-9);
    for (int i = 0; i < size; i++)
        HOST_CHECK(fabs(((double *)z)[i] / size - r[i]) < 1e-10);
    // float, in place: rows of reals have room for those of complex numbers
    float *f = (float *)z;
    for (int row = 0; row < n0 * n1; row++)
        for (int i = 0; i < n2; i++)
            f[row * 2 * half + i] = (float)r[row * n2 + i];
    make(CUFFT_R2C);
    OK(cufftExecR2C(plan, f, (cufftComplex *)f));
    OK(cufftDestroy(plan));
    cudaDeviceSynchronize();
    const cufftComplex got = ((cufftComplex *)f)[at_half];
    expect(make_double2(got.x, got.y), real_result, 1e-4);
}

// Three transforms of 8, whose elements take turns.
static void many()
{
    int n[] = {8}, one_after_the_other[] = {8};
    const int lengths[3] = {1, 1, 8}, k[3] = {0, 0, 3};
    cufftHandle plan;
    cufftComplex *c = (cufftComplex *)x;
    for (int i = 0; i < 24; i++)
        c[i] = make_float2((float)signal(i), (float)signal(i + 50));
    for (int i = 0; i < 8; i++)
        z[i] = make_double2(c[3 * i + 2].x, c[3 * i + 2].y);
    OK(cufftPlanMany(&plan, 1, n, one_after_the_other, 3, 1, one_after_the_other, 1, 8, CUFFT_C2C,
                     3));
    OK(cufftExecC2C(plan, c, (cufftComplex *)y, CUFFT_FORWARD));
    cudaDeviceSynchronize();
    const cufftComplex got = ((cufftComplex *)y)[2 * 8 + 3];
    expect(make_double2(got.x, got.y), transform(z, lengths, k, -1), 1e-5);
    OK(cufftDestroy(plan));
}

// A plan by the types of its elements, and none for halves.
static void by_type()
{
    long long n[] = {12};
    const int lengths[3] = {1, 1, 12}, k[3] = {0, 0, 5};
    cufftHandle plan;
    size_t work;
    for (int i = 0; i < 12; i++)
        z[i] = make_double2(r[i] = signal(i), 0);
    OK(cufftCreate(&plan));
    HOST_CHECK(cufftXtMakePlanMany(plan, 1, n, NULL, 1, 12, CUDA_C_16F, NULL, 1, 12, CUDA_C_16F, 1,
                                   &work, CUDA_C_16F) == CUFFT_NOT_SUPPORTED);
    OK(cufftXtMakePlanMany(plan, 1, n, NULL, 1, 12, CUDA_R_64F, NULL, 1, 7, CUDA_C_64F, 1, &work,
                           CUDA_C_64F));
    OK(cufftExecD2Z(plan, r, y));
    cudaDeviceSynchronize();
    expect(y[5], transform(z, lengths, k, -1), 1e-12);
    OK(cufftDestroy(plan));
}

int main()
{
    double2 **all[] = {&x, &y, &z};
    for (int i = 0; i < 3; i++)
        cudaMallocManaged(all[i], MOST * sizeof **all[i]);
    cudaMallocManaged(&r, MOST * sizeof *r);
    nvtxRangePushA("transforms");
    all_types(1, 1, 1);
    all_types(1, 1, 64);
    all_types(1, 1, 90);
    all_types(1, 1, 211); // a prime
    all_types(1, 6, 8);
    all_types(3, 4, 5);
    many();
    by_type();
    nvtxRangePop();
    for (int i = 0; i < 3; i++)
        cudaFree(*all[i]);
    cudaFree(r);
    return check_result();
}
