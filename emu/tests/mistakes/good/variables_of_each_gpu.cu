// category: variable-of-a-gpu
// shows: each GPU has its own variables: both are set, and read, once for each GPU
#include <cstdio>
#include <cstdlib>

const int N = 64;
__constant__ float factor;
__device__ float bias[2];
__device__ int count;

__global__ void scale(float *x)
{
    x[threadIdx.x] = factor * threadIdx.x + bias[threadIdx.x % 2];
    atomicAdd(&count, 1);
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    const float three = 3, h_bias[2] = {1, 2};
    float h[N], *x[2];
    int total = 0, n, wrong = 0;
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        cudaMemcpyToSymbol(factor, &three, sizeof(three));
        cudaMemcpyToSymbol(bias, h_bias, sizeof(h_bias));
        cudaMalloc(&x[gpu], sizeof(h));
    }
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        scale<<<1, N>>>(x[gpu]);
    }
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        cudaMemcpy(h, x[gpu], sizeof(h), cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; ++i) wrong += h[i] != 3 * i + h_bias[i % 2];
        cudaMemcpyFromSymbol(&n, count, sizeof(n));
        total += n;
        cudaFree(x[gpu]);
    }
    printf("%d wrong, %d counted\n", wrong, total);
    return wrong != 0 || total != 2 * N;
}
