// category: wgmma-proxy
// mistake: one thread fences after the barrier, for the stores of all: a fence is about its own thread's stores
// line: 15 19
// cure: every thread that stored calls fence_proxy_async(), and the barrier comes after it
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    __syncthreads();
    if (threadIdx.x == 0)
        fence_proxy_async();    // MISTAKE: all 128 threads have stored
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    wgmma_fence();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, k > 0, false, false);
    wgmma_commit_group();
    wgmma_wait_group(0);
    write_d(D, d);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: wgmma reads shared memory that ordinary stores wrote, without a fence: it may see what was there before
//   at      emu/tests/mistakes/made/wgmma_proxy_one_thread.cu:19
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (96,0,0): warp 3, lane 0
//   address a + 6144 bytes; a is char [TILE], 8192 bytes
//   other   write at emu/tests/mistakes/bad/../wgmma_tile.h:24, called at emu/tests/mistakes/made/wgmma_proxy_one_thread.cu:11 by thread (0,0,0)
//   cure    write, then let each thread that wrote call fence_proxy_async(), then a barrier of all of them, then let one thread start the reader
// emu: wgmma reads shared memory that ordinary stores wrote; another thread than the writer has fenced
//   at      emu/tests/mistakes/made/wgmma_proxy_one_thread.cu:19
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address a + 16 bytes; a is char [TILE], 8192 bytes
//   other   write at emu/tests/mistakes/bad/../wgmma_tile.h:24, called at emu/tests/mistakes/made/wgmma_proxy_one_thread.cu:11 by thread (1,0,0)
//   fence   by thread (0,0,0), at emu/tests/mistakes/made/wgmma_proxy_one_thread.cu:15
//   cure    write, then let each thread that wrote call fence_proxy_async(), then a barrier of all of them, then let one thread start the reader
// emu: 1 kind of mistake, 1,280 times; first: fence at emu/tests/mistakes/made/wgmma_proxy_one_thread.cu:19
// exit status 1
