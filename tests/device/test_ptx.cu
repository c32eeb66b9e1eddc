// SPDX-License-Identifier: MIT
//
// test_ptx.cu: kernels that ask what the functions of ptx.h do.
#include "test_ptx.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/ptx/ptx.h"

// ---- How many bytes, and zeros ------------------------------------------------------------------

__global__ void copy_bytes(int copy, const unsigned char *in, unsigned char *out)
{
    __shared__ __align__(16) unsigned char tile[PTX_PLACES * PTX_PLACE];
    const int bytes = (int)threadIdx.x;
    unsigned char *to = &tile[PTX_PLACE * bytes];
    const unsigned char *from = bytes > 0 ? &in[PTX_PLACE * bytes] : NULL;
    for (int i = 0; i < PTX_PLACE; i++)
        to[i] = 0xee;
    switch (copy) {
    case PTX_CA_4: cp_async_ca_4(to, from, bytes < 4 ? bytes : 4); break;
    case PTX_CA_8: cp_async_ca_8(to, from, bytes < 8 ? bytes : 8); break;
    case PTX_CA_16: cp_async_ca_16(to, from, bytes); break;
    default: cp_async_cg_16(to, from, bytes); break;
    }
    cp_async_commit_group();
    cp_async_wait_group(0);
    __syncthreads();
    for (int i = bytes; i < PTX_PLACES * PTX_PLACE; i += PTX_PLACES)
        out[i] = tile[i];
}

void ptx_copy_bytes(enum ptx_copy copy, const unsigned char *in, unsigned char *out)
{
    copy_bytes<<<1, PTX_PLACES>>>(copy, in, out);
    CUDA_CHECK_LAUNCH();
}

// ---- Groups -------------------------------------------------------------------------------------

enum { MOST_STAGES = PTX_MOST_GROUPS + 2 };

static __device__ __forceinline__ void fetch(int stages[][PTX_THREADS], int count, const int *in,
                                             int piece, int pieces)
{
    const int t = (int)threadIdx.x;
    if (piece < pieces)
        cp_async_ca_4(&stages[piece % count][t], &in[piece * PTX_THREADS + t], 4);
    cp_async_commit_group();
}

// One barrier a round: one stage is read, `groups` are pending, and one more that the slowest
// thread may still be reading is left alone.
static __device__ __forceinline__ void pipeline(int stages[][PTX_THREADS], int groups,
                                                const int *in, int *out, int pieces)
{
    const int t = (int)threadIdx.x, count = groups + 2;
    for (int p = 0; p <= groups; p++)
        fetch(stages, count, in, p, pieces);
    for (int p = 0; p < pieces; p++) {
        cp_async_wait_group(groups);
        __syncthreads();
        out[p * PTX_THREADS + t] = stages[p % count][PTX_THREADS - 1 - t];
        fetch(stages, count, in, p + groups + 1, pieces);
    }
}

__global__ void pipelines(int groups, const int *in, int *out, int pieces)
{
    __shared__ int stages[MOST_STAGES][PTX_THREADS];
    switch (groups) {
    case 0: pipeline(stages, 0, in, out, pieces); break;
    case 1: pipeline(stages, 1, in, out, pieces); break;
    case 2: pipeline(stages, 2, in, out, pieces); break;
    case 3: pipeline(stages, 3, in, out, pieces); break;
    case 4: pipeline(stages, 4, in, out, pieces); break;
    case 5: pipeline(stages, 5, in, out, pieces); break;
    case 6: pipeline(stages, 6, in, out, pieces); break;
    default: pipeline(stages, 7, in, out, pieces); break;
    }
}

void ptx_pipeline(int groups, const int *in, int *out, int pieces)
{
    pipelines<<<1, PTX_THREADS>>>(groups, in, out, pieces);
    CUDA_CHECK_LAUNCH();
}

__global__ void own_groups(const int *in, int *wrong)
{
    __shared__ int tile[PTX_THREADS][PTX_OWN];
    const int t = (int)threadIdx.x, mine = t % (PTX_OWN + 1);
    int failed = 0;
    for (int i = 0; i < PTX_OWN; i++)
        tile[t][i] = 0;
    for (int i = 0; i < mine; i++) {
        cp_async_ca_4(&tile[t][i], &in[t * PTX_OWN + i], 4);
        cp_async_commit_group();
    }
    cp_async_wait_group(1);
    for (int i = 0; i + 1 < mine; i++)
        failed += tile[t][i] != in[t * PTX_OWN + i];
    cp_async_wait_group(0);
    for (int i = 0; i < PTX_OWN; i++)
        failed += tile[t][i] != (i < mine ? in[t * PTX_OWN + i] : 0);
    atomicAdd(wrong, failed);
}

void ptx_own_groups(const int *in, int *wrong)
{
    own_groups<<<1, PTX_THREADS>>>(in, wrong);
    CUDA_CHECK_LAUNCH();
}

__global__ void wait_all(const int *in, int *out)
{
    __shared__ __align__(16) int tile[4 * PTX_THREADS];
    const int t = (int)threadIdx.x;
    if (t % 2 == 0)
        cp_async_cg_16(&tile[4 * t], &in[4 * t], 16);
    cp_async_commit_group();
    if (t % 2 == 1)
        cp_async_ca_16(&tile[4 * t], &in[4 * t], 16);
    cp_async_wait_all();
    __syncthreads();
    for (int i = 0; i < 4; i++)
        out[4 * t + i] = tile[4 * PTX_THREADS - 1 - (4 * t + i)];
}

void ptx_wait_all(const int *in, int *out)
{
    wait_all<<<1, PTX_THREADS>>>(in, out);
    CUDA_CHECK_LAUNCH();
}
