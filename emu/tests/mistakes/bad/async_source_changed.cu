// category: async-copy-source
// mistake: the vector is updated in place while the copy of its old values is under way
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
