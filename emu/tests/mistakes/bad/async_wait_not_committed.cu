// category: async-copy-wait
// mistake: the wait counts groups, but the copies were never committed to one
// line: 15 18
// cure: __pipeline_commit() after the copies (or cp.async.wait_all, which needs no groups)
#include <cstdio>
#include <cuda_pipeline.h>

const int N = 128;

__global__ void square(const float4 *in, float4 *out)
{
    __shared__ float4 tile[N];
    int t = threadIdx.x;
    tile[t] = make_float4(0, 0, 0, 0);
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float4)); // MISTAKE
    // no __pipeline_commit()
    __pipeline_wait_prior(0);
    float4 v = tile[t];
    out[t] = make_float4(v.x * v.x, v.y * v.y, v.z * v.z, v.w * v.w);
}

int main()
{
    float h[4 * N];
    float4 *in, *out;
    for (int i = 0; i < 4 * N; i++) h[i] = i % 100 + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    square<<<1, N>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 4 * N; i++) wrong += h[i] != (i % 100 + 1) * (i % 100 + 1);
    printf("%d of %d wrong\n", wrong, 4 * N);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: read of 16 bytes of shared memory before the asynchronous copy into them was waited for
//   at      emu/tests/mistakes/bad/async_wait_not_committed.cu:18
//   kernel  square<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float4 [N], 2048 bytes
//   copy    started at emu/tests/mistakes/bad/async_wait_not_committed.cu:15 by thread (0,0,0), not committed to a group
//   cure    end the group with __pipeline_commit() (cp.async.commit_group) and wait with __pipeline_wait_prior(0) (cp.async.wait_group 0)
// emu: 1 kind of mistake, 128 times; first: unwaited at emu/tests/mistakes/bad/async_wait_not_committed.cu:18
// exit status 1
