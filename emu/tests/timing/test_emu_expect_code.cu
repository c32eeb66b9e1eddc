// SPDX-License-Identifier: MIT
// test_emu_expect_code.cu: kernels for test_emu_expect_code.c, one for each property that is read
// from a program's own machine code.
#include "expect.h"

#include <cuda_runtime.h>
#include <math.h>

#include "../support/cuda_check.h"
#include "../ptx/ptx.h"
#include "emu_api.h"

enum { N = 1 << 22 };

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL(name) \
    static __global__ void name([[maybe_unused]] const float *in, float *out, \
                                [[maybe_unused]] int n)

// ---- Loops without memory requests --------------------------------------------------------------

KERNEL(nothing) { out[INDEX] = 1; }

KERNEL(chain)
{
    float x = (float)n;
    for (int i = 0; i < n; i++)
        x = x * 0.5f + 1;
    out[INDEX] = x;
}

KERNEL(nested)
{
    float x = (float)n;
    for (int i = 0; i < n / 10; i++)
        for (int j = 0; j < 10; j++)
            x = x * 0.5f + 1;
    out[INDEX] = x;
}

KERNEL(uneven) // the lane with the most iterations counts
{
    float x = (float)n;
    for (int i = 0; i < (int)(threadIdx.x % 32 + 1) * n / 32; i++)
        x = x * 0.5f + 1;
    out[INDEX] = x;
}

KERNEL(roots)
{
    float x = (float)n, sum = 0;
    for (int i = 0; i < n; i++)
        sum += rsqrtf(x + (float)i);
    out[INDEX] = sum;
}

KERNEL(doubles)
{
    double x = n;
    for (int i = 0; i < n; i++)
        x = x * 0.5 + 1;
    out[INDEX] = (float)x;
}

KERNEL(endless)
{
    float x = (float)n;
    for (int i = 0; i < 1000000; i++)
        x = x * 0.5f + 1;
    out[INDEX] = x;
}

// ---- Between requests ---------------------------------------------------------------------------

KERNEL(shuffles)
{
    float x = in[INDEX];
    for (int i = 0; i < n; i++)
        x += __shfl_xor_sync(~0u, x, 1);
    out[INDEX] = x;
}

KERNEL(from_shared)
{
    __shared__ float all[256];
    float sum = 0;
    all[threadIdx.x] = in[INDEX];
    __syncthreads();
    for (int i = 0; i < n; i++)
        sum += all[i % 256] * rsqrtf(all[i % 256]);
    out[INDEX] = sum;
}

KERNEL(follows) // each load's address comes from the previous load
{
    int at = (int)threadIdx.x;
    for (int i = 0; i < n; i++)
        at = ((const int *)in)[at];
    out[INDEX] = (float)at;
}

KERNEL(steps) // addresses do not depend on loads
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[threadIdx.x + 256 * i];
    out[INDEX] = sum;
}

KERNEL(steps_of_a_variable) // the same, but nvcc does not unroll the loop
{
    float sum = 0;
    for (int i = (int)threadIdx.x; i < 256 * n; i += (int)blockDim.x)
        sum += in[i];
    out[INDEX] = sum;
}

KERNEL(whole_sectors) { out[INDEX % N] = in[INDEX % N]; }

KERNEL(parts_of_sectors) { out[8 * INDEX % N] = in[INDEX % N]; }

// ---- L1, L2 -------------------------------------------------------------------------------------

KERNEL(line_for_each_lane) // always the same 32 lines, in different banks
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[threadIdx.x % 32 * 33 + (unsigned)i % 2];
    out[INDEX] = sum;
}

KERNEL(part_of_an_array) { out[INDEX % 1024] = in[INDEX % 1024]; }

KERNEL(sectors_of_lines) { out[INDEX] = in[8 * INDEX % N]; } // all sectors of 8 lines

KERNEL(sectors_apart) { out[INDEX] = in[(8 * INDEX + INDEX * 32) % N]; } // one of each line

// ---- Atomics ------------------------------------------------------------------------------------

KERNEL(counts) { atomicAdd((int *)out, 1); }

KERNEL(counts_two) { atomicAdd((int *)out + INDEX / 32 % 2, 1); } // in one line

KERNEL(counts_in_float)
{
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, 1.0f);
}

// ---- Tensor cores -------------------------------------------------------------------------------

KERNEL(products) // three for each loaded fragment
{
    __shared__ __align__(128) uint16_t tile[8 * 8 * 4];
    float sums[3][4] = {{(float)n}};
    const uint32_t b[2] = {1, 2};
    for (int i = 0; i < n; i++) {
        uint32_t a[4];
        ldmatrix_x4(a, &tile[threadIdx.x % 32 * 8]);
        for (int j = 0; j < 3; j++)
            mma_m16n8k16_f32_f16_f16_f32(sums[j], a, b, sums[j]);
    }
    out[INDEX] = sums[0][0] + sums[1][0] + sums[2][0];
}

typedef void kernel(const float *, float *, int);
static const struct {
    const char *name;
    kernel *run;
} kernels[] = {{"nothing", nothing},
               {"chain", chain},
               {"nested", nested},
               {"uneven", uneven},
               {"roots", roots},
               {"doubles", doubles},
               {"endless", endless},
               {"shuffles", shuffles},
               {"from_shared", from_shared},
               {"follows", follows},
               {"steps", steps},
               {"steps_of_a_variable", steps_of_a_variable},
               {"line_for_each_lane", line_for_each_lane},
               {"part_of_an_array", part_of_an_array},
               {"sectors_of_lines", sectors_of_lines},
               {"sectors_apart", sectors_apart},
               {"counts", counts},
               {"counts_two", counts_two},
               {"counts_in_float", counts_in_float},
               {"whole_sectors", whole_sectors},
               {"parts_of_sectors", parts_of_sectors},
               {"products", products}};

double expected_us(const char *name, unsigned blocks, unsigned threads, int n, const char **why_not)
{
    float *in, *out;
    struct emu_expected e = {};
    CUDA_CHECK(cudaMalloc((void **)&in, N * sizeof *in));
    CUDA_CHECK(cudaMalloc((void **)&out, N * sizeof *out));
    CUDA_CHECK(cudaMemset(in, 0, N * sizeof *in));
    emu_expect_begin(NULL, 0, 0, 0);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        if (strcmp(kernels[k].name, name) == 0)
            kernels[k].run<<<blocks, threads>>>(in, out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    emu_expect_end(&e);
    *why_not = e.why_not;
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return e.us;
}
