// category: wgmma-fence
// mistake: between two runs over k the accumulators are scaled; the second run has no fence
// line: 18 20 24
// cure: wgmma_fence() again, after the loop that scales
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
    for (int half = 0; half < 2; half++) {
        // MISTAKE: wgmma_fence() belongs here, not above
        for (int k = 2 * half; k < 2 * half + 2; k++)
            wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, k > 0, false, false);
        wgmma_commit_group();
        wgmma_wait_group(0);
        for (int i = 0; i < 32; i++)
            d[i] *= half == 0 ? 2.0f : 1.0f;
    }
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
// emu: wgmma_m64n64k16_f32_f16_f16 without wgmma_fence() since its accumulators were touched
//   at      emu/tests/mistakes/bad/wgmma_fence_once.cu:20
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   address the accumulators
//   touched at emu/tests/mistakes/bad/wgmma_fence_once.cu:24
//   cure    call wgmma_fence() after the last ordinary access to the registers of D and before the first wgmma: nothing else puts them in order
// emu: 1 kind of mistake, 256 times; first: fence at emu/tests/mistakes/bad/wgmma_fence_once.cu:20
// exit status 1
