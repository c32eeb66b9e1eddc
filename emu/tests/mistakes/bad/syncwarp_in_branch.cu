// category: syncwarp-mask
// mistake: __syncwarp() for the whole warp stands where only lanes 0 to 15 come by
// line: 15
// cure: move __syncwarp() behind the if
#include <cstdio>

__global__ void fold(int *x)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = x[lane];
    __syncwarp();
    if (lane < 16) {
        s[lane] += s[lane + 16];
        __syncwarp();           // MISTAKE
        x[lane] = s[lane] + s[15 - lane];
    }
}

int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    fold<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d, want 62\n", h[0]);
    cudaFree(d);
    return h[0] != 62;
}
