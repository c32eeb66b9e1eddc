// SPDX-License-Identifier: MIT
//
// Inline PTX as other programs have it: instructions without a function in ../ptx. Each kernel
// computes something by itself, or as a function of ../ptx does, bit by bit.
#include "hopper.h"

#include "../ptx/sm90.h"

#include <cuda_fp16.h>

#define RUN(...) asm volatile(__VA_ARGS__)

__device__ unsigned at(const void *shared) { return (unsigned)__cvta_generic_to_shared(shared); }

__device__ void wait(uint64_t *barrier, int parity)
{
    RUN("{\n"
        ".reg .pred P1;\n"
        "LAB_WAIT:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
        "@P1 bra.uni DONE;\n"
        "bra.uni LAB_WAIT;\n"
        "DONE:\n"
        "}"
        :
        : "r"(at(barrier)), "r"(parity)
        : "memory");
}

// Bytes without a map, there and back; arrivals of two at once, a state, a barrier given up.
__global__ void bytes(const float *in, float *out)
{
    __shared__ __align__(16) float piece[256];
    __shared__ __align__(8) uint64_t full, twice;
    const int t = threadIdx.x;
    if (t == 0) {
        RUN("mbarrier.init.shared.b64 [%0], 1;\n"
            "mbarrier.init.shared::cta.b64 [%1], %2;\n"
            "fence.mbarrier_init.release.cluster;" ::"r"(at(&full)),
            "r"(at(&twice)), "r"(4));
    }
    __syncthreads();
    if (t == 0) {
        RUN("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 512;\n"
            "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], 512;" ::"r"(at(&full)));
        RUN("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
            "[%3];" ::"r"(at(piece)),
            "l"(in), "n"(1024), "r"(at(&full))
            : "memory");
    }
    wait(&full, 0);
    piece[t] += 1;
    RUN("fence.proxy.async.shared::cta;" ::: "memory");
    uint64_t state = 0;
    if (t % 128 == 0)
        RUN("mbarrier.arrive.shared.b64 %0, [%1], 2;" : "=l"(state) : "r"(at(&twice)) : "memory");
    __syncthreads();
    if (t == 0) {
        unsigned over;
        do
            RUN("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                : "=r"(over)
                : "r"(at(&twice)), "l"(state));
        while (!over);
        RUN("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;\n"
            "cp.async.bulk.commit_group;\n"
            "cp.async.bulk.wait_group 0;\n"
            "mbarrier.inval.shared.b64 [%2];" ::"l"(out),
            "r"(at(piece)), "r"(at(&twice))
            : "memory");
    }
}

// A cluster whose size is a parameter; words and arrivals sent to the next block by a predicate.
template <int BLOCKS> __global__ void __cluster_dims__(2 * BLOCKS, 1, 1) send(float *out)
{
    __shared__ __align__(16) unsigned word[64];
    __shared__ __align__(8) uint64_t come, ready;
    const int t = threadIdx.x;
    unsigned rank, blocks, cluster;
    RUN("mov.u32 %0, %%cluster_ctarank; mov.u32 %1, %cluster_nctaid.x; mov.u32 %2, %clusterid.x;"
        : "=r"(rank), "=r"(blocks), "=r"(cluster));
    if (t == 0) {
        mbarrier_init(&come, 1);
        mbarrier_init(&ready, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&come, 64 * 4);
    }
    RUN("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
            : "memory");
    const unsigned next = (rank + 1) % blocks;
    RUN("{ .reg .b32 place, barrier;\n"
        "mapa.shared::cluster.u32 place, %0, %2;\n"
        "mapa.shared::cluster.u32 barrier, %1, %2;\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [place], %3, [barrier]; "
        "}" ::"r"(at(&word[t])),
        "r"(at(&come)), "r"(next), "r"(100 * rank + t)
        : "memory");
    wait(&come, 0);
    RUN("{ .reg .pred p; .reg .b32 there;\n"
        "setp.eq.u32 p, %2, 5;\n"
        "@p mapa.shared::cluster.u32 there, %0, %1;\n"
        "@p mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there], 1; }" ::"r"(at(&ready)),
        "r"(next), "r"(t)
        : "memory");
    wait(&ready, 0);
    unsigned other;
    RUN("{ .reg .b32 there; mapa.shared::cluster.u32 there, %1, %2; "
        "ld.shared::cluster.u32 %0, [there]; }"
        : "=r"(other)
        : "r"(at(&word[t])), "r"(next));
    out[blockIdx.x * 64 + t] = cluster * 10000 + word[t] + other * 0.5f;
    barrier_cluster_sync();
}

