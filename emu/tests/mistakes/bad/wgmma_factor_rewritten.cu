// category: wgmma-factor
// mistake: A comes from registers, and the next step loads them while the products still read them
// line: 18 35
// cure: wgmma_wait_group(0) at the end of each step, or two sets of registers in turn
#include "../wgmma_tile.h"

// The thread's registers of A, 64 x 16, twice as large as in memory.
static __device__ void load_factor(uint32_t a[4], const __half *from, int ld)
{
    for (int i = 0; i < 4; i++) {
        int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i % 2 * 8;
        int column = threadIdx.x % 4 * 2 + i / 2 * 8;
        union {
            __half2 halfs;
            uint32_t bits;
        } pair = {*(const __half2 *)(from + row * ld + column)};
        pair.halfs = __hmul2(pair.halfs, __float2half2_rn(2.0f));
        a[i] = pair.bits;    // MISTAKE: see line 35
    }
}

// 64 x 8 of D for 8 rows of the tile of B.
static __device__ void product(float *d, const uint32_t *a, uint64_t b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, "
                 "1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

static __device__ void multiply_steps(float d[32], const __half *A, const char *b)
{
    uint32_t a[4];
    for (int k = 0; k < 64; k += 16) {
        load_factor(a, A + k, 64);
        wgmma_fence();
        for (int i = 0; i < 8; i++)
            product(d + 4 * i, a, tile_descriptor(b + i * 8 * ROW) + k / 8);
        wgmma_commit_group();
    }
    wgmma_wait_group(0);
}

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char b[TILE];
    float d[32] = {};
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    multiply_steps(d, A, b);
    for (int i = 0; i < 32; i++)
        d[i] /= 2;
    write_d(D, d);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: write to a register of A before its wgmma was waited for
//   at      emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:18, called at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:35, called at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:51
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (127,0,0): warp 3, lane 31
//   address register 0 of 4 of A
//   wgmma   started at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:25, called at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:38, called at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:51
//   cure    execute wgmma.wait_group before this write, so that the group of the wgmma is complete, or write to other registers: before the wait the wgmma may still read this one
// emu: 1 kind of mistake, 1,536 times; first: unwaited at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:18, called at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:35, called at emu/tests/mistakes/bad/wgmma_factor_rewritten.cu:51
// exit status 1
