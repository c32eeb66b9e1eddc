// category: divergent-barrier
// shows: warps past the data return at once, the other warps continue with warp-level synchronisation only, no block barrier
#include <cstdio>

__global__ void warp_sums(const int *x, int *out, int rows)
{
    __shared__ int s[8][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 8 + warp;
    if (row >= rows) return;
    s[warp][lane] = x[row * 32 + lane];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        if (lane < d) s[warp][lane] += s[warp][lane + d];
        __syncwarp();
    }
    if (lane == 0) out[row] = s[warp][0];
}

int main()
{
    const int rows = 21, n = 32 * rows;
    int h[n], r[rows], *x, *out, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i / 32;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    warp_sums<<<(rows + 7) / 8, 256>>>(x, out, rows);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows; ++i) wrong += r[i] != 32 * i;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong;
}
