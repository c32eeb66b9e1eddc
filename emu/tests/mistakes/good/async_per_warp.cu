// category: async-copy-wait
// shows: each warp has its own pipeline: __syncwarp() is enough, and warps run different numbers of iterations
#include <cstdio>
#include <vector>
#include "../../ptx/ptx.h"

const int WARPS = 4, MOST = 9;

__global__ void neighbours(const float *in, float *out)
{
    __shared__ float stages[WARPS][2][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int rounds = 3 + 2 * warp;
    const float *from = in + warp * MOST * 32 + lane;
    float acc = 0;
    cp_async_ca_4(&stages[warp][0][lane], from, 4);
    cp_async_commit_group();
    for (int r = 0; r < rounds; r++) {
        if (r + 1 < rounds)
            cp_async_ca_4(&stages[warp][(r + 1) % 2][lane], from + (r + 1) * 32, 4);
        cp_async_commit_group();
        cp_async_wait_group(1);
        __syncwarp();
        acc += stages[warp][r % 2][(lane + 1) % 32];
        __syncwarp();
    }
    out[threadIdx.x] = acc;
}

int main()
{
    std::vector<float> h(WARPS * MOST * 32), r(WARPS * 32);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i % 23);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, r.size() * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    neighbours<<<1, WARPS * 32>>>(in, out);
    cudaMemcpy(r.data(), out, r.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < WARPS * 32; t++) {
        float want = 0;
        for (int p = 0; p < 3 + 2 * (t / 32); p++)
            want += h[t / 32 * MOST * 32 + p * 32 + (t + 1) % 32];
        wrong += r[t] != want;
    }
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
