// category: global-race
// shows: bytes and halves passed on by barriers, fences and atomics, each read in words by other threads
#include <cstdio>
#include <cuda_fp16.h>

// Each block writes a byte of the same words; the last one reads all of them, in words.
__global__ void last_block(unsigned char *bytes, unsigned *done, unsigned *sum)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        bytes[blockIdx.x] = (unsigned char)(blockIdx.x + 1);
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x / 4)
        atomicAdd(sum, __dp4a(((volatile unsigned *)bytes)[threadIdx.x], 0x01010101u, 0u));
}

// Bytes written by all, read as words by one warp, written again.
__global__ void rounds(unsigned char *out)
{
    __shared__ __align__(16) unsigned char tile[128];
    __shared__ unsigned words[32];
    int t = threadIdx.x;
    for (int round = 0; round < 4; ++round) {
        tile[(t + round) % 128] = (unsigned char)(t + round);
        __syncthreads();
        if (t < 32) words[t] = reinterpret_cast<unsigned *>(tile)[t];
        __syncthreads();
        tile[t] = (unsigned char)(words[t / 4] >> t % 4 * 8);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = tile[t];
}

// Neighbouring shorts, each with its own lock of two bytes.
__global__ void locks(unsigned short *lock, short *value)
{
    int i = (threadIdx.x / 32 + blockIdx.x) % 4;
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock[i], (unsigned short)0, (unsigned short)1) != 0) { }
        __threadfence();
        value[i] = (short)(value[i] + 1);
        __threadfence();
        atomicCAS(&lock[i], (unsigned short)1, (unsigned short)0);
    }
}

// A half each, summed by neighbours after __syncwarp.
__global__ void neighbours(__half *h)
{
    int t = threadIdx.x;
    for (int distance = 1; distance < 32; distance *= 2) {
        __half sum = __hadd(h[t], h[t ^ distance]);
        __syncwarp();
        h[t] = sum;
        __syncwarp();
    }
}

int main()
{
    unsigned char *bytes;
    unsigned *counters, h[2];
    unsigned short *lock;
    short *value, v[4];
    __half *halves, r[32];
    cudaMalloc(&bytes, 256);
    cudaMalloc(&counters, sizeof(h));
    cudaMalloc(&lock, sizeof(v));
    cudaMalloc(&value, sizeof(v));
    cudaMalloc(&halves, sizeof(r));
    cudaMemset(counters, 0, sizeof(h));
    cudaMemset(lock, 0, sizeof(v));
    cudaMemset(value, 0, sizeof(v));
    for (int i = 0; i < 32; ++i) r[i] = __float2half(1.0f);
    cudaMemcpy(halves, r, sizeof(r), cudaMemcpyHostToDevice);
    last_block<<<64, 32>>>(bytes, counters, counters + 1);
    rounds<<<2, 128>>>(bytes);
    locks<<<50, 128>>>(lock, value);
    neighbours<<<1, 32>>>(halves);
    cudaMemcpy(h, counters, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(v, value, sizeof(v), cudaMemcpyDeviceToHost);
    cudaMemcpy(r, halves, sizeof(r), cudaMemcpyDeviceToHost);
    int wrong = h[1] != 64 * 65 / 2 || __half2float(r[7]) != 32.0f;
    for (int i = 0; i < 4; ++i) wrong += v[i] != 50;
    printf("%d wrong\n", wrong);
    cudaFree(bytes);
    cudaFree(counters);
    cudaFree(lock);
    cudaFree(value);
    cudaFree(halves);
    return wrong != 0;
}
