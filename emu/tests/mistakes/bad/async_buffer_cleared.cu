// category: async-copy-buffer
// mistake: the ragged edge is cleared by plain stores while copies into the same elements are in flight
// line: 18 21
// cure: let the copy fill with zeros itself (zfill), or clear only the elements that are not copied
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

// expected:
// emu: write of 4 bytes of shared memory that an asynchronous copy is filling
//   at      emu/tests/mistakes/bad/async_buffer_cleared.cu:21
//   kernel  sum<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (24,0,0): warp 0, lane 24
//   address tile[24] + 8 bytes; tile is float4 [W/4], 512 bytes
//   copy    started at emu/tests/mistakes/bad/async_buffer_cleared.cu:18 by thread (24,0,0), not committed to a group
//   cure    end the group with __pipeline_commit() (cp.async.commit_group) and wait with __pipeline_wait_prior(0) (cp.async.wait_group 0)
// emu: 1 kind of mistake, 2 times; first: race at emu/tests/mistakes/bad/async_buffer_cleared.cu:21
// exit status 1
