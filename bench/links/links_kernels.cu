// SPDX-License-Identifier: MIT
#include "links.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/ptx/flag.h"

__global__ void nothing(void) {}

void launch_nothing(cudaStream_t stream)
{
    nothing<<<1, 32, 0, stream>>>();
    CUDA_CHECK_LAUNCH();
}

__global__ void chase(const volatile uint32_t *list, int loads, uint32_t *end)
{
    uint32_t at = 0;
    for (int i = 0; i < loads; i++)
        at = list[at];
    *end = at;
}

void launch_chase(const uint32_t *first, int loads, uint32_t *end, cudaStream_t stream)
{
    chase<<<1, 1, 0, stream>>>(first, loads, end);
    CUDA_CHECK_LAUNCH();
}

__global__ void ping(uint32_t *peers, const uint32_t *own, int first, int rounds, int waits_first)
{
    for (int i = first; i < first + rounds; i++) {
        if (waits_first)
            flag_wait(own, (uint32_t)i);
        flag_release(peers, (uint32_t)i);
        if (!waits_first)
            flag_wait(own, (uint32_t)i);
    }
}

void launch_ping(uint32_t *peers, const uint32_t *own, int first, int rounds, int waits_first,
                 cudaStream_t stream)
{
    ping<<<1, 1, 0, stream>>>(peers, own, first, rounds, waits_first);
    CUDA_CHECK_LAUNCH();
}