// Each block of a cluster sends its numbers to the next one, twice, by the copy engine. The second
// round may overwrite what the first has brought, because each block says that it has read it.
__global__ void __cluster_dims__(4, 1, 1) exchange(float *out)
{
    __shared__ __align__(16) float mine[64], theirs[64];
    __shared__ __align__(8) uint64_t full, empty;
    const int t = threadIdx.x, rank = blockIdx.x % 4;
    const unsigned next = (rank + 1) % 4, before = (rank + 3) % 4;
    if (t == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&empty, 64);
        fence_mbarrier_init();
    }
    float sum = 0;
    barrier_cluster_sync();
    for (int round = 0; round < 2; round++) {
        mine[t] = 100 * rank + t + 1000 * round;
        fence_proxy_async();
        __syncthreads();
        if (t == 0) {
            mbarrier_arrive_expect_tx(&full, sizeof theirs);
            if (round > 0)
                wait(&empty, 0);
            RUN("{ .reg .b32 place, barrier;\n"
                "mapa.shared::cluster.u32 place, %0, %3;\n"
                "mapa.shared::cluster.u32 barrier, %1, %3;\n"
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [place], "
                "[%2], 256, [barrier]; }" ::"r"(at(theirs)),
                "r"(at(&full)), "r"(at(mine)), "r"(next)
                : "memory");
        }
        wait(&full, round);
        sum += theirs[t];
        fence_proxy_async();
        RUN("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;\n"
            "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }" ::"r"(at(&empty)),
            "r"(before)
            : "memory");
        barrier_cluster_sync(); // the sender's place is free again, too
    }
    out[blockIdx.x * 64 + t] = sum;
}

// ---- wgmma --------------------------------------------------------------------------------------

