// expect: ok
// SPDX-License-Identifier: MIT
//
// The built-in vector types: sizes, alignments, make_ functions, access through pointers.
#include "check.h"

#define HAS_LAYOUT(type, size, align) \
    static_assert(sizeof(type) == size && alignof(type) == align, #type)

HAS_LAYOUT(char1, 1, 1);
HAS_LAYOUT(char2, 2, 2);
HAS_LAYOUT(char3, 3, 1);
HAS_LAYOUT(uchar4, 4, 4);
HAS_LAYOUT(short1, 2, 2);
HAS_LAYOUT(short2, 4, 4);
HAS_LAYOUT(ushort3, 6, 2);
HAS_LAYOUT(ushort4, 8, 8);
HAS_LAYOUT(int1, 4, 4);
HAS_LAYOUT(int2, 8, 8);
HAS_LAYOUT(uint3, 12, 4);
HAS_LAYOUT(int4, 16, 16);
HAS_LAYOUT(long1, sizeof(long), alignof(long));
HAS_LAYOUT(ulong2, 2 * sizeof(long), 2 * sizeof(long));
HAS_LAYOUT(longlong1, 8, 8);
HAS_LAYOUT(longlong2, 16, 16);
HAS_LAYOUT(ulonglong3, 24, 8);
HAS_LAYOUT(float1, 4, 4);
HAS_LAYOUT(float2, 8, 8);
HAS_LAYOUT(float3, 12, 4);
HAS_LAYOUT(float4, 16, 16);
HAS_LAYOUT(double1, 8, 8);
HAS_LAYOUT(double2, 16, 16);
HAS_LAYOUT(double3, 24, 8);
HAS_LAYOUT(dim3, 12, 4);

struct particle {
    float4 position;
    float3 colour;
    int id;
};
HAS_LAYOUT(particle, 32, 16);

__global__ void copy(const float4 *from, float4 *to, float *sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = from[i];
    v.x += 1;
    to[i] = v;
    to[i].w = -v.w;
    const float2 *pairs = reinterpret_cast<const float2 *>(from);
    sums[i] = pairs[2 * i].x + pairs[2 * i + 1].y;
    __shared__ particle particles[32];
    particles[threadIdx.x] = particle{v, make_float3(1, 2, 3), i};
    __syncthreads();
    const particle p = particles[31 - threadIdx.x];
    CHECK(p.id == (int)(blockIdx.x * 32 + 31 - threadIdx.x) && p.colour.z == 3);
    CHECK(p.position.y == 4 * p.id + 1);
}

__global__ void shape(dim3 expected)
{
    CHECK(gridDim.x == expected.x && gridDim.y == expected.y && gridDim.z == expected.z);
    CHECK(blockDim.x == 4 && blockDim.y == 3 && blockDim.z == 2);
    const uint3 index = threadIdx;
    const dim3 size = blockDim;
    CHECK(index.x < size.x && index.y < size.y && index.z < size.z && warpSize == 32);
}

int main()
{
    const int n = 64;
    float4 host[n], result[n];
    float sums[n];
    for (int i = 0; i < n; i++)
        host[i] = make_float4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
    float4 *from, *to;
    float *device_sums;
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof result);
    cudaMalloc(&device_sums, sizeof sums);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<n / 32, 32>>>(from, to, device_sums);
    cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        HOST_CHECK(result[i].x == 4 * i + 1 && result[i].y == 4 * i + 1);
        HOST_CHECK(result[i].z == 4 * i + 2 && result[i].w == -(4 * i + 3));
        HOST_CHECK(sums[i] == 8 * i + 3);
    }
    cudaFree(from);
    cudaFree(to);
    cudaFree(device_sums);

    const dim3 flat(7), deep(2, 3, 4);
    dim3 from_index = uint3{1, 2, 3};
    HOST_CHECK(flat.y == 1 && flat.z == 1 && deep.z == 4 && from_index.y == 2);
    const uint3 back = deep;
    HOST_CHECK(back.x == 2 && dim3().x == 1);
    shape<<<deep, dim3(4, 3, 2)>>>(deep);
    shape<<<flat, dim3(4, 3, 2)>>>(7);
    HOST_CHECK(make_uchar4(1, 2, 3, 255).w == 255 && make_char2(-1, 1).x == -1);
    HOST_CHECK(make_longlong2(1LL << 40, 2).x == 1LL << 40 && make_double3(1, 2, 3.5).z == 3.5);
    HOST_CHECK(make_int3(1, 2, 3).y == 2 && make_ushort1(9).x == 9);
    return check_result();
}
