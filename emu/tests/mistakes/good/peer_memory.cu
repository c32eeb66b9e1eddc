// category: peer-access
// shows: a kernel of each GPU reads memory of the other one; both have access, and nothing is freed before both have ended
#include <cstdio>
#include <cstdlib>

const int N = 64;
const size_t BYTES = N * sizeof(float);

__global__ void fill(float *x, int gpu)
{
    x[threadIdx.x] = (gpu + 1) * threadIdx.x;
}

__global__ void add(float *sum, const float *mine, const float *theirs)
{
    sum[threadIdx.x] = mine[threadIdx.x] + theirs[threadIdx.x];
}

static void wait_for_both()
{
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        cudaDeviceSynchronize();
    }
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    float h[N], *x[2], *sum[2];
    int wrong = 0;
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        cudaDeviceEnablePeerAccess(1 - gpu, 0);
        cudaMalloc(&x[gpu], BYTES);
        cudaMalloc(&sum[gpu], BYTES);
        fill<<<1, N>>>(x[gpu], gpu);
    }
    wait_for_both();
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        add<<<1, N>>>(sum[gpu], x[gpu], x[1 - gpu]);
    }
    wait_for_both();
    cudaFree(x[0]);
    cudaFree(x[1]);
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        cudaMemcpy(h, sum[gpu], BYTES, cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; ++i) wrong += h[i] != 3 * i;
        cudaFree(sum[gpu]);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
