// category: async-copy-source
// mistake: the vector is updated in place while the copy of its old values is in flight
// line: 15 17
// cure: __pipeline_wait_prior(0) before the update
#include <cstdio>
#include <cuda_pipeline.h>

const int N = 192;

// x[i] += x[i - 1], all of them at once; thread 0 keeps its value
__global__ void add_left(float *x)
{
    __shared__ float old[N];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&old[t], &x[t], sizeof(float)); // MISTAKE
    __pipeline_commit();
    x[t] = 2 * x[t]; // MISTAKE
    __pipeline_wait_prior(0);
    __syncthreads();
    if (t > 0)
        x[t] = x[t] / 2 + old[t - 1];
}

int main()
{
    float h[N], *x;
    for (int i = 0; i < N; i++) h[i] = i + 1;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    add_left<<<1, N>>>(x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = h[0] != 2;
    for (int i = 1; i < N; i++) wrong += h[i] != 2 * i + 1;
    printf("%d of %d wrong\n", wrong, N);
    cudaFree(x);
    return wrong != 0;
}

// expected:
// emu: write of 4 bytes of global memory that an asynchronous copy is reading
//   at      emu/tests/mistakes/bad/async_source_changed.cu:17
//   kernel  add_left<<<(1,1,1), (192,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 768 bytes from cudaMalloc at emu/tests/mistakes/bad/async_source_changed.cu:28: x[0] of 192 elements of 4 bytes
//   copy    started at emu/tests/mistakes/bad/async_source_changed.cu:15 by thread (0,0,0), in the latest group that it committed
//   cure    change the source after the copy was waited for, with a barrier between if another thread copies: when in between it is read is up to the hardware
// emu: 1 kind of mistake, 192 times; first: race at emu/tests/mistakes/bad/async_source_changed.cu:17
// exit status 1
