// category: async-copy-wait
// mistake: a barrier does not wait for asynchronous copies, and nothing else does
// line: 15 19
// cure: __pipeline_wait_prior(0) before the barrier
#include <cstdio>
#include <cuda_pipeline.h>

const int N = 256;

__global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[N];
    int t = threadIdx.x;
    tile[t] = 0;
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float)); // MISTAKE
    __pipeline_commit();
    // no __pipeline_wait_prior(0)
    __syncthreads();
    out[t] = tile[N - 1 - t];
}

int main()
{
    float h[N], *in, *out;
    for (int i = 0; i < N; i++) h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, N>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += h[i] != N - i;
    printf("%d of %d wrong\n", wrong, N);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: read of 4 bytes of shared memory before the asynchronous copy into them was waited for
//   at      emu/tests/mistakes/bad/async_wait_missing.cu:19
//   kernel  reverse<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (255,0,0): warp 7, lane 31
//   address tile[0]; tile is float [N], 1024 bytes
//   copy    started at emu/tests/mistakes/bad/async_wait_missing.cu:15 by thread (0,0,0), in the latest group that it committed
//   cure    let the thread that copies wait for it: __pipeline_wait_prior(0) (cp.async.wait_group 0), then put __syncthreads() before this access
// emu: 1 kind of mistake, 256 times; first: unwaited at emu/tests/mistakes/bad/async_wait_missing.cu:19
// exit status 1
