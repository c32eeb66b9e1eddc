// category: async-copy-wait
// mistake: with 3 stages two groups are in flight when a stage is used, but the wait allows three
// line: 33 36
// cure: cp_async_wait_group(STAGES - 2): the group of the stage that is used next must have landed
#include <cstdio>
#include <vector>
#include "../../ptx/ptx.h"

const int W = 128, STAGES = 3;

__device__ void fetch(float *stage, const float *in, int piece, int pieces)
{
    int t = threadIdx.x;
    if (piece < pieces)
        cp_async_ca_4(&stage[t], &in[piece * W + t], 4);
    cp_async_commit_group();    // also an empty one, so that the count stays right
}

// out[t] = sum over all pieces of the elements t and t + 1 of the piece
__global__ void pair_sums(const float *in, float *out, int pieces)
{
    __shared__ float stages[STAGES][W];
    int t = threadIdx.x;
    float acc = 0;
    for (int s = 0; s < STAGES; s++)
        stages[s][t] = 0;
    __syncthreads();
    for (int s = 0; s < STAGES - 1; s++)
        fetch(stages[s], in, s, pieces);
    for (int p = 0; p < pieces; p++) {
        // The group of piece p is followed by that of p + 1: one may run on.
        // STAGES - 1 lets that of piece p itself run on.
        cp_async_wait_group(STAGES - 1);    // MISTAKE
        __syncthreads();
        float *stage = stages[p % STAGES];
        acc += stage[t] + stage[(t + 1) % W];
        __syncthreads();
        fetch(stages[(p + STAGES - 1) % STAGES], in, p + STAGES - 1, pieces);
    }
    out[t] = acc;
}

int main()
{
    const int pieces = 9;
    std::vector<float> h(W * pieces), r(W);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i % 7 + 1);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, W * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    pair_sums<<<1, W>>>(in, out, pieces);
    cudaMemcpy(r.data(), out, W * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < W; t++) {
        float want = 0;
        for (int p = 0; p < pieces; p++) want += h[p * W + t] + h[p * W + (t + 1) % W];
        wrong += r[t] != want;
    }
    printf("%d of %d wrong\n", wrong, W);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: read of 4 bytes of shared memory before the asynchronous copy into them was waited for
//   at      emu/tests/mistakes/bad/async_wait_off_by_one.cu:36
//   kernel  pair_sums<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   address stages[0][95]; stages is float [STAGES][W], 1536 bytes
//   copy    started at emu/tests/mistakes/bad/async_wait_off_by_one.cu:15 by thread (95,0,0), followed by 1 committed group
//   cure    let this thread wait for it: __pipeline_wait_prior(1) (cp.async.wait_group 1), or a smaller number
// emu: read of 4 bytes of shared memory before the asynchronous copy into them was waited for
//   at      emu/tests/mistakes/bad/async_wait_off_by_one.cu:36
//   kernel  pair_sums<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   address stages[0][96]; stages is float [STAGES][W], 1536 bytes
//   copy    started at emu/tests/mistakes/bad/async_wait_off_by_one.cu:15 by thread (96,0,0), followed by 1 committed group
//   cure    let the thread that copies wait for it: __pipeline_wait_prior(1) (cp.async.wait_group 1), or a smaller number, then put __syncthreads() before this access
// emu: 1 kind of mistake, 2,304 times; first: unwaited at emu/tests/mistakes/bad/async_wait_off_by_one.cu:36
// exit status 1
