// SPDX-License-Identifier: MIT
//
// rare_ptx.h: the cases of rare_hopper.cu that are written as inline PTX.
#ifndef RARE_PTX_H
#define RARE_PTX_H

__device__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

// What a load brings is read before the wait.
__global__ void read_early(const float *in, float *out, int arrivals, int bytes, int invalid,
                           int place)
{
    __shared__ __align__(16) float tile[36];
    __shared__ __align__(8) uint64_t full;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n"
                 "fence.mbarrier_init.release.cluster;\n"
                 "mbarrier.expect_tx.shared::cta.b64 [%0], 128;\n" ::"r"(in_shared(&full)));
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], %1;" ::"r"(in_shared(&full)),
                 "r"(arrivals));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        :
        : "r"(in_shared(tile) + place), "l"(in), "r"(bytes), "r"(in_shared(&full))
        : "memory");
    if (invalid)
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(in_shared(&full)));
    asm volatile("{\n"
                 "  .reg .f32 x;\n"
                 "  ld.shared.f32 x, [%0];\n"
                 "  st.global.f32 [%1], x;\n"
                 "}" ::"r"(in_shared(tile)),
                 "l"(out));
    mbarrier_wait_parity(&full, 0);
}
static void try_read(int arrivals, int bytes, int invalid, int place)
{
    read_early<<<1, 1>>>(numbers(32), zeros(32), arrivals, bytes, invalid, place);
}
CASE(ptx_read_early) { try_read(1, 128, 0, 0); }
CASE(ptx_arrivals) { try_read(2, 128, 0, 0); }
CASE(ptx_odd_bytes) { try_read(1, 120, 0, 0); }
CASE(ptx_odd_place) { try_read(1, 128, 0, 4); }
CASE(ptx_invalid_early) { try_read(1, 128, 1, 0); }

// A product of what threads stored, without a fence; D is read before the wait.
__global__ void multiply(float *out, int fenced, int waits, int scale)
{
    __shared__ __align__(1024) int a[64 * 32];
    float d[4] = {};
    for (int i = (int)threadIdx.x; i < 64 * 32; i += 128)
        a[i] = 0;
    if (fenced)
        asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    const uint64_t tile = (in_shared(a) & 0x3FFFF) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{\n"
                 "  .reg .pred p;\n"
                 "  setp.ne.b32 p, %6, 0;\n"
                 "  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16\n"
                 "  {%0, %1, %2, %3}, %4, %5, p, %7, 1, 0, 0;\n"
                 "}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(tile), "l"(tile), "r"(0), "r"(scale));
    asm volatile("wgmma.commit_group.sync.aligned;");
    if (waits)
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[1];
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}
CASE(ptx_not_fenced) { multiply<<<1, 128>>>(zeros(128), 0, 1, 1); }
CASE(ptx_not_retired) { multiply<<<1, 128>>>(zeros(128), 1, 0, 1); }
CASE(ptx_scale) { multiply<<<1, 128>>>(zeros(128), 1, 1, 2); }

// An arrival that must not complete the phase.
__global__ void no_complete(uint64_t *out, int arrivals)
{
    __shared__ __align__(8) uint64_t barrier;
    asm volatile("mbarrier.init.shared.b64 [%0], 3;" ::"r"(in_shared(&barrier)) : "memory");
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                 : "=l"(*out)
                 : "r"(in_shared(&barrier)), "r"(arrivals)
                 : "memory");
}
CASE(ptx_completes) { no_complete<<<1, 1>>>((uint64_t *)zeros(2), 3); }

// From one block's shared memory to the other's.
enum { TO_NOWHERE, OWN_BARRIER, ODD_PLACE, AFTER_ITS_END, NOT_FENCED, EARLY_END };
__global__ void __cluster_dims__(2) send_bytes(int how)
{
    __shared__ __align__(16) float mine[32], theirs[32];
    __shared__ __align__(8) uint64_t full;
    mine[0] = 1;
    if (how != NOT_FENCED)
        asm volatile("fence.proxy.async;" ::: "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n"
                 "fence.mbarrier_init.release.cluster;\n" ::"r"(in_shared(&full)));
    if (how == AFTER_ITS_END && cluster_ctarank() == 0)
        return;
    if (how != AFTER_ITS_END)
        barrier_cluster_sync();
    if (cluster_ctarank() == 0) {
        mbarrier_arrive_expect_tx(&full, 16);
        mbarrier_wait_parity(&full, 0);
        return;
    }
    unsigned place, barrier;
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(place) : "r"(in_shared(theirs)));
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(barrier) : "r"(in_shared(&full)));
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], "
                 "[%1], 16, [%2];" ::"r"(how == TO_NOWHERE ? 0x7FFFFF0 : place),
                 "r"(in_shared(mine) + (how == ODD_PLACE ? 4 : 0)),
                 "r"(how == OWN_BARRIER ? in_shared(&full) : barrier)
                 : "memory");
}
CASE(ptx_send_nowhere) { send_bytes<<<2, 1>>>(TO_NOWHERE); }
CASE(ptx_send_own_barrier) { send_bytes<<<2, 1>>>(OWN_BARRIER); }
CASE(ptx_send_odd) { send_bytes<<<2, 1>>>(ODD_PLACE); }
CASE(ptx_send_late) { send_bytes<<<2, 1>>>(AFTER_ITS_END); }
CASE(ptx_send_not_fenced) { send_bytes<<<2, 1>>>(NOT_FENCED); }
CASE(ptx_send_ends_early) { send_bytes<<<2, 1>>>(EARLY_END); }

__global__ void replace(const __grid_constant__ CUtensorMap map, int filled, int rows)
{
    __shared__ __align__(128) CUtensorMap own;
    for (int i = 0; i < 32; i++)
        ((unsigned *)&own)[i] = filled ? ((const unsigned *)&map)[i] : 0;
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(
                     in_shared(&own)),
                 "r"(rows)
                 : "memory");
}
CASE(ptx_replace_unfilled) { replace<<<1, 1>>>(a_map(), 0, 1); }
CASE(ptx_replace_large) { replace<<<1, 1>>>(a_map(), 1, 257); }

#endif
