// category: shared-out-of-bounds
// mistake: thread 0 reads tile[-1]
// line: 16
// cure: let thread 0 take its left neighbour from global memory, or guard with t > 0
#include <cstdio>
#include <cstdlib>

__global__ void differences(const int *x, int *d)
{
    __shared__ int tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    tile[t] = x[i];
    __syncthreads();
    if (i > 0)
        d[i] = tile[t] - tile[t - 1];   // MISTAKE
    else
        d[i] = tile[t];
}

int main()
{
    const int n = 1024;
    int *h = (int *)malloc(n * sizeof(int)), *x, *d;
    for (int i = 0; i < n; ++i) h[i] = i * i;
    cudaMalloc((void **)&x, n * sizeof(int));
    cudaMalloc((void **)&d, n * sizeof(int));
    cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
    differences<<<n / 256, 256>>>(x, d);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 1; i < n; ++i) wrong += h[i] != 2 * i - 1;
    printf("wrong differences: %d\n", wrong);
    cudaFree(x);
    cudaFree(d);
    free(h);
    return wrong ? 1 : 0;
}

// expected:
// emu: out of bounds: an index beyond its array's extent
//   at      emu/tests/mistakes/bad/shared_oob_negative.cu:16
//   kernel  differences<<<(4,1,1), (256,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address index -1 of 'int [256]'
//   cure    compare the index with the extent in the array's declaration
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/shared_oob_negative.cu:16
// exit status 1
