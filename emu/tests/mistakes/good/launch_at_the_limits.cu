// category: launch-too-many-threads
// shows: 1024 threads, blocks of 1 x 1 x 64, 65535 blocks along y, 70000 along x, exactly 48 KB of shared memory: all legal
#include <cstdio>

__global__ void count(int *c)
{
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) atomicAdd(c, 1);
}

__global__ void full_shared(int *c)
{
    __shared__ int s[12288];
    for (int i = threadIdx.x; i < 12288; i += blockDim.x) s[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(c, s[12287]);
}

__global__ void full_dynamic(int *c)
{
    extern __shared__ int d[];
    d[12287 - threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(c, d[12287]);
}

int main()
{
    int *c, h = 0;
    cudaMalloc(&c, sizeof(int));
    cudaMemset(c, 0, sizeof(int));
    count<<<2, 1024>>>(c);                      // 2
    count<<<3, dim3(1, 1, 64)>>>(c);            // 3
    count<<<1, dim3(16, 16, 4)>>>(c);           // 1
    count<<<dim3(1, 65535), 1>>>(c);            // 65535
    count<<<70000, 1>>>(c);                     // 70000
    full_shared<<<1, 128>>>(c);                 // 12287
    full_dynamic<<<1, 64, 48 * 1024>>>(c);      // 1
    cudaError_t e = cudaGetLastError();
    cudaMemcpy(&h, c, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %s\n", h, cudaGetErrorName(e));
    cudaFree(c);
    return e != cudaSuccess || h != 2 + 3 + 1 + 65535 + 70000 + 12287 + 1;
}
