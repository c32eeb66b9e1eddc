// category: shared-race
// shows: one warp loads, the other warps work: a two-slot ring in shared memory, block barriers pass the slots on
#include <cstdio>

__global__ void ring(const int *in, int *out, int pieces)
{
    __shared__ int slot[2][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, acc = 0;
    if (warp == 0) slot[0][lane] = in[lane];
    __syncthreads();
    for (int p = 0; p < pieces; ++p) {
        if (warp == 0) {
            if (p + 1 < pieces) slot[(p + 1) & 1][lane] = in[(p + 1) * 32 + lane];
        } else {
            acc += warp * slot[p & 1][31 - lane];
        }
        __syncthreads();
    }
    if (warp > 0) out[(warp - 1) * 32 + lane] = acc;
}

int main()
{
    const int pieces = 5, n = 32 * pieces;
    int h[n], r[96], *in, *out, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    ring<<<1, 128>>>(in, out, pieces);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int w = 0; w < 3; ++w)
        for (int l = 0; l < 32; ++l) {
            int want = 0;
            for (int p = 0; p < pieces; ++p) want += (w + 1) * h[p * 32 + 31 - l];
            wrong += r[w * 32 + l] != want;
        }
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong;
}
