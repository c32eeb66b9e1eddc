// category: shared-out-of-bounds
// mistake: the tile has no room for the right halo cell
// line: 18 20
// cure: declare the tile as float tile[BLOCK + 2]
#include <cstdio>
#include <vector>
#define BLOCK 128

__global__ void stencil3(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK + 1];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int s = threadIdx.x + 1;
    tile[s] = in[i];
    if (threadIdx.x == 0)
        tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (threadIdx.x == BLOCK - 1)
        tile[s + 1] = i + 1 < n ? in[i + 1] : 0.0f;     // MISTAKE
    __syncthreads();
    out[i] = tile[s - 1] + tile[s] + tile[s + 1];       // MISTAKE
}

int main()
{
    const int n = 1024;
    std::vector<float> h(n, 1.0f), r(n);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    stencil3<<<n / BLOCK, BLOCK>>>(in, out, n);
    cudaError_t err = cudaMemcpy(r.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += r[i] != (i == 0 || i == n - 1 ? 2.0f : 3.0f);
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: out of bounds: an index beyond its array's extent
//   at      emu/tests/mistakes/bad/shared_oob_halo.cu:18
//   kernel  stencil3<<<(8,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (127,0,0): warp 3, lane 31
//   address index 129 of 'float [129]'
//   cure    compare the index with the extent in the array's declaration
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/shared_oob_halo.cu:18
// exit status 1
