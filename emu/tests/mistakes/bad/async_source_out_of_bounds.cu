// category: async-copy-source
// mistake: the last block copies its whole tile although the vector ends inside it
// line: 16
// cure: zfill = 4 where i >= n, or a guard
#include <cstdio>
#include <vector>
#include <cuda_pipeline.h>

const int T = 256;

__global__ void block_sums(const float *in, float *out, int n)
{
    __shared__ float tile[T];
    int t = threadIdx.x, i = blockIdx.x * T + t;
    (void)n;
    __pipeline_memcpy_async(&tile[t], &in[i], 4); // MISTAKE
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int s = T / 2; s > 0; s /= 2) {
        if (t < s)
            tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = tile[0];
}

int main()
{
    const int n = 1000, blocks = (n + T - 1) / T;
    std::vector<float> h(n, 1.0f), r(blocks);
    float *in, *out, sum = 0;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, blocks * sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    block_sums<<<blocks, T>>>(in, out, n);
    cudaMemcpy(r.data(), out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; i++) sum += r[i];
    printf("sum %g, want %d\n", sum, n);
    cudaFree(in);
    cudaFree(out);
    return sum != n;
}

// expected:
// emu: out of bounds: asynchronous copy of 4 bytes from global memory
//   at      emu/tests/mistakes/bad/async_source_out_of_bounds.cu:16
//   kernel  block_sums<<<(4,1,1), (256,1,1)>>>
//   thread  block (3,0,0), thread (232,0,0): warp 7, lane 8
//   address 0 bytes past the end of the 4000 bytes from cudaMalloc at emu/tests/mistakes/bad/async_source_out_of_bounds.cu:34: in[1000] of 1000 elements of 4 bytes
//   cure    give src_bytes 0 where the element is outside: it becomes zero and nothing is read; or guard the copy
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/async_source_out_of_bounds.cu:16
// exit status 1
