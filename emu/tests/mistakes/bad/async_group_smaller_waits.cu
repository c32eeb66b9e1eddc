// category: async-copy-group
// mistake: the whole block copies together, but each warp waits for itself alone
// line: 20 22
// cure: cg::wait(block)
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

const int N = 1024, T = 128;

__global__ void reverse(const float *in, float *out)
{
    __shared__ __align__(16) float tile[N];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    for (int i = threadIdx.x; i < N; i += T)
        tile[i] = 0;
    block.sync();
    cg::memcpy_async(block, tile, in, sizeof(float) * N); // MISTAKE
    cg::wait(warp);
    for (int i = threadIdx.x; i < N; i += T) out[i] = tile[N - 1 - i]; // MISTAKE
}

int main()
{
    float h[N], *in, *out;
    for (int i = 0; i < N; i++) h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, T>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += h[i] != N - i;
    printf("%d of %d wrong\n", wrong, N);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: race in shared memory: asynchronous copy of 16 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/async_group_smaller_waits.cu:20
//   kernel  reverse<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float [N], 4096 bytes
//   other   read at emu/tests/mistakes/bad/async_group_smaller_waits.cu:22 by block (0,0,0), thread (127,0,0)
//   cure    put __syncthreads() between the last access to the buffer and the copy that fills it again (__syncwarp() if only lanes of one warp share it)
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's asynchronous copy
//   at      emu/tests/mistakes/bad/async_group_smaller_waits.cu:22
//   kernel  reverse<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address tile[992]; tile is float [N], 4096 bytes
//   other   asynchronous copy at emu/tests/mistakes/bad/async_group_smaller_waits.cu:20 by block (0,0,0), thread (120,0,0)
//   cure    put __syncthreads() after the wait and before the first access (a thread waits for its own copies only), and one more after the last access, before the buffer is filled again (__syncwarp() if only lanes of one warp share it)
// emu: 1 kind of mistake, 768 times; first: race at emu/tests/mistakes/bad/async_group_smaller_waits.cu:20
// exit status 1
