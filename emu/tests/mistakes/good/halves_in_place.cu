// category: global-race
// shows: lanes write neighbouring halves and bytes in place, after a shuffle that passes on what they read
#include <cstdio>
#include <cuda_fp16.h>

// Each lane touches its own element only; the neighbour's comes through the shuffle.
__global__ void rotate(__half *h, unsigned char *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half mine = i < n ? h[i] : __float2half(0.0f);
    int byte = i < n ? c[i] : 0;
    float next = __shfl_down_sync(0xffffffffu, __half2float(mine), 1);
    byte = __shfl_xor_sync(0xffffffffu, byte, 1);
    if (i < n) h[i] = __float2half(next);
    if (i < n) c[i] = (unsigned char)byte;
}

// The first lane reads pairs, all write one element each after a barrier for their warp.
__global__ void spread(__half *h)
{
    __shared__ __half s[64];
    int lane = threadIdx.x;
    s[lane] = h[lane];
    s[lane + 32] = h[lane + 32];
    __syncwarp();
    __half2 pair = reinterpret_cast<__half2 *>(s)[lane];
    __syncwarp();
    s[lane] = __low2half(pair);
    s[lane + 32] = __high2half(pair);
    __syncwarp();
    h[2 * lane] = s[2 * lane];
    h[2 * lane + 1] = s[2 * lane + 1];
}

int main()
{
    const int n = 96;
    __half host[n], *h;
    unsigned char bytes[n], *c;
    for (int i = 0; i < n; ++i) host[i] = __float2half((float)i), bytes[i] = (unsigned char)i;
    cudaMalloc(&h, sizeof(host));
    cudaMalloc(&c, sizeof(bytes));
    cudaMemcpy(h, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaMemcpy(c, bytes, sizeof(bytes), cudaMemcpyHostToDevice);
    rotate<<<3, 32>>>(h, c, n);
    spread<<<1, 32>>>(h);
    cudaMemcpy(host, h, sizeof(host), cudaMemcpyDeviceToHost);
    cudaMemcpy(bytes, c, sizeof(bytes), cudaMemcpyDeviceToHost);
    int wrong = __half2float(host[1]) != 3.0f || __half2float(host[64]) != 65.0f;
    for (int i = 0; i < n; ++i) wrong += bytes[i] != (i ^ 1);
    printf("%d wrong\n", wrong);
    cudaFree(h);
    cudaFree(c);
    return wrong != 0;
}
