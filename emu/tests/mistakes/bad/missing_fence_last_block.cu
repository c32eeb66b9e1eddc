// category: missing-fence
// mistake: last-block pattern without __threadfence before the counter
// line: 16 22
// cure: __threadfence() after the store to partial[], before atomicInc
#include <cstdio>
#include <vector>

__device__ unsigned arrived;

__global__ void total(const int *x, int n, int *partial, int *result)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        int s = 0;
        for (int i = blockIdx.x; i < n; i += gridDim.x) s += x[i];
        partial[blockIdx.x] = s;                            // MISTAKE
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int s = 0;
        for (int b = 0; b < gridDim.x; ++b) s += partial[b];    // MISTAKE
        *result = s;
    }
}

int main()
{
    const int n = 2048, blocks = 16;
    std::vector<int> x(n, 3);
    int *dx, *dpartial, *dresult, result;
    cudaMalloc(&dx, n * sizeof(int));
    cudaMalloc(&dpartial, blocks * sizeof(int));
    cudaMalloc(&dresult, sizeof(int));
    cudaMemcpy(dx, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    total<<<blocks, 32>>>(dx, n, dpartial, dresult);
    cudaMemcpy(&result, dresult, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d (want %d)\n", result, 3 * n);
    cudaFree(dx); cudaFree(dpartial); cudaFree(dresult);
    return result != 3 * n;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/missing_fence_last_block.cu:22
//   kernel  total<<<(16,1,1), (32,1,1)>>>
//   thread  block (15,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 64 bytes from cudaMalloc at emu/tests/mistakes/bad/missing_fence_last_block.cu:33: dpartial[0] of 16 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/missing_fence_last_block.cu:16 by block (0,0,0), thread (0,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 15 times; first: race at emu/tests/mistakes/bad/missing_fence_last_block.cu:22
// exit status 1
