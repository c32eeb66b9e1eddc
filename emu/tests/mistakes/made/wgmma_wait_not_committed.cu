// category: wgmma-wait
// mistake: the wait counts groups, but the products were never committed to one
// line: 19 20 22
// cure: wgmma_commit_group() after the last product of the group
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    wgmma_fence();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, k > 0, false, false);
    // MISTAKE: no wgmma_commit_group()
    wgmma_wait_group(0);
    for (int i = 0; i < 32; i++)
        D[row_of(i) * 64 + column_of(i)] = d[i];
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: read of an accumulator before its wgmma was waited for
//   at      emu/tests/mistakes/made/wgmma_wait_not_committed.cu:22
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   address register 0 of 32 of D
//   wgmma   started at emu/tests/mistakes/made/wgmma_wait_not_committed.cu:18
//   cure    end the group with wgmma_commit_group() and call wgmma_wait_group(0), or with the number of later groups, before this access: before the wait the wgmma may not have read or written the register
// emu: 1 kind of mistake, 4,096 times; first: unwaited at emu/tests/mistakes/made/wgmma_wait_not_committed.cu:22
// exit status 1
