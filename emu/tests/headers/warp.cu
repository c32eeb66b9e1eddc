// expect: ok
// SPDX-License-Identifier: MIT
//
// Shuffles of every type, votes, matches, reductions, block-wide votes.
#include "check.h"

const unsigned ALL = 0xFFFFFFFFu;

template <class T> __device__ void shuffles(T scale)
{
    const int lane = threadIdx.x % 32;
    const T mine = (T)lane * scale;
    CHECK(__shfl_sync(ALL, mine, 5) == 5 * scale);
    CHECK(__shfl_sync(ALL, mine, 37) == 5 * scale);
    CHECK(__shfl_sync(ALL, mine, 2, 8) == (lane / 8 * 8 + 2) * scale);
    CHECK(__shfl_up_sync(ALL, mine, 3) == (lane < 3 ? lane : lane - 3) * scale);
    CHECK(__shfl_up_sync(ALL, mine, 1, 4) == (lane % 4 == 0 ? lane : lane - 1) * scale);
    CHECK(__shfl_down_sync(ALL, mine, 16) == (lane < 16 ? lane + 16 : lane) * scale);
    CHECK(__shfl_down_sync(ALL, mine, 2, 16) == (lane % 16 < 14 ? lane + 2 : lane) * scale);
    CHECK(__shfl_xor_sync(ALL, mine, 1) == (lane ^ 1) * scale);
    CHECK(__shfl_xor_sync(ALL, mine, 16) == (lane ^ 16) * scale);
}

__global__ void all_shuffles()
{
    shuffles<int>(-3);
    shuffles<unsigned>(0x01000001u);
    shuffles<long>(-5);
    shuffles<unsigned long>(7);
    shuffles<long long>(-(1LL << 40) - 1);
    shuffles<unsigned long long>((1ULL << 58) + 1);
    shuffles<float>(-0.5f);
    shuffles<double>(1.0 / 3);
    float sum = threadIdx.x % 32;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(ALL, sum, offset);
    if (threadIdx.x % 32 == 0)
        CHECK(sum == 496);
}

__global__ void votes()
{
    const int lane = threadIdx.x % 32;
    CHECK(__all_sync(ALL, lane < 32) && !__all_sync(ALL, lane < 31));
    CHECK(__any_sync(ALL, lane == 31) && !__any_sync(ALL, lane == 32));
    CHECK(__uni_sync(ALL, 0) && !__uni_sync(ALL, lane == 3));
    CHECK(__ballot_sync(ALL, lane % 2) == 0xAAAAAAAAu && __activemask() == ALL);
    CHECK(__match_any_sync(ALL, lane / 8) == 0xFFu << lane / 8 * 8);
    CHECK(__match_any_sync(ALL, (long long)(lane % 2) << 40) ==
          (lane % 2 ? 0xAAAAAAAAu : 0x55555555u));
    CHECK(__match_any_sync(ALL, (float)(lane < 4)) == (lane < 4 ? 0xFu : 0xFFFFFFF0u));
    int same;
    CHECK(__match_all_sync(ALL, 7.5, &same) == ALL && same);
    CHECK(__match_all_sync(ALL, lane, &same) == 0 && !same);
    if (lane < 8) {
        CHECK(__ballot_sync(0xFF, lane > 4) == 0xE0 && __all_sync(0xFF, 1));
        CHECK(__shfl_sync(0xFF, lane * 2, 7) == 14);
        CHECK(__reduce_add_sync(0xFF, lane) == 28);
        __syncwarp(0xFF);
    }
    __syncwarp();
    CHECK(__reduce_add_sync(ALL, -lane) == -496 && __reduce_add_sync(ALL, (unsigned)lane) == 496u);
    CHECK(__reduce_min_sync(ALL, -lane) == -31 && __reduce_max_sync(ALL, -lane) == 0);
    CHECK(__reduce_max_sync(ALL, (unsigned)-lane) == 0xFFFFFFFFu);
    CHECK(__reduce_and_sync(ALL, lane | 64u) == 64 && __reduce_or_sync(ALL, 1u << lane) == ALL);
    CHECK(__reduce_xor_sync(ALL, (unsigned)lane) == 0);
}

__global__ void block_votes()
{
    CHECK(__syncthreads_count(threadIdx.x < 40) == 40);
    CHECK(__syncthreads_and(threadIdx.x < 96) && !__syncthreads_and(threadIdx.x < 95));
    CHECK(__syncthreads_or(threadIdx.x == 95) && !__syncthreads_or(threadIdx.x == 96));
    __shared__ int step;
    if (threadIdx.x == 0)
        step = 1;
    __threadfence_block();
    __syncthreads();
    CHECK(step == 1);
    __threadfence();
    __threadfence_system();
}

int main()
{
    all_shuffles<<<2, 64>>>();
    votes<<<2, 64>>>();
    block_votes<<<2, 96>>>();
    return check_result();
}
