// category: warp-sync-assumed
// shows: warp reduction in shared memory: read, __syncwarp, write, __syncwarp in every step
#include <cstdio>

__device__ void warp_reduce(int *s, int lane)
{
    for (int d = 16; d > 0; d >>= 1) {
        int v = s[lane + d];
        __syncwarp();
        s[lane] += v;
        __syncwarp();
    }
}

__global__ void sums(const int *x, int *out)
{
    __shared__ int s[2][64];    // 32 values and 32 zeros to add
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[warp][lane] = x[threadIdx.x];
    s[warp][lane + 32] = 0;
    __syncwarp();
    warp_reduce(s[warp], lane);
    if (lane == 0) out[warp] = s[warp][0];
}

int main()
{
    int h[64], r[2], *x, *out;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(x, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[1]);
    cudaFree(x);
    cudaFree(out);
    return r[0] != 496 || r[1] != 496 + 32 * 32;
}
