// SPDX-License-Identifier: MIT
//
// sm90.h: as ptx.h, but of compute capability 9.0: barriers in shared memory, bulk copies,
// clusters, wgmma. Of wgmma a real GPU gets the two shapes that programs use which also run there.
#ifndef TESTS_PTX_SM90_H
#define TESTS_PTX_SM90_H

#include <cuda.h>

#include "ptx.h"

// X(N, registers of D a thread): what emu/ptx/wgmma.h makes functions of.
#define WGMMA_SHAPES(X) X(8, 4) X(16, 8) X(64, 32) X(128, 64)
enum wgmma_swizzle { WGMMA_NO_SWIZZLE, WGMMA_SWIZZLE_128, WGMMA_SWIZZLE_64, WGMMA_SWIZZLE_32 };

#ifdef __EMU_GPU__
#include "emu/ptx/cluster.h"
#include "emu/ptx/mbarrier.h"
#include "emu/ptx/stmatrix.h"
#include "emu/ptx/tma.h"
#include "emu/ptx/warpgroup.h"
#include "emu/ptx/wgmma.h"
#else

// ---- mbarrier ------------------------------------------------------------------------------------

PTX_FUNCTION void mbarrier_init(uint64_t *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(ptx_shared(barrier)), "r"(arrivals)
                 : "memory");
}

PTX_FUNCTION void fence_mbarrier_init(void)
{
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}

PTX_FUNCTION void mbarrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :
                 : "r"(ptx_shared(barrier))
                 : "memory");
}

PTX_FUNCTION void mbarrier_arrive_expect_tx(uint64_t *barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(ptx_shared(barrier)), "r"(bytes)
                 : "memory");
}

PTX_FUNCTION void mbarrier_arrive_cluster(uint64_t *barrier, int rank)
{
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
                 "mbarrier.arrive.shared::cluster.b64 _, [there]; }"
                 :
                 : "r"(ptx_shared(barrier)), "r"(rank)
                 : "memory");
}

#define MBARRIER_TRY_WAIT(name, acquire) \
    PTX_FUNCTION bool name(uint64_t *barrier, int parity) \
    { \
        unsigned over = 0; \
        asm volatile("{ .reg .pred over; " \
                     "mbarrier.try_wait.parity" acquire ".shared::cta.b64 over, [%1], %2; " \
                     "selp.u32 %0, 1, 0, over; }" \
                     : "=r"(over) \
                     : "r"(ptx_shared(barrier)), "r"(parity) \
                     : "memory"); \
        return over != 0; \
    }
MBARRIER_TRY_WAIT(mbarrier_try_wait_parity, "")
MBARRIER_TRY_WAIT(mbarrier_try_wait_parity_cluster, ".acquire.cluster")
#undef MBARRIER_TRY_WAIT

PTX_FUNCTION void fence_proxy_async(void)
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

// ---- Clusters ------------------------------------------------------------------------------------

PTX_FUNCTION int cluster_ctarank(void)
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return (int)rank;
}

PTX_FUNCTION int cluster_nctarank(void)
{
    unsigned blocks;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return (int)blocks;
}

PTX_FUNCTION void barrier_cluster_arrive(void)
{
    asm volatile("barrier.cluster.arrive.release;" : : : "memory");
}

PTX_FUNCTION void barrier_cluster_wait(void)
{
    asm volatile("barrier.cluster.wait.acquire;" : : : "memory");
}

PTX_FUNCTION void *cluster_map_shared(const void *shared, int rank)
{
    uint64_t there;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(shared), "r"(rank));
    return (void *)there;
}

// ---- Tensor copies -------------------------------------------------------------------------------

#define TMA_LOAD_2D \
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"

PTX_FUNCTION void tma_load_2d(void *shared, const CUtensorMap *map, uint64_t *barrier, int x, int y)
{
    asm volatile(TMA_LOAD_2D " [%0], [%1, {%3, %4}], [%2];"
                 :
                 : "r"(ptx_shared(shared)), "l"(map), "r"(ptx_shared(barrier)), "r"(x), "r"(y)
                 : "memory");
}

PTX_FUNCTION void tma_load_2d_multicast(void *shared, const CUtensorMap *map, uint64_t *barrier,
                                        int x, int y, unsigned blocks)
{
    asm volatile(TMA_LOAD_2D ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
                 :
                 : "r"(ptx_shared(shared)), "l"(map), "r"(ptx_shared(barrier)), "r"(x), "r"(y),
                   "h"((uint16_t)blocks)
                 : "memory");
}
#undef TMA_LOAD_2D

PTX_FUNCTION void tma_store_2d(const CUtensorMap *map, const void *shared, int x, int y)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%1, {%2, %3}], [%0];"
                 :
                 : "r"(ptx_shared(shared)), "l"(map), "r"(x), "r"(y)
                 : "memory");
}

