// category: missing-fence
// shows: two warps of one block: producer warp, __threadfence_block, volatile shared flag; no barrier at all
#include <cstdio>

__global__ void pipe(const int *in, int *out, int rounds)
{
    __shared__ int box[32];
    __shared__ volatile int full;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0) full = 0;
    __syncthreads();
    for (int r = 0; r < rounds; ++r) {
        if (warp == 0) {
            if (lane == 0) while (full) { }
            __syncwarp();
            __threadfence_block();
            box[lane] = in[r * 32 + lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0) full = 1;
        } else {
            if (lane == 0) while (!full) { }
            __syncwarp();
            __threadfence_block();
            out[r * 32 + lane] = 2 * box[31 - lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0) full = 0;
        }
    }
}

int main()
{
    const int rounds = 6, n = 32 * rounds;
    int h[n], *in, *out, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    pipe<<<1, 64>>>(in, out, rounds);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 2 * (i / 32 * 32 + 31 - i % 32);
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong;
}
