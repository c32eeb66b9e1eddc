// category: warp-sync-assumed
// mistake: each warp reverses 32 values through shared memory without __syncwarp between store and load
// line: 11 12
// cure: __syncwarp() between the two lines
#include <cstdio>

__global__ void reverse_in_warp(int *x)
{
    __shared__ int s[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[warp][lane] = x[threadIdx.x];     // MISTAKE
    x[threadIdx.x] = s[warp][31 - lane];    // MISTAKE
}

int main()
{
    int h[128], *d, wrong = 0;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    reverse_in_warp<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) wrong += h[i] != i / 32 * 32 + 31 - i % 32;
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return wrong;
}
