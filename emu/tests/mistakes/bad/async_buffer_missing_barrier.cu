// category: async-copy-buffer
// mistake: each thread waits for its own copies, then reads those of other threads
// line: 16 19
// cure: __syncthreads() between the wait and the loop
#include <cstdio>
#include "../../ptx/ptx.h"

const int N = 128;

// out[t] = in[0] + ... + in[t]
__global__ void prefix(const float *in, float *out)
{
    __shared__ float tile[N];
    int t = threadIdx.x;
    float acc = 0;
    cp_async_ca_4(&tile[t], &in[t], 4); // MISTAKE
    cp_async_wait_all();
    for (int i = 0; i <= t; i++)
        acc += tile[i]; // MISTAKE
    out[t] = acc;
}

int main()
{
    float h[N], *in, *out, want = 0;
    for (int i = 0; i < N; i++) h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    prefix<<<1, N>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += h[i] != (want += i + 1);
    printf("%d of %d wrong\n", wrong, N);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's asynchronous copy
//   at      emu/tests/mistakes/bad/async_buffer_missing_barrier.cu:19
//   kernel  prefix<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address tile[0]; tile is float [N], 512 bytes
//   other   asynchronous copy at emu/tests/mistakes/bad/async_buffer_missing_barrier.cu:16 by block (0,0,0), thread (0,0,0)
//   cure    put __syncthreads() after the wait and before the first access (a thread waits for its own copies only), and one more after the last access, before the buffer is filled again (__syncwarp() if only lanes of one warp share it)
// emu: 1 kind of mistake, 8,128 times; first: race at emu/tests/mistakes/bad/async_buffer_missing_barrier.cu:19
// exit status 1
