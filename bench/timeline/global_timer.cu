// SPDX-License-Identifier: MIT
#include "../../common/device/cuda_check.h"
#include "timeline.h"

static __global__ void global_timer(unsigned long long *ns)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    *ns = now;
}

void read_global_timer(unsigned long long *ns, cudaStream_t stream)
{
    global_timer<<<1, 1, 0, stream>>>(ns);
    CUDA_CHECK_LAUNCH();
}