// 14 bits of the address, as programs put it together.
__device__ uint64_t descriptor(const void *tile)
{
    return ((at(tile) & 0x3FFFF) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}

#define D16 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define EIGHT(d) \
    "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])

// In its register before the fence, not moved after it: ptxas would add a fence there (C7519).
__device__ void keep(float &x) { RUN("" : "+f"(x)::"memory"); }

__global__ void product(float *out, int add)
{
    extern __shared__ __align__(1024) unsigned short a[]; // 64 rows of 64, then 16 rows of B
    unsigned short *b = a + 64 * 64;
    const int t = threadIdx.x, lane = t % 32, row = t / 32 * 16 + lane / 4;
    for (int i = t; i < 80 * 64; i += 128)
        a[i] = (unsigned short)(0x3C00 + i * 37 % 2048 - (i % 3 == 0) * 0x8000);
    fence_proxy_async();
    __syncthreads();
    float d[4][8], lone[8];
    for (int i = 0; i < 32; i++)
        d[i / 8][i % 8] = (float)(i % 8);
    for (int i = 0; i < 8; i++)
        lone[i] = (float)i;
    uint32_t of_a[4];
    for (int r = 0; r < 4; r++) {
        const int place = (row + r % 2 * 8) * 128 + lane % 4 * 4 + r / 2 * 16;
        of_a[r] = *(const uint32_t *)((const char *)a + (place ^ (place >> 7 & 7) << 4));
    }
    for (int i = 0; i < 32; i++)
        keep(d[i / 8][i % 8]);
    for (int i = 0; i < 8; i++)
        keep(lone[i]);
    for (int r = 0; r < 4; r++)
        RUN("" : "+r"(of_a[r]));
    wgmma_fence();
    wgmma_m64n16k16_f32_f16_f16(d[0], wgmma_descriptor(a, 16, 1024, WGMMA_SWIZZLE_128),
                                wgmma_descriptor(b, 16, 1024, WGMMA_SWIZZLE_128), add, false,
                                false);
    RUN("{ .reg .pred p; setp.ne.b32 p, %10, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " D16 ", %8, %9, p, 1, 1, 0, 0; }"
        : EIGHT(d[1])
        : "l"(descriptor(a)), "l"(descriptor(b)), "r"(add));
    RUN("{ .reg .pred p; setp.ne.b32 p, %13, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " D16
        ", {%8, %9, %10, %11}, %12, p, 1, 1, 0; }"
        : EIGHT(d[2])
        : "r"(of_a[0]), "r"(of_a[1]), "r"(of_a[2]), "r"(of_a[3]), "l"(descriptor(b)), "r"(add));
    // D the other way round, subtracted and added again.
    RUN("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%7, %6, %5, %4, %3, %2, %1, %0}, %8, "
        "%9, %10, %11, 1, 0, 0;"
        : EIGHT(lone)
        : "l"(descriptor(a)), "l"(descriptor(b)), "n"(0), "n"(-1));
    RUN("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " D16 ", %8, %9, 0, 1, 1, 0, 0;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0;"
        : EIGHT(d[3])
        : "l"(descriptor(a)), "l"(descriptor(b))
        : "memory");
    int wrong = 0;
    for (int i = 0; i < 8; i++)
        wrong += (d[1][i] != d[0][i]) + (d[2][i] != d[0][i]) + (lone[7 - i] != -d[3][i]);
    out[t] = (float)wrong + (d[0][0] == 0) * 100;
}

// Of each type, next to the function.
#define SAME(k, types, of, constraint, tail, name, ...) \
    { \
        of x[4] = {}, y[4] = {}; \
        RUN("" \
            : constraint(x[0]), constraint(x[1]), constraint(x[2]), constraint(x[3]), \
              constraint(y[0]), constraint(y[1]), constraint(y[2]), constraint(y[3])); \
        wgmma_fence(); \
        name(x, tile, tile, true, ##__VA_ARGS__); \
        RUN("wgmma.mma_async.sync.aligned.m64n8k" k "." types " {%0, %1, %2, %3}, %4, %5, 1" tail \
            ";" \
            : constraint(y[0]), constraint(y[1]), constraint(y[2]), constraint(y[3]) \
            : "l"(tile), "l"(tile)); \
        wgmma_commit_group(); \
        wgmma_wait_group(0); \
        for (int i = 0; i < 4; i++) \
            wrong += x[i] != y[i] || x[i] == 0; \
    }

__global__ void types(float *out)
{
    __shared__ __align__(1024) unsigned a[64 * 32];
    for (int i = threadIdx.x; i < 64 * 32; i += 128)
        a[i] = ((i + 1) * 2654435761u >> 3 & 0x3F3F3F3F) | 0x30303030; // neither NaN nor Inf
    fence_proxy_async();
    __syncthreads();
    const uint64_t tile = descriptor(a);
    int wrong = 0;
    SAME("16", "f32.bf16.bf16", float, "+f", ", 1, 1, 0, 0", wgmma_m64n8k16_f32_bf16_bf16, false,
         false)
    SAME("16", "f32.f16.f16", float, "+f", ", 1, 1, 1, 1", wgmma_m64n8k16_f32_f16_f16, true, true)
    SAME("8", "f32.tf32.tf32", float, "+f", ", 1, 1", wgmma_m64n8k8_f32_tf32_tf32)
    SAME("32", "f32.e4m3.e4m3", float, "+f", ", 1, 1", wgmma_m64n8k32_f32_e4m3_e4m3)
    SAME("32", "f32.e5m2.e5m2", float, "+f", ", 1, 1", wgmma_m64n8k32_f32_e5m2_e5m2)
    SAME("32", "s32.s8.s8", int, "+r", "", wgmma_m64n8k32_s32_s8_s8)
    out[threadIdx.x] = (float)wrong;
}

// D in f16: two sums share a register. These sums are exact in f32.
__global__ void halves(float *out)
{
    __shared__ __align__(1024) __half a[80 * 64]; // 64 rows of A, then 16 rows of B
    const int t = threadIdx.x;
    for (int i = t; i < 80 * 64; i += 128)
        a[i] = __float2half((float)(i * 37 % 31 - 15) / 8);
    fence_proxy_async();
    __syncthreads();
    float sums[8];
    uint32_t d[4], e[2] = {0, 0}, f[2] = {0, 0};
    for (int i = 0; i < 8; i++)
        sums[i] = (float)(i - 3) / 4;
    for (int i = 0; i < 4; i++)
        d[i] = __half_as_ushort(__float2half(sums[2 * i])) |
               (uint32_t)__half_as_ushort(__float2half(sums[2 * i + 1])) << 16;
    for (int i = 0; i < 8; i++)
        keep(sums[i]);
    RUN("" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]));
    const uint64_t of_a = descriptor(a), of_b = descriptor(a + 64 * 64);
    wgmma_fence();
    wgmma_m64n16k16_f32_f16_f16(sums, of_a, of_b, true, false, false);
    RUN("wgmma.mma_async.sync.aligned.m64n16k16.f16.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, "
        "0;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "l"(of_a), "l"(of_b));
    wgmma_commit_group();
    wgmma_wait_group(0);
    int wrong = 0;
    for (int i = 0; i < 8; i++)
        wrong += (d[i / 2] >> i % 2 * 16 & 0xFFFF) != __half_as_ushort(__float2half(sums[i]));
    // Of 8-bit factors: the tiles' bytes are neither NaN nor Inf.
    float of_bytes[4] = {};
    for (int i = 0; i < 4; i++)
        keep(of_bytes[i]);
    RUN("" : "+r"(e[0]), "+r"(e[1]), "+r"(f[0]), "+r"(f[1]));
    wgmma_fence();
    wgmma_m64n8k32_f32_e4m3_e4m3(of_bytes, of_a, of_b, false);
    RUN("wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3 {%0, %1}, %2, %3, 0, 1, 1;"
        : "+r"(e[0]), "+r"(e[1])
        : "l"(of_a), "l"(of_b));
    RUN("wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e5m2 {%0, %1}, %2, %3, 0, 1, 1;"
        : "+r"(f[0]), "+r"(f[1])
        : "l"(of_a), "l"(of_b));
    wgmma_commit_group();
    wgmma_wait_group(0);
    for (int i = 0; i < 4; i++) {
        const float half = __half2float(__ushort_as_half((e[i / 2] >> i % 2 * 16) & 0xFFFF));
        wrong += fabsf(half - of_bytes[i]) > 0.001f * fabsf(of_bytes[i]) + 0.01f;
    }
    out[t] = (float)wrong;
}

// ---- Five dimensions, and copies by threads -----------------------------------------------------

static CUtensorMap map_5d(const float *address)
{
    const cuuint64_t sizes[5] = {4, 2, 2, 2, 2}, strides[4] = {16, 32, 64, 128};
    const cuuint32_t box[5] = {4, 2, 2, 2, 1};
    return map_tiled(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 5, address, sizes, strides, box,
                     CU_TENSOR_MAP_SWIZZLE_NONE);
}

__global__ void five(const __grid_constant__ CUtensorMap from,
                     const __grid_constant__ CUtensorMap to, const float *in, float *copied)
{
    __shared__ __align__(128) float tile[32], own[32];
    __shared__ __align__(8) uint64_t full, landed;
    const int t = threadIdx.x;
    if (t == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&landed, 32);
        fence_mbarrier_init();
    }
    __syncthreads();
    RUN("{ .reg .pred first; .reg .b64 policy;\n"
        "setp.eq.s32 first, %4, 0;\n"
        "createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n"
        "@first prefetch.tensormap [%1];\n"
        "@first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%2], 128;\n"
        "@first cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".L2::cache_hint [%0], [%1, {0, 0, 0, %3, 1}], [%2], policy; }" ::"r"(at(tile)),
        "l"(&from), "r"(at(&full)), "r"(0), "r"(t)
        : "memory");
    RUN("cp.async.ca.shared.global [%0], [%1], 4;\n"
        "cp.async.mbarrier.arrive.noinc.shared.b64 [%2];" ::"r"(at(&own[t])),
        "l"(in + t), "r"(at(&landed))
        : "memory");
    wait(&full, 0);
    wait(&landed, 0);
    copied[t] = own[31 - t];
    if (t == 0)
        RUN("cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [%0, {0, 0, 0, 0, 0}], [%1];\n"
            "cp.async.bulk.commit_group;\n"
            "cp.async.bulk.wait_group.read 0;" ::"l"(&to),
            "r"(at(tile))
            : "memory");
}

