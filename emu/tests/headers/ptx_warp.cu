// expect: ok
// SPDX-License-Identifier: MIT
//
// Inline PTX: special registers, shuffles, votes, barriers, atomics, loads and stores, asynchronous
// copies, each against CUDA's own function.
#include <stdint.h>

#include "check.h"

#define SPECIAL(name) \
    ({ \
        uint32_t result; \
        asm volatile("mov.u32 %0, %%" name ";" : "=r"(result)); \
        result; \
    })
const unsigned ALL = 0xFFFFFFFFu;

__global__ void who()
{
    const unsigned lane = threadIdx.x % 32;
    CHECK(SPECIAL("laneid") == lane && SPECIAL("warpid") == threadIdx.x / 32);
    CHECK(SPECIAL("tid.x") == threadIdx.x && SPECIAL("ctaid.x") == blockIdx.x);
    CHECK(SPECIAL("ntid.x") == blockDim.x && SPECIAL("nctaid.y") == gridDim.y);
    CHECK(SPECIAL("lanemask_eq") == 1u << lane && SPECIAL("lanemask_lt") == (1u << lane) - 1);
    CHECK(SPECIAL("lanemask_le") + SPECIAL("lanemask_gt") == ALL);
    CHECK(SPECIAL("lanemask_ge") == ~SPECIAL("lanemask_lt"));
    CHECK(SPECIAL("smid") < SPECIAL("nsmid"));
    uint64_t start, end;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
    while (end < start + 100);
}

__global__ void exchange()
{
    const int lane = threadIdx.x % 32;
    int r, p;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 5, 0x1f, 0xffffffff;" : "=r"(r) : "r"(lane));
    CHECK(r == (lane ^ 5));
    asm volatile(
        "{ .reg .pred q; shfl.sync.down.b32 %0|q, %2, 16, 0x1f, -1; selp.s32 %1, 1, 0, q; }"
        : "=r"(r), "=r"(p)
        : "r"(lane));
    CHECK(r == (lane < 16 ? lane + 16 : lane) && p == (lane < 16));
    asm volatile("{ .reg .pred q; shfl.sync.up.b32 %0|q, %2, 1, 0x1c00, -1; selp.s32 %1, 1, 0, q; }"
                 : "=r"(r), "=r"(p)
                 : "r"(lane));
    CHECK(r == __shfl_up_sync(ALL, lane, 1, 4) && p == (lane % 4 != 0));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x181f, %3;"
                 : "=r"(r)
                 : "r"(lane), "r"(2), "r"(ALL));
    CHECK(r == __shfl_sync(ALL, lane, 2, 8));
    uint32_t ballot, any, sum;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 3; vote.ballot.sync.b32 %0, p, -1; }"
                 : "=r"(ballot)
                 : "r"(lane));
    CHECK(ballot == 7);
    asm volatile("{ .reg .pred p, q;\n"
                 "setp.lt.s32 p, %3, 7;\n"
                 "vote.sync.ballot.b32 %0, p, -1;\n"
                 "vote.sync.any.pred q, !p, -1;\n"
                 "selp.u32 %1, 1, 0, q;\n"
                 "redux.sync.add.s32 %2, %3, -1; }"
                 : "=r"(ballot), "=r"(any), "=r"(sum)
                 : "r"(lane));
    CHECK(ballot == 0x7F && any == 1 && sum == 496);
    asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(ballot) : "r"(lane / 8));
    CHECK(ballot == 0xFFu << lane / 8 * 8);
    asm volatile("{ .reg .pred p; elect.sync _|p, -1; selp.u32 %0, 1, 0, p; }" : "=r"(any));
    CHECK(any == (lane == 0));
    asm volatile("activemask.b32 %0;" : "=r"(any));
    CHECK(any == ALL);
    asm volatile("bar.warp.sync -1;");
}

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void memory(float *data, int *count)
{
    __shared__ __align__(16) float tile[256];
    const unsigned t = threadIdx.x, at = shared_address(tile + t);
    float x, y, z, w;
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(data + t / 4 * 4));
    CHECK(x == (float)(t / 4 * 4) && w == x + 3 && y + z == 2 * x + 3);
    asm volatile("ld.cg.global.f32 %0, [%1];" : "=f"(y) : "l"(data + t));
    CHECK(y == (float)t);
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(x) : "memory");
    asm volatile("barrier.sync.aligned 0;" ::: "memory");
    asm volatile("ld.volatile.shared.f32 %0, [%1 + 4];"
                 : "=f"(y)
                 : "r"(shared_address(tile + (t & ~1u))));
    CHECK(y == x);
    asm volatile("bar.sync 1, 64;" ::: "memory");
    asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(shared_address(tile + 2 * t)), "r"(7),
                 "f"(2.0f)
                 : "memory");
    int seven;
    asm volatile("ld.shared.s8 %0, [%1];" : "=r"(seven) : "r"(shared_address(tile + 2 * t)));
    CHECK(seven == 7);
    int old, here;
    asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(count) : "memory");
    CHECK(old >= 0 && old < 64);
    asm volatile("red.release.gpu.global.add.f32 [%0], %1;" ::"l"(count + 1), "f"(0.5f) : "memory");
    asm volatile("atom.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(old)
                 : "l"(count + 2), "r"(0), "r"(5)
                 : "memory");
    CHECK(old == 0 || old == 5);
    asm volatile("bar.red.popc.u32 %0, 0, %1;" : "=r"(here) : "r"((int)t % 2));
    CHECK(here == 32);
    asm volatile("membar.gl; fence.acq_rel.gpu;" ::: "memory");
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(old) : "l"(count));
    CHECK(old == 64 && *(float *)(count + 1) == 32 && count[2] == 5);
    // A predicated load: elements outside are not touched.
    float edge = -1;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 10; @p ld.global.f32 %0, [%2]; }"
                 : "+f"(edge)
                 : "r"(t), "l"(t < 10 ? data + t : nullptr));
    CHECK(edge == (t < 10 ? (float)t : -1));
    uint64_t is_shared;
    asm volatile("{ .reg .pred p; isspacep.shared p, %1; selp.u64 %0, 1, 0, p; }"
                 : "=l"(is_shared)
                 : "l"(tile));
    CHECK(is_shared == 1);
    asm volatile("prefetch.global.L2 [%0];" ::"l"(data));
}

