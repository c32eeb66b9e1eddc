// category: syncwarp-mask
// mistake: lanes 16 to 31 leave themselves out of the mask they pass to __syncwarp
// line: 12
// cure: all lanes pass the same mask, and each is in it: __syncwarp()
#include <cstdio>

__global__ void exchange(int *x)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = x[lane] * 10;
    __syncwarp(0x0000ffff);     // MISTAKE
    x[lane] = s[31 - lane];
}

int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    exchange<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    return h[0] != 310;
}
