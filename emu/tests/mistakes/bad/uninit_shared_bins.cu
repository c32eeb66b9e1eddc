// category: uninitialised-shared
// mistake: the shared bins are never set to zero
// line: 12 14
// cure: zero the bins and __syncthreads() before counting
#include <cstdio>
#include <vector>

__global__ void histogram(const int *v, int n, int *out)
{
    __shared__ int bins[16];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[v[i] & 15], 1);     // MISTAKE
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];     // MISTAKE
}

int main()
{
    const int n = 4096;
    std::vector<int> v(n);
    for (int i = 0; i < n; ++i) v[i] = i;
    int h[16], *dv, *dout, wrong = 0;
    cudaMalloc(&dv, n * sizeof(int));
    cudaMalloc(&dout, sizeof(h));
    cudaMemcpy(dv, v.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    histogram<<<1, 256>>>(dv, n, dout);
    cudaMemcpy(h, dout, sizeof(h), cudaMemcpyDeviceToHost);
    for (int b = 0; b < 16; ++b) wrong += h[b] != n / 16;
    printf("%d wrong bins\n", wrong);
    cudaFree(dv);
    cudaFree(dout);
    return wrong != 0;
}

// expected:
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/uninit_shared_bins.cu:12
//   kernel  histogram<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address bins[0]; bins is int [16], 64 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: 1 kind of mistake, once; first: unwritten at emu/tests/mistakes/bad/uninit_shared_bins.cu:12
// exit status 1