__global__ void copies(const float *data)
{
    __shared__ __align__(16) float tile[2][256];
    const unsigned t = threadIdx.x;
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(
                     shared_address(&tile[0][4 * t])),
                 "l"(data + 4 * t));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.ca.shared::cta.global [%0], [%1], %2, %3;\n" ::"r"(
                     shared_address(&tile[1][4 * t])),
                 "l"(data), "n"(16), "r"(t % 2 ? 8 : 0));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" ::"n"(1));
    CHECK(tile[0][4 * t + 3] == (float)(4 * t + 3));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    CHECK(tile[1][4 * (t ^ 1) + 1] == (t % 2 ? 0 : 1) && tile[1][4 * t + 2] == 0);
}

// A word and its flag, seen at once: no race, though only the flag says that the word is there.
__global__ void pass_on(uint4 *wide, uint2 *narrow)
{
    uint4 a = {0, 0, 0, 0};
    uint2 b = {0, 0};
    if (blockIdx.x == 0) {
        asm volatile("st.relaxed.gpu.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(wide), "r"(1), "r"(2),
                     "r"(3), "r"(4)
                     : "memory");
        asm volatile("st.volatile.global.v2.u32 [%0], {%1, %2};" ::"l"(narrow), "r"(1), "r"(7));
        return;
    }
    while (a.x == 0)
        asm volatile("ld.relaxed.gpu.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a.x), "=r"(a.y), "=r"(a.z), "=r"(a.w)
                     : "l"(wide)
                     : "memory");
    while (b.x == 0)
        asm volatile("ld.acquire.gpu.v2.u32 {%0, %1}, [%2];" : "=r"(b.x), "=r"(b.y) : "l"(narrow));
    CHECK(a.y == 2 && a.z == 3 && a.w == 4 && b.y == 7);
}

__device__ void leave_if(int yes)
{
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p exit; }" ::"r"(yes));
}

__global__ void leave(int *count)
{
    leave_if(threadIdx.x % 2);
    atomicAdd(count, 1);
}

int main()
{
    float *data;
    int *count;
    cudaMallocManaged(&data, 256 * sizeof *data);
    cudaMallocManaged(&count, 3 * sizeof *count);
    for (int i = 0; i < 256; i++)
        data[i] = (float)i;
    for (int i = 0; i < 3; i++)
        count[i] = 0;
    who<<<dim3(2, 2), 64>>>();
    exchange<<<1, 64>>>();
    memory<<<1, 64>>>(data, count);
    copies<<<1, 64>>>(data);
    uint4 *pieces;
    cudaMalloc(&pieces, 2 * sizeof *pieces);
    cudaMemset(pieces, 0, 2 * sizeof *pieces);
    pass_on<<<2, 1>>>(pieces, (uint2 *)(pieces + 1));
    leave<<<1, 64>>>(count + 2);
    int result = check_result();
    result |= count[2] != 5 + 32;
    cudaFree(data);
    cudaFree(count);
    cudaFree(pieces);
    return result;
}
