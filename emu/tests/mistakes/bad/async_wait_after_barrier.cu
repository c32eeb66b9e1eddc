// category: async-copy-wait
// mistake: the barrier comes before the wait, so it does not cover the copies of other threads
// line: 14 18
// cure: first __pipeline_wait_prior(0), then __syncthreads()
#include <cstdio>
#include <cuda_pipeline.h>

const int N = 256;

__global__ void shift(const float *in, float *out)
{
    __shared__ float tile[N];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float)); // MISTAKE
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    out[t] = tile[(t + 32) % N]; // MISTAKE
}

int main()
{
    float h[N], *in, *out;
    for (int i = 0; i < N; i++) h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<1, N>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += h[i] != (i + 32) % N + 1;
    printf("%d of %d wrong\n", wrong, N);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: read of 4 bytes of shared memory before the asynchronous copy into them was waited for
//   at      emu/tests/mistakes/bad/async_wait_after_barrier.cu:18
//   kernel  shift<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (255,0,0): warp 7, lane 31
//   address tile[31]; tile is float [N], 1024 bytes
//   copy    started at emu/tests/mistakes/bad/async_wait_after_barrier.cu:14 by thread (31,0,0), in the latest group that it committed
//   cure    let the thread that copies wait for it: __pipeline_wait_prior(0) (cp.async.wait_group 0), then put __syncthreads() before this access
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's asynchronous copy
//   at      emu/tests/mistakes/bad/async_wait_after_barrier.cu:18
//   kernel  shift<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (192,0,0): warp 6, lane 0
//   address tile[224]; tile is float [N], 1024 bytes
//   other   asynchronous copy at emu/tests/mistakes/bad/async_wait_after_barrier.cu:14 by block (0,0,0), thread (224,0,0)
//   cure    put __syncthreads() after the wait and before the first access (a thread waits for its own copies only), and one more after the last access, before the buffer is filled again (__syncwarp() if only lanes of one warp share it)
// emu: 2 kinds of mistakes, 256 times; first: unwaited at emu/tests/mistakes/bad/async_wait_after_barrier.cu:18
// exit status 1
