// SPDX-License-Identifier: MIT
//
// arrivals.h: several warps write parts of one result, and the last one to finish continues with
// all of them. For kernels.
//
// No warp waits, so the warps do not have to run at the same time. (If a warp waits for another one
// that has not started, the launch may hang.)
#ifndef COMMON_GEMM_ARRIVALS_H
#define COMMON_GEMM_ARRIVALS_H

#ifdef __CUDACC__

// Called by a whole warp that has written its part; `parts` (>= 1) warps count in *arrivals. Is
// this warp the last one? Then it sees what the other warps wrote, and *arrivals is 0 again, for
// the next launch.
static __device__ __forceinline__ bool arrives_last(unsigned *arrivals, int parts)
{
    __threadfence(); // what this lane wrote is visible before ...
    __syncwarp();
    unsigned arrived = 0;
    if (threadIdx.x % 32 == 0)
        arrived = atomicAdd(arrivals, 1u); // ... the arrival of its warp
    arrived = __shfl_sync(0xffffffffu, arrived, 0);
    if (arrived < (unsigned)(parts - 1))
        return false;
    __threadfence(); // and the parts of the other warps after their arrivals
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        *arrivals = 0;
    return true;
}

#endif
#endif
