// category: async-copy-buffer
// mistake: the prefetch always goes to stage 1: from the second round on that is the stage in use
// line: 29 32
// cure: fetch into stages[(p + 1) % 2]
#include <cstdio>
#include <vector>
#include "../../ptx/ptx.h"

const int W = 64;

__device__ void fetch(float4 *stage, const float4 *in)
{
    cp_async_cg_16(&stage[threadIdx.x], &in[threadIdx.x], 16);
    cp_async_commit_group();
}

__global__ void sums(const float4 *in, float *out, int pieces)
{
    __shared__ float4 stages[2][W];
    int t = threadIdx.x;
    float acc = 0;
    fetch(stages[0], in);
    for (int p = 0; p < pieces; p++) {
        cp_async_wait_group(0);
        __syncthreads();
        if (p + 1 < pieces) {
            const float4 *next = in + (p + 1) * W;
            float4 *to = &stages[1][t];
            cp_async_cg_16(to, &next[t], 16); // MISTAKE
            cp_async_commit_group();
        }
        float4 v = stages[p % 2][W - 1 - t]; // MISTAKE
        acc += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
        __syncthreads();
    }
    out[t] = acc;
}

int main()
{
    const int pieces = 5;
    std::vector<float> h(4 * W * pieces), r(W);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i % 11);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, W * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    sums<<<1, W>>>((const float4 *)in, out, pieces);
    cudaMemcpy(r.data(), out, W * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < W; t++) {
        float want = 0;
        for (int p = 0; p < pieces; p++)
            for (int i = 0; i < 4; i++) want += (i + 1) * h[4 * (p * W + W - 1 - t) + i];
        wrong += r[t] != want;
    }
    printf("%d of %d wrong\n", wrong, W);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: race in shared memory: asynchronous copy of 16 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/async_buffer_same_stage.cu:29
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address stages[1][0]; stages is float4 [2][W], 2048 bytes
//   other   read at emu/tests/mistakes/bad/async_buffer_same_stage.cu:32 by block (0,0,0), thread (63,0,0)
//   cure    put __syncthreads() between the last access to the buffer and the copy that fills it again (__syncwarp() if only lanes of one warp share it)
// emu: race in shared memory: read of 16 bytes, not ordered with another thread's asynchronous copy
//   at      emu/tests/mistakes/bad/async_buffer_same_stage.cu:32
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address stages[1][63]; stages is float4 [2][W], 2048 bytes
//   other   asynchronous copy at emu/tests/mistakes/bad/async_buffer_same_stage.cu:29 by block (0,0,0), thread (63,0,0)
//   cure    put __syncthreads() after the wait and before the first access (a thread waits for its own copies only), and one more after the last access, before the buffer is filled again (__syncwarp() if only lanes of one warp share it)
// emu: 1 kind of mistake, 320 times; first: race at emu/tests/mistakes/bad/async_buffer_same_stage.cu:29
// exit status 1
