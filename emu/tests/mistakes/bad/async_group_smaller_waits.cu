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
