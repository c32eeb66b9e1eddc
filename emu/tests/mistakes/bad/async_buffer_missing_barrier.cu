// category: async-copy-buffer
// mistake: each thread waits for its own copies, then reads those of others
// line: 16 19
// cure: __syncthreads() between the wait and the loop
#include <cstdio>
#include "../../../../common/device/ptx/ptx.h"

const int N = 128;

// out[t] = in[0] + ... + in[t]
__global__ void prefix(const float *in, float *out)
{
    __shared__ float tile[N];
    int t = threadIdx.x;
    float acc = 0;
    cp_async_ca_4(&tile[t], &in[t], 4); // MISTAKE
    cp_async_wait_all();
    for (int i = 0; i <= t; i++)
        acc += tile[i]; // MISTAKE
    out[t] = acc;
}

int main()
{
    float h[N], *in, *out, want = 0;
    for (int i = 0; i < N; i++) h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    prefix<<<1, N>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += h[i] != (want += i + 1);
    printf("%d of %d wrong\n", wrong, N);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
