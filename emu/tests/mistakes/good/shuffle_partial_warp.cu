// category: warp-mask
// shows: block of 44 threads: the second warp's mask names its 12 lanes only, and no lane outside is read
#include <cstdio>

__global__ void warp_sums(const int *x, int *sum)
{
    int t = threadIdx.x, lane = t % 32;
    int lanes = min(32, (int)blockDim.x - (t - lane));
    unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    int v = x[t];
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(mask, v, lane + d < lanes ? d : 0);
        if (lane + d < lanes) v += other;
    }
    if (lane == 0) sum[t / 32] = v;
}

int main()
{
    int h[44], r[2], *x, *sum;
    for (int i = 0; i < 44; ++i) h[i] = 1 + i / 32;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&sum, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    warp_sums<<<1, 44>>>(x, sum);
    cudaMemcpy(r, sum, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[1]);
    cudaFree(x);
    cudaFree(sum);
    return r[0] != 32 || r[1] != 24;
}
