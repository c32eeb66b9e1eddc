// category: async-copy-wait
// shows: four stages, three groups in flight, one barrier per iteration; empty groups keep the count at the end
#include <cstdio>
#include <vector>
#include "../../ptx/ptx.h"

const int W = 128, STAGES = 4;

__device__ void fetch(float4 stages[STAGES][W], const float4 *in, int piece, int pieces)
{
    int t = threadIdx.x;
    if (piece < pieces)
        cp_async_cg_16(&stages[piece % STAGES][t], &in[piece * W + t], 16);
    cp_async_commit_group();
}

__global__ void weighted(const float4 *in, float *out, int pieces)
{
    extern __shared__ __align__(16) unsigned char memory[];
    float4(*stages)[W] = (float4(*)[W])memory;
    int t = threadIdx.x;
    float acc = 0;
    for (int s = 0; s < STAGES - 1; s++)
        fetch(stages, in, s, pieces);
    for (int p = 0; p < pieces; p++) {
        cp_async_wait_group(STAGES - 2);
        // All have piece p, and all are through with p - 1, whose stage is free now.
        __syncthreads();
        fetch(stages, in, p + STAGES - 1, pieces);
        float4 v = stages[p % STAGES][(t + p) % W];
        acc += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
    }
    out[t] = acc;
}

int main()
{
    const int pieces = 11;
    std::vector<float> h(4 * W * pieces), r(W);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i % 17);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, W * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    weighted<<<1, W, STAGES * W * sizeof(float4)>>>((const float4 *)in, out, pieces);
    cudaMemcpy(r.data(), out, W * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < W; t++) {
        float want = 0;
        for (int p = 0; p < pieces; p++)
            for (int i = 0; i < 4; i++) want += (i + 1) * h[4 * (p * W + (t + p) % W) + i];
        wrong += r[t] != want;
    }
    printf("%d of %d wrong\n", wrong, W);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
