// category: async-copy-buffer
// mistake: the ragged edge is cleared by plain stores while copies into the same elements are under way
// line: 18 21
// cure: let the copy fill with zeros itself (zfill), or clear what is not copied, and nothing else
#include <cstdio>
#include <cuda_pipeline.h>

const int N = 100, W = 128;

__global__ void sum(const float4 *in, float *out, int n)
{
    __shared__ float4 tile[W / 4];
    int t = threadIdx.x;
    if (4 * t >= n)
        tile[t] = make_float4(0, 0, 0, 0);
    if (4 * t < n)
        // The last piece is copied whole: in has room for it.
        __pipeline_memcpy_async(&tile[t], &in[t], 16); // MISTAKE
    for (int i = n; i < W; i++)
        if (i / 4 == t)
            ((float *)tile)[i] = 0; // MISTAKE
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    float acc = 0;
    for (int i = 0; i < W; i++)
        acc += ((float *)tile)[i];
    out[t] = acc;
}

int main()
{
    float h[W], r[W / 4], *in, *out, want = 0;
    for (int i = 0; i < W; i++) h[i] = i + 1;
    const int n = N - 2;
    for (int i = 0; i < n; i++) want += h[i];
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, W / 4>>>((const float4 *)in, out, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("sum %g, want %g\n", r[0], want);
    cudaFree(in);
    cudaFree(out);
    return r[0] != want;
}
