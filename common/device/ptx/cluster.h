// SPDX-License-Identifier: MIT
//
// cluster.h: blocks that run at the same time on neighbouring SMs and access each other's shared
// memory (thread block clusters, compute capability 9.0).
//
// A kernel has clusters if it is marked __cluster_dims__(x, y, z), or if it was launched with
// cudaLaunchKernelEx and cudaLaunchAttributeClusterDimension. The grid must be a multiple of the
// cluster. Without either, each block is a cluster, and all of this works.
#ifndef COMMON_PTX_CLUSTER_H
#define COMMON_PTX_CLUSTER_H

#include <stdint.h>

#ifdef __EMU_GPU__
#include "emu/ptx/cluster.h"
#else

#include "function.h"

// The number of this block in its cluster, 0 to cluster_nctarank() - 1; x first.
PTX_FUNCTION int cluster_ctarank(void)
{
    unsigned rank = 0;
    PTX_SM90("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return (int)rank;
}

PTX_FUNCTION int cluster_nctarank(void)
{
    unsigned blocks = 1;
    PTX_SM90("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return (int)blocks;
}

// A barrier of all threads of all blocks of the cluster, in two halves: what a thread wrote before
// it arrived is visible to all threads that have waited. Each thread arrives once, then waits once.
PTX_FUNCTION void barrier_cluster_arrive(void)
{
    PTX_SM90("barrier.cluster.arrive.release;" : : : "memory");
}

// The same for threads that have written nothing that other threads need: it orders no memory, so
// it does not wait until their writes are visible everywhere.
PTX_FUNCTION void barrier_cluster_arrive_relaxed(void)
{
    PTX_SM90("barrier.cluster.arrive.relaxed;" : : : "memory");
}

PTX_FUNCTION void barrier_cluster_wait(void)
{
    PTX_SM90("barrier.cluster.wait.acquire;" : : : "memory");
}

// The same place in the shared memory of another block of the cluster, for ordinary reads and
// writes while that block runs (distributed shared memory).
PTX_FUNCTION void *cluster_map_shared(const void *shared, int rank)
{
    uint64_t there = 0;
    PTX_SM90("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(shared), "r"(rank));
    return (void *)there;
}

#endif

#ifdef __CUDACC__
static __device__ __forceinline__ void barrier_cluster_sync(void)
{
    barrier_cluster_arrive();
    barrier_cluster_wait();
}

// The same, if no thread wrote what another one reads. (Waiting until writes are visible costs half
// a microsecond each time.)
static __device__ __forceinline__ void barrier_cluster_sync_relaxed(void)
{
    barrier_cluster_arrive_relaxed();
    barrier_cluster_wait();
}
#endif

#endif
