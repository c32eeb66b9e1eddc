// category: async-copy-wait
// shows: the last prefetches are useless: no thread waits for them or reads them, and the kernel ends
#include <cstdio>
#include <vector>
#include "../../ptx/ptx.h"

const int W = 64;

__global__ void until_negative(const float *in, float *out)
{
    __shared__ float stages[2][W];
    int t = threadIdx.x, p = 0;
    float acc = 0, first;
    cp_async_ca_4(&stages[0][t], &in[t], 4);
    cp_async_commit_group();
    do {
        cp_async_ca_4(&stages[(p + 1) % 2][t], &in[(p + 1) * W + t], 4);
        cp_async_commit_group();
        cp_async_wait_group(1);
        __syncthreads();
        first = stages[p % 2][0];
        acc += stages[p % 2][W - 1 - t];
        __syncthreads();
        p++;
    } while (first >= 0);
    out[t] = acc;
}

int main()
{
    const int pieces = 6; // the fourth begins with a negative number
    std::vector<float> h(W * pieces), r(W);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i % 31);
    h[3 * W] = -1;
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, W * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    until_negative<<<1, W>>>(in, out);
    cudaMemcpy(r.data(), out, W * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < W; t++) {
        float want = 0;
        for (int p = 0; p < 4; p++) want += h[p * W + W - 1 - t];
        wrong += r[t] != want;
    }
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
