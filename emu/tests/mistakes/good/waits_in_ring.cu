// category: waits-between-gpus
// shows: three GPUs in a ring; each gives to the next one before it waits for the one before
#include <cstdio>
#include <cstdlib>

const int GPUS = 3;

__global__ void pass_on(volatile int *mine, volatile int *next, float *box, const float *own, float *sum)
{
    *box = *own;
    __threadfence_system();
    *next = 1;
    while (*mine == 0) { }
    __threadfence_system();
    *sum += 1;
}

int main()
{
    setenv("EMU_GPUS", "3", 0);
    float h, *own[GPUS], *box[GPUS], *sum[GPUS];
    int *flag[GPUS], wrong = 0;
    for (int gpu = 0; gpu < GPUS; ++gpu) {
        cudaSetDevice(gpu);
        for (int peer = 0; peer < GPUS; ++peer)
            if (peer != gpu) cudaDeviceEnablePeerAccess(peer, 0);
        cudaMalloc(&flag[gpu], sizeof(int));
        cudaMalloc(&own[gpu], sizeof(float));
        cudaMalloc(&box[gpu], sizeof(float));
        cudaMalloc(&sum[gpu], sizeof(float));
        cudaMemset(flag[gpu], 0, sizeof(int));
        cudaMemset(own[gpu], 0, sizeof(float));
        cudaMemset(sum[gpu], 0, sizeof(float));
        cudaDeviceSynchronize();
    }
    for (int gpu = 0; gpu < GPUS; ++gpu) {
        const int next = (gpu + 1) % GPUS;
        cudaSetDevice(gpu);
        pass_on<<<1, 1>>>(flag[gpu], flag[next], box[next], own[gpu], sum[gpu]);
    }
    for (int gpu = 0; gpu < GPUS; ++gpu) {
        cudaSetDevice(gpu);
        cudaDeviceSynchronize();
        cudaMemcpy(&h, sum[gpu], sizeof(h), cudaMemcpyDeviceToHost);
        wrong += h != 1;
    }
    printf("%d wrong\n", wrong);
    for (int gpu = 0; gpu < GPUS; ++gpu) {
        cudaFree(flag[gpu]); cudaFree(own[gpu]); cudaFree(box[gpu]); cudaFree(sum[gpu]);
    }
    return wrong != 0;
}
