// category: async-copy-buffer
// mistake: two stages and one barrier per iteration: the prefetch refills the stage that other threads still read
// line: 28 34
// cure: __syncthreads() also at the end of the iteration (or fetch after the barrier, not before it)
#include <cstdio>
#include <vector>
#include <cuda_pipeline.h>

const int W = 256;

__device__ void fetch(float *stage, const float *in)
{
    __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(float));
    __pipeline_commit();
}

__global__ void weighted_sums(const float *in, float *out, int pieces)
{
    __shared__ float stages[2][W];
    int t = threadIdx.x;
    float acc = 0;
    fetch(stages[0], in);
    for (int p = 0; p < pieces; p++) {
        // Other threads may still be in the loop below, in their last round.
        if (p + 1 < pieces) {
            float *next = stages[(p + 1) % 2];
            const float *from = in + (p + 1) * W;
            __pipeline_memcpy_async(&next[t], &from[t], sizeof(float)); // MISTAKE
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int k = 0; k < W; k++)
            acc += stages[p % 2][(t + k) % W] * (k % 4 + 1); // MISTAKE
    }
    out[t] = acc;
}

int main()
{
    const int pieces = 8;
    std::vector<float> h(W * pieces), r(W);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i % 5);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, W * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    weighted_sums<<<1, W>>>(in, out, pieces);
    cudaMemcpy(r.data(), out, W * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < W; t++) {
        float want = 0;
        for (int p = 0; p < pieces; p++)
            for (int k = 0; k < W; k++) want += h[p * W + (t + k) % W] * (k % 4 + 1);
        wrong += r[t] != want;
    }
    printf("%d of %d wrong\n", wrong, W);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's asynchronous copy
//   at      emu/tests/mistakes/bad/async_buffer_still_read.cu:34
//   kernel  weighted_sums<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (224,0,0): warp 7, lane 0
//   address stages[0][255]; stages is float [2][W], 2048 bytes
//   other   asynchronous copy at emu/tests/mistakes/bad/async_buffer_still_read.cu:28 by block (0,0,0), thread (255,0,0)
//   cure    put __syncthreads() after the wait and before the first access (a thread waits for its own copies only), and one more after the last access, before the buffer is filled again (__syncwarp() if only lanes of one warp share it)
// emu: race in shared memory: asynchronous copy of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/async_buffer_still_read.cu:28
//   kernel  weighted_sums<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (224,0,0): warp 7, lane 0
//   address stages[0][224]; stages is float [2][W], 2048 bytes
//   other   read at emu/tests/mistakes/bad/async_buffer_still_read.cu:34 by block (0,0,0), thread (255,0,0) and others
//   cure    put __syncthreads() between the last access to the buffer and the copy that fills it again (__syncwarp() if only lanes of one warp share it)
// emu: 1 kind of mistake, 197,370 times; first: race at emu/tests/mistakes/bad/async_buffer_still_read.cu:34
// exit status 1
