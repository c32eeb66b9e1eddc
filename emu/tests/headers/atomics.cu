// expect: ok
// SPDX-License-Identifier: MIT
//
// All overloads of the atomic functions in their three scopes, alone and under contention.
#include "check.h"

__global__ void overloads()
{
    __shared__ int i;
    __shared__ unsigned u;
    __shared__ long long l;
    __shared__ unsigned long long ul;
    __shared__ float f;
    __shared__ double d;
    __shared__ unsigned short s[2];
    i = 5, u = 5, l = 5, ul = 5, f = 5, d = 5, s[0] = 5, s[1] = 7;
    CHECK(atomicAdd(&i, 2) == 5 && i == 7 && atomicAdd_block(&i, -3) == 7 && i == 4);
    CHECK(atomicAdd(&u, 2u) == 5 && u == 7 && atomicAdd_system(&u, ~0u) == 7 && u == 6);
    CHECK(atomicAdd(&ul, 1ULL << 40) == 5 && ul == (1ULL << 40) + 5);
    CHECK(atomicAdd(&f, 0.5f) == 5 && f == 5.5f && atomicAdd_block(&f, 1) == 5.5f);
    CHECK(atomicAdd(&d, 0.25) == 5 && d == 5.25 && atomicAdd_system(&d, 1) == 5.25);
    CHECK(atomicSub(&i, 1) == 4 && i == 3 && atomicSub(&u, 1u) == 6 &&
          atomicSub_block(&u, 1u) == 5);
    CHECK(atomicExch(&i, -9) == 3 && atomicExch(&u, 9u) == 4 && atomicExch(&f, 1.5f) == 6.5f);
    CHECK(atomicExch(&ul, 10ULL) == (1ULL << 40) + 5 && i == -9 && u == 9 && f == 1.5f && ul == 10);
    CHECK(atomicMin(&i, -10) == -9 && i == -10 && atomicMax(&i, 3) == -10 && i == 3);
    CHECK(atomicMin(&u, ~0u) == 9 && u == 9 && atomicMax(&u, ~0u) == 9 && u == ~0u);
    CHECK(atomicMin(&l, -7LL) == 5 && l == -7 && atomicMax(&l, 1LL << 40) == -7 && l == 1LL << 40);
    CHECK(atomicMax(&ul, ~0ULL) == 10 && atomicMin(&ul, 3ULL) == ~0ULL && ul == 3);
    u = 3;
    CHECK(atomicInc(&u, 4u) == 3 && u == 4 && atomicInc(&u, 4u) == 4 && u == 0);
    CHECK(atomicDec(&u, 4u) == 0 && u == 4 && atomicDec(&u, 4u) == 4 && u == 3);
    u = 9;
    CHECK(atomicDec(&u, 4u) == 9 && u == 4 && atomicInc(&u, 2u) == 4 && u == 0);
    i = 0x0F, u = 0x0F, l = 0x0F, ul = 0x0F;
    CHECK(atomicAnd(&i, 0x3C) == 0x0F && i == 0x0C && atomicOr(&i, 0x30) == 0x0C && i == 0x3C);
    CHECK(atomicXor(&i, 0xFF) == 0x3C && i == 0xC3 && atomicAnd(&u, 3u) == 15 && u == 3);
    CHECK(atomicOr(&ul, 1ULL << 50) == 15 && atomicXor(&ul, 15ULL) == (1ULL << 50) + 15);
    CHECK(ul == 1ULL << 50 && atomicAnd(&l, -2LL) == 15 && l == 14 && atomicOr_block(&u, 8u) == 3);
    CHECK(atomicCAS(&i, 0xC3, 1) == 0xC3 && i == 1 && atomicCAS(&i, 0, 2) == 1 && i == 1);
    CHECK(atomicCAS(&u, 11u, 12u) == 11 && u == 12 &&
          atomicCAS(&ul, 1ULL << 50, 6ULL) == 1ULL << 50);
    CHECK(ul == 6 && atomicCAS_system(&i, 1, 4) == 1 && i == 4);
    CHECK(atomicCAS(&s[0], (unsigned short)5, (unsigned short)6) == 5 && s[0] == 6 && s[1] == 7);
    CHECK(atomicCAS(&s[1], (unsigned short)5, (unsigned short)6) == 7 && s[0] == 6 && s[1] == 7);
}

__device__ unsigned total, ticket;
__device__ float float_total;
__device__ double double_total;
__device__ int lowest = 1 << 30;
__device__ float4 vector_total;

// A double maximum out of compare and swap, as in the programming guide.
__device__ double largest_so_far;
__device__ void atomic_max_double(double *p, double value)
{
    unsigned long long *bits = (unsigned long long *)p, seen = *(volatile unsigned long long *)bits;
    while (__longlong_as_double(seen) < value) {
        const unsigned long long before = atomicCAS(bits, seen, __double_as_longlong(value));
        if (before == seen)
            break;
        seen = before;
    }
}

__global__ void contend()
{
    __shared__ int histogram[8];
    if (threadIdx.x < 8)
        histogram[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&histogram[i % 8], 1);
    atomicAdd(&total, 1u);
    atomicAdd(&float_total, 0.5f);
    atomicAdd(&double_total, 0.25);
    atomicMin(&lowest, 1000 - i);
    atomic_max_double(&largest_so_far, i);
    atomicInc(&ticket, 99u);
    atomicAdd(&vector_total, make_float4(1, 2, 3, 4));
    __syncthreads();
    if (threadIdx.x < 8)
        CHECK(histogram[threadIdx.x] == 32);
}

__global__ void verify()
{
    CHECK(total == 1024 && float_total == 512 && double_total == 256 && lowest == 1000 - 1023);
    CHECK(largest_so_far == 1023 && ticket == 1024 % 100);
    CHECK(vector_total.x == 1024 && vector_total.w == 4096);
}

int main()
{
    overloads<<<1, 1>>>();
    contend<<<4, 256>>>();
    verify<<<1, 1>>>();
    return check_result();
}
