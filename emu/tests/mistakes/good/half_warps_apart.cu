// category: warp-mask
// shows: the two halves of a warp go different ways, each with its own mask for shuffle, vote and __syncwarp
#include <cstdio>

__global__ void halves(const int *x, int *out)
{
    __shared__ int s[32];
    int lane = threadIdx.x, v = x[lane], r;
    if (lane < 16) {
        r = v + __shfl_xor_sync(0x0000ffffu, v, 1);
        s[lane] = r;
        __syncwarp(0x0000ffffu);
        r += s[15 - lane];
    } else {
        r = __any_sync(0xffff0000u, v > 30) ? __popc(__ballot_sync(0xffff0000u, v % 2)) : 0;
        s[lane] = r + v;
        __syncwarp(0xffff0000u);
        r = s[47 - lane];
    }
    __syncwarp();
    out[31 - lane] = r;
}

int main()
{
    int h[32], *x, *out, wrong = 0;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    halves<<<1, 32>>>(x, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) {
        int want = i < 16 ? (i + (i ^ 1)) + (15 - i + ((15 - i) ^ 1)) : 8 + (47 - i);
        wrong += h[31 - i] != want;
    }
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong;
}