// Arrivals that do not complete a phase, and how many were missing before them; hints on lines of
// L2.
__global__ void counts(unsigned *out, float *unused)
{
    __shared__ __align__(8) uint64_t come;
    uint64_t first, second;
    RUN("mbarrier.init.shared.b64 [%0], 4;" ::"r"(at(&come)) : "memory");
    RUN("mbarrier.arrive.noComplete.shared.b64 %0, [%2], 2;\n"
        "mbarrier.arrive_drop.noComplete.release.cta.shared.b64 %1, [%2], 1;"
        : "=l"(first), "=l"(second)
        : "r"(at(&come))
        : "memory");
    RUN("mbarrier.pending_count.b64 %0, %1;" : "=r"(out[0]) : "l"(first));
    RUN("mbarrier.pending_count.b64 %0, %1;" : "=r"(out[1]) : "l"(second));
    RUN("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at(&come)) : "memory");
    wait(&come, 0);
    RUN("applypriority.global.L2::evict_normal [%0], 128;\n"
        "discard.global.L2 [%0], 128;" ::"l"(unused)
        : "memory");
}

int main()
{
    float *in = numbers(256), *out = zeros(256), *sent = zeros(4 * 64), *d = zeros(128);
    bytes<<<1, 256>>>(in, out);
    send<1><<<4, 64>>>(sent);
    int bad = wrong("bytes", out, 256, [](int i) { return i + 2; });
    bad += wrong("send", sent, 4 * 64, [](int i) {
        const int block = i / 64, rank = block % 2, t = i % 64;
        return block / 2 * 10000 + 100 * (1 - rank) + t + (100 * rank + t) * 0.5;
    });
    sent = zeros(4 * 64);
    exchange<<<4, 64>>>(sent);
    bad += wrong("exchange", sent, 4 * 64, [](int i) {
        const int from = (i / 64 + 3) % 4;
        return 2.0 * (100 * from + i % 64) + 1000;
    });
    product<<<1, 128, 80 * 128>>>(d, 1);
    bad += wrong("product", d, 128, [](int) { return 0; });
    d = zeros(128);
    product<<<1, 128, 80 * 128>>>(d, 0);
    bad += wrong("product", d, 128, [](int) { return 0; });
    d = zeros(128);
    types<<<1, 128>>>(d);
    bad += wrong("types", d, 128, [](int) { return 0; });
    d = zeros(128);
    halves<<<1, 128>>>(d);
    bad += wrong("halves", d, 128, [](int) { return 0; });
    float *moved = zeros(64), *copied = zeros(32);
    const CUtensorMap from = map_5d(in), to = map_5d(moved);
    five<<<1, 32>>>(from, to, in, copied);
    bad += wrong("five", moved, 64, [](int i) { return i < 32 ? i + 33 : 0; });
    bad += wrong("copied", copied, 32, [](int i) { return 32 - i; });
    unsigned counted[2], *d_counted = (unsigned *)zeros(2);
    float *unused = zeros(32);
    counts<<<1, 1>>>(d_counted, unused);
    cudaMemcpy(counted, d_counted, sizeof counted, cudaMemcpyDeviceToHost);
    cudaFree(d_counted);
    cudaFree(unused);
    if (counted[0] != 4 || counted[1] != 2)
        printf("counts: %u %u\n", counted[0], counted[1]), bad++;
    cudaFree(in);
    return bad != 0;
}