PTX_FUNCTION void tma_reduce_add_2d(const CUtensorMap *map, const void *shared, int x, int y)
{
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group "
                 "[%1, {%2, %3}], [%0];"
                 :
                 : "r"(ptx_shared(shared)), "l"(map), "r"(x), "r"(y)
                 : "memory");
}

PTX_FUNCTION void bulk_commit_group(void)
{
    asm volatile("cp.async.bulk.commit_group;" : : : "memory");
}

// n is 0.
PTX_FUNCTION void bulk_wait_group(int n)
{
    if (n == 0)
        asm volatile("cp.async.bulk.wait_group 0;" : : : "memory");
}

// n is a literal, 0 to 2.
PTX_FUNCTION void bulk_wait_group_read(int n)
{
    switch (n) {
    case 1: asm volatile("cp.async.bulk.wait_group.read 1;" : : : "memory"); break;
    case 2: asm volatile("cp.async.bulk.wait_group.read 2;" : : : "memory"); break;
    default: asm volatile("cp.async.bulk.wait_group.read 0;" : : : "memory"); break;
    }
}

// ---- stmatrix ------------------------------------------------------------------------------------

PTX_FUNCTION void stmatrix_x4(void *row, const uint32_t r[4])
{
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(ptx_shared(row)), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
                 : "memory");
}

// ---- Warpgroups ----------------------------------------------------------------------------------

// registers is a literal.
PTX_FUNCTION void setmaxnreg_inc(int registers)
{
    switch (registers) {
    case 232: asm volatile("setmaxnreg.inc.sync.aligned.u32 232;"); break;
    case 240: asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); break;
    default: __trap();
    }
}

PTX_FUNCTION void setmaxnreg_dec(int registers)
{
    switch (registers) {
    case 24: asm volatile("setmaxnreg.dec.sync.aligned.u32 24;"); break;
    case 40: asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); break;
    case 56: asm volatile("setmaxnreg.dec.sync.aligned.u32 56;"); break;
    default: __trap();
    }
}

// Named barriers, 0 to 15.
PTX_FUNCTION void barrier_sync(int id, int threads)
{
    asm volatile("barrier.cta.sync.aligned %0, %1;" : : "r"(id), "r"(threads) : "memory");
}

PTX_FUNCTION void barrier_arrive(int id, int threads)
{
    asm volatile("barrier.cta.arrive.aligned %0, %1;" : : "r"(id), "r"(threads) : "memory");
}

PTX_FUNCTION void wgmma_fence(void) { asm volatile("wgmma.fence.sync.aligned;" : : : "memory"); }

PTX_FUNCTION void wgmma_commit_group(void)
{
    asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
}

// n is a literal, 0 or 1.
PTX_FUNCTION void wgmma_wait_group(int n)
{
    if (n == 1)
        asm volatile("wgmma.wait_group.sync.aligned 1;" : : : "memory");
    else
        asm volatile("wgmma.wait_group.sync.aligned 0;" : : : "memory");
}

// Where the tile begins, and two distances in bytes between its core matrices (PTX ISA: matrix
// descriptor).
PTX_FUNCTION uint64_t wgmma_descriptor(const void *tile, int leading, int stride,
                                       enum wgmma_swizzle swizzle)
{
    return (uint64_t)((ptx_shared(tile) & 0x3FFFF) >> 4) | (uint64_t)(leading >> 4) << 16 |
           (uint64_t)(stride >> 4) << 32 | (uint64_t)swizzle << 62;
}

#define D_8(i) \
    "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), \
        "+f"(d[i + 6]), "+f"(d[i + 7])
#define D_32(i) D_8(i), D_8(i + 8), D_8(i + 16), D_8(i + 24)
#define TEXT_32 \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
    "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define TEXT_64 \
    TEXT_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
            "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"

// add and trans_b are literals, or fold to them; A is stored K-major.
PTX_FUNCTION void wgmma_m64n64k16_f32_f16_f16(float d[32], uint64_t a, uint64_t b, bool add, bool,
                                              bool)
{
    asm volatile("{ .reg .pred add; setp.ne.b32 add, %34, 0; "
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{" TEXT_32 "}, %32, %33, add, 1, 1, 0, 0; }"
                 : D_32(0)
                 : "l"(a), "l"(b), "r"((int)add));
}

PTX_FUNCTION void wgmma_m64n128k16_f32_f16_f16(float d[64], uint64_t a, uint64_t b, bool add, bool,
                                               bool trans_b)
{
    if (trans_b)
        asm volatile("{ .reg .pred add; setp.ne.b32 add, %66, 0; "
                     "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                     "{" TEXT_64 "}, %64, %65, add, 1, 1, 0, 1; }"
                     : D_32(0), D_32(32)
                     : "l"(a), "l"(b), "r"((int)add));
    else
        __trap();
}
#undef D_8
#undef D_32
#undef TEXT_32
#undef TEXT_64

#endif

// ---- What loops, or consists of two --------------------------------------------------------------

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

static __device__ __forceinline__ void barrier_cluster_sync(void)
{
    barrier_cluster_arrive();
    barrier_cluster_wait();
}

#endif
