// SPDX-License-Identifier: MIT
//
// arrivals.h: several warps write parts of one thing, and the last one goes on with all of them.
// For kernels.
//
// Nobody waits, so the warps need not run at the same time. (Where a warp waits for another one
// that has not started, the launch may hang.)
#ifndef COMMON_GEMM_ARRIVALS_H
#define COMMON_GEMM_ARRIVALS_H

#ifdef __CUDACC__

// For a whole warp that has written its part, of so many (`parts` >= 1) warps that count in
// *arrivals: is it the last one? Then it sees what the others wrote, and *arrivals is 0 again, for
// the next launch.
static __device__ __forceinline__ bool arrives_last(unsigned *arrivals, int parts)
{
    __threadfence(); // what this lane wrote is seen before ...
    __syncwarp();
    unsigned arrived = 0;
    if (threadIdx.x % 32 == 0)
        arrived = atomicAdd(arrivals, 1u); // ... the arrival of its warp
    arrived = __shfl_sync(0xffffffffu, arrived, 0);
    if (arrived < (unsigned)(parts - 1))
        return false;
    __threadfence(); // and the others' parts after their arrivals
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        *arrivals = 0;
    return true;
}

#endif
#endif
