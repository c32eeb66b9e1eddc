// category: global-race
// shows: several threads, and several blocks, each write their own bytes of one word: again after a barrier, in place of
// each other after a barrier, after a fence and a flag of their own, and in the last block
#include <cstdio>

__device__ int flags[64], done;

// Blocks of 13 bytes: their borders are within words.
__global__ void own_bytes(unsigned char *x)
{
    unsigned char *own = x + blockIdx.x * blockDim.x;
    own[threadIdx.x] = 1;
    own[threadIdx.x] += 1;
    __syncthreads();
    own[blockDim.x - 1 - threadIdx.x] += 1;
    __syncthreads();
    own[threadIdx.x] += 1;
}

__global__ void in_shared(unsigned char *x)
{
    __shared__ unsigned char s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const unsigned char other = s[63 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = other;
    __syncthreads();
    s[threadIdx.x ^ 1] += 1;
    __syncthreads();
    x[threadIdx.x] = s[threadIdx.x];
}

// Each thread hands over its own byte.
__global__ void one_by_one(unsigned char *x)
{
    volatile int *flag = &flags[threadIdx.x];
    if (blockIdx.x == 0) {
        x[threadIdx.x] = threadIdx.x;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        x[threadIdx.x] += 1;
    }
}

__global__ void last_block(unsigned char *x, int bytes)
{
    __shared__ bool is_last;
    x[blockIdx.x * blockDim.x + threadIdx.x] = 5;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&done, 1) == gridDim.x - 1;
    __syncthreads();
    __threadfence();
    for (int i = threadIdx.x; is_last && i < bytes; i += blockDim.x) x[i] += 1;
}

static int differ(const unsigned char *x, int count, int (*wanted)(int))
{
    unsigned char h[64];
    int wrong = 0;
    cudaMemcpy(h, x, count, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; ++i) wrong += h[i] != wanted(i);
    return wrong;
}

int main()
{
    unsigned char *x;
    int wrong = 0;
    cudaMalloc(&x, 64);
    own_bytes<<<4, 13>>>(x);
    wrong += differ(x, 52, [](int) { return 4; });
    in_shared<<<1, 64>>>(x);
    wrong += differ(x, 64, [](int i) { return 64 - i; });
    one_by_one<<<2, 64>>>(x);
    wrong += differ(x, 64, [](int i) { return i + 1; });
    last_block<<<4, 13>>>(x, 52);
    wrong += differ(x, 52, [](int) { return 6; });
    printf("%d wrong\n", wrong);
    cudaFree(x);
    return wrong != 0;
}
