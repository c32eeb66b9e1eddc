// category: async-copy-source
// mistake: only whole pieces of 16 bytes are copied; the last n % 4 elements of the tile stay unwritten
// line: 15 22
// cure: copy the last piece, too, with as many bytes as there are: the rest becomes zero
#include <cstdio>
#include "../../ptx/ptx.h"

const int T = 64;

__global__ void sum(const float *in, float *out, int n)
{
    __shared__ float4 tile[T];
    int t = threadIdx.x;
    // of the tile's 4 T elements n are needed
    int bytes = 4 * t + 4 <= n ? 16 : 0; // MISTAKE
    if (bytes > 0 || 4 * t >= n)
        cp_async_cg_16(&tile[t], &in[4 * t], bytes);
    cp_async_wait_all();
    __syncthreads();
    float acc = 0;
    for (int i = t; i < n; i += T)
        acc += ((float *)tile)[i]; // MISTAKE
    atomicAdd(out, acc);
}

int main()
{
    const int n = 4 * T - 2;
    float h[n], *in, *out, sum_of_all = 0, want = 0;
    for (int i = 0; i < n; i++) want += h[i] = i % 13 + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(float));
    sum<<<1, T>>>(in, out, n);
    cudaMemcpy(&sum_of_all, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("sum %g, want %g\n", sum_of_all, want);
    cudaFree(in);
    cudaFree(out);
    return sum_of_all != want;
}

// expected:
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/async_source_tail_left_out.cu:22
//   kernel  sum<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (60,0,0): warp 1, lane 28
//   address tile[63]; tile is float4 [T], 1024 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: 1 kind of mistake, once; first: unwritten at emu/tests/mistakes/bad/async_source_tail_left_out.cu:22
// exit status 1
