// category: host-beside-gpus
// shows: the host waits for each GPU before it reads what the GPU writes, and before it changes what the GPU reads
#include <cstdio>
#include <cstdlib>

const int N = 1024;

__global__ void square(float *to, const float *from)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i] * from[i];
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    float *in[2], *out[2];
    int wrong = 0;
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        cudaMallocHost(&in[gpu], N * sizeof(float));
        cudaMallocManaged(&out[gpu], N * sizeof(float));
    }
    for (int round = 0; round < 2; ++round) {
        for (int gpu = 0; gpu < 2; ++gpu)
            for (int i = 0; i < N; ++i) in[gpu][i] = round + gpu + i % 8;
        for (int gpu = 0; gpu < 2; ++gpu) {
            cudaSetDevice(gpu);
            square<<<N / 64, 64>>>(out[gpu], in[gpu]);
        }
        for (int gpu = 0; gpu < 2; ++gpu) {
            cudaSetDevice(gpu);
            cudaDeviceSynchronize();
        }
        for (int gpu = 0; gpu < 2; ++gpu)
            for (int i = 0; i < N; ++i) wrong += out[gpu][i] != in[gpu][i] * in[gpu][i];
    }
    printf("%d wrong\n", wrong);
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaFreeHost(in[gpu]);
        cudaFree(out[gpu]);
    }
    return wrong != 0;
}
