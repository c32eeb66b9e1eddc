// SPDX-License-Identifier: MIT
//
// cuda_fp8.h: every number of both types to half and back, roundings at the ends of their ranges,
// pairs and fours, PTX's conversions, and mma.sync. (mma.sync needs compute capability 8.9.)
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_fp8.h>

static int failures;
static void expect(const char *what, double found, double wanted)
{
    if (!(found == wanted || (found != found && wanted != wanted))) {
        printf("%s: %g, not %g\n", what, found, wanted);
        failures++;
    }
}

__global__ void there_and_back(int *wrong)
{
    const unsigned bits = threadIdx.x;
    for (int i = 0; i < 2; i++) {
        const __nv_fp8_interpretation_t type = i ? __NV_E5M2 : __NV_E4M3;
        const bool is_nan = i ? (bits & 0x7F) > 0x7C : (bits & 0x7F) == 0x7F;
        const __half_raw half = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)bits, type);
        const unsigned back = __nv_cvt_halfraw_to_fp8(half, __NV_NOSAT, type);
        if (is_nan ? back != 0x7F : back != bits)
            atomicAdd(wrong, 1);
    }
}

__global__ void round_them(const float *x, float *out)
{
    const int i = threadIdx.x;
    const __nv_fp8_e4m3 a(x[i]);
    const __nv_fp8_e5m2 b(x[i]);
    out[i] = float(a);
    out[blockDim.x + i] = float(b);
}

__global__ void by_ptx(float *out)
{
    unsigned short pair, halves_to;
    unsigned halves, relu;
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(-3.0f), "f"(1000.0f));
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(halves) : "h"(pair));
    asm("cvt.rn.relu.f16x2.e4m3x2 %0, %1;" : "=r"(relu) : "h"(pair));
    asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(halves_to) : "r"(halves));
    const __half2 h = *(__half2 *)&halves, r = *(__half2 *)&relu;
    out[0] = __low2float(h);
    out[1] = __high2float(h);
    out[2] = __high2float(r);
    __nv_fp8x2_e5m2 five;
    five.__x = halves_to;
    out[3] = float2(five).x;
    const __nv_fp8x4_e4m3 four(make_float4(1, 2, 3, 4));
    out[4] = float4(four).z;
}

// A holds 1 and 2 in turn, B -1.5.
__global__ void multiply(float *d)
{
    const uint32_t ones = __nv_fp8_e4m3(1.0f).__x, twos = __nv_fp8_e4m3(2.0f).__x;
    const uint32_t v = ones * 0x00010001u + twos * 0x01000100u;
    const uint32_t w = __nv_fp8_e4m3(-1.5f).__x * 0x01010101u;
    const uint32_t p = __nv_fp8_e5m2(-1.5f).__x * 0x01010101u;
    float r[4] = {0, 0, 0, 0}, s[4] = {1, 1, 1, 1};
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, "
                 "{%4, %4, %4, %4}, {%5, %5}, {%0, %1, %2, %3};"
                 : "+f"(r[0]), "+f"(r[1]), "+f"(r[2]), "+f"(r[3])
                 : "r"(v), "r"(w));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%0, %1, %2, %3}, "
                 "{%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                 : "r"(p));
    d[2 * threadIdx.x] = r[threadIdx.x % 4];
    d[2 * threadIdx.x + 1] = s[threadIdx.x % 4];
}

int main()
{
    int *wrong, h_wrong;
    cudaMalloc(&wrong, sizeof *wrong);
    cudaMemset(wrong, 0, sizeof *wrong);
    there_and_back<<<1, 256>>>(wrong);
    cudaMemcpy(&h_wrong, wrong, sizeof h_wrong, cudaMemcpyDeviceToHost);
    expect("numbers that do not come back", h_wrong, 0);

    enum { N = 10 };
    const float x[N] = {464,     465,           INFINITY, -1e9f, 1.0625f,
                        1.1875f, 0.0009765625f, 0.001f,   61439, 61440};
    const float e4m3[N] = {448, 448, 448, -448, 1, 1.25f, 0, 0.001953125f, 448, 448};
    const float e5m2[N] = {448,   448,           57344,         -57344, 1,
                           1.25f, 0.0009765625f, 0.0009765625f, 57344,  57344};
    float *in, *out, h[64];
    cudaMalloc(&in, sizeof x);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice);
    round_them<<<1, N>>>(in, out);
    cudaMemcpy(h, out, 2 * sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        expect("e4m3", h[i], e4m3[i]);
        expect("e5m2", h[N + i], e5m2[i]);
    }
    by_ptx<<<1, 1>>>(out);
    cudaMemcpy(h, out, 5 * sizeof *h, cudaMemcpyDeviceToHost);
    const float ptx[5] = {448, -3, 0, 448, 3};
    for (int i = 0; i < 5; i++)
        expect("by PTX", h[i], ptx[i]);
    multiply<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) {
        expect("product of e4m3", h[2 * i], -1.5 * 48);
        expect("product of e5m2", h[2 * i + 1], 1 + 2.25 * 32);
    }
    cudaFree(in);
    cudaFree(out);
    cudaFree(wrong);
    return failures != 0;
}
