// SPDX-License-Identifier: MIT
//
// mbarrier.h: barriers in shared memory that count arrivals and bytes (PTX ISA: mbarrier, compute
// capability 9.0).
//
//     __shared__ __align__(8) uint64_t full;
//     if (threadIdx.x == 0) {
//         mbarrier_init(&full, 1);                    one arrival ends a phase
//         fence_mbarrier_init();                      visible to the copy engine
//     }
//     __syncthreads();                                and to the other threads
//     ...
//     if (threadIdx.x == 0) {
//         mbarrier_arrive_expect_tx(&full, BYTES);    the arrival; the phase also needs these bytes
//         tma_load_2d(tile, &map, &full, x, y);       this copy brings them
//     }
//     mbarrier_wait_parity(&full, parity);            every thread: until the phase is over
//
// A barrier begins in phase 0. A phase ends when the number of arrivals that init announced has
// been made and all expected bytes have arrived; then the next phase begins automatically.
// mbarrier_wait_parity(b, p) waits until the phase of parity p (0 for 0, 2, 4 ..., 1 for 1, 3, 5
// ...) is over: of the current phase and the one before it, the phase whose parity is p. So on a
// fresh barrier p = 1 is over already. The producer of a ring begins in this way, because all its
// slots are empty.
//
// Waiting threads see what threads wrote before they arrived, and what copies brought.
#ifndef COMMON_PTX_MBARRIER_H
#define COMMON_PTX_MBARRIER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __EMU_GPU__
#include "emu/ptx/mbarrier.h"
#else

#include "function.h"

PTX_FUNCTION unsigned ptx_shared(const void *shared)
{
    return (unsigned)__cvta_generic_to_shared(shared);
}

// arrivals: 1 to 2^20 - 1, for this phase and each later one. Called by one thread, before any
// other thread uses the barrier.
PTX_FUNCTION void mbarrier_init(uint64_t *barrier, int arrivals)
{
    PTX_SM90("mbarrier.init.shared::cta.b64 [%0], %1;"
             :
             : "r"(ptx_shared(barrier)), "r"(arrivals)
             : "memory");
}

// Makes the barriers that this thread has initialised visible to the copy engine and to the other
// blocks of the cluster. A barrier must follow to make them visible to the threads.
PTX_FUNCTION void fence_mbarrier_init(void)
{
    PTX_SM90("fence.mbarrier_init.release.cluster;" : : : "memory");
}

PTX_FUNCTION void mbarrier_arrive(uint64_t *barrier)
{
    PTX_SM90("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(ptx_shared(barrier)) : "memory");
}

// One arrival, and the number of additional bytes that the current phase waits for: all that copies
// will bring to this barrier, including those that other blocks of the cluster send here.
PTX_FUNCTION void mbarrier_arrive_expect_tx(uint64_t *barrier, int bytes)
{
    PTX_SM90("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
             :
             : "r"(ptx_shared(barrier)), "r"(bytes)
             : "memory");
}

// One arrival at the barrier at this place in the shared memory of another block of the cluster (or
// of this one), by its rank in the cluster.
PTX_FUNCTION void mbarrier_arrive_cluster(uint64_t *barrier, int rank)
{
    PTX_SM90("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
             "mbarrier.arrive.shared::cluster.b64 _, [there]; }"
             :
             : "r"(ptx_shared(barrier)), "r"(rank)
             : "memory");
}

// Is the phase of this parity over? May wait a while before it returns false.
PTX_FUNCTION bool mbarrier_try_wait_parity(uint64_t *barrier, int parity)
{
    unsigned over = 0;
    PTX_SM90("{ .reg .pred over; mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2; "
             "selp.u32 %0, 1, 0, over; }"
             : "=r"(over)
             : "r"(ptx_shared(barrier)), "r"(parity)
             : "memory");
    return over != 0;
}

// The same, if arrivals come from other blocks of the cluster: their writes are visible, too.
PTX_FUNCTION bool mbarrier_try_wait_parity_cluster(uint64_t *barrier, int parity)
{
    unsigned over = 0;
    PTX_SM90("{ .reg .pred over; "
             "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 over, [%1], %2; "
             "selp.u32 %0, 1, 0, over; }"
             : "=r"(over)
             : "r"(ptx_shared(barrier)), "r"(parity)
             : "memory");
    return over != 0;
}

// Makes what this thread wrote to shared memory by ordinary stores (the generic proxy) visible to
// instructions of the asynchronous proxy: TMA stores and wgmma. Each thread that wrote executes it
// before a barrier; after the barrier one thread starts the reader. It also allows a TMA load to
// overwrite what was read by ordinary loads: each reader executes it before that barrier, or the
// thread that loads executes it after the barrier.
PTX_FUNCTION void fence_proxy_async(void)
{
    PTX_SM90("fence.proxy.async.shared::cta;" : : : "memory");
}

#endif

#ifdef __CUDACC__
static __device__ __forceinline__ void mbarrier_wait_parity(uint64_t *barrier, int parity)
{
    while (!mbarrier_try_wait_parity(barrier, parity))
        ;
}

static __device__ __forceinline__ void mbarrier_wait_parity_cluster(uint64_t *barrier, int parity)
{
    while (!mbarrier_try_wait_parity_cluster(barrier, parity))
        ;
}
#endif

#endif
