// category: async-copy-wait
// mistake: the barrier stands before the wait: it says nothing about the copies of other threads
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
