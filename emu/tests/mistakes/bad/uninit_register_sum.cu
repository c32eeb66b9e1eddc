// category: uninitialised-register
// mistake: the sum of a row begins with whatever is in its register
// line: 14
// cure: float sum = 0
#include <cstdio>

__global__ void rows(const float *a, float *sums, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k];      // MISTAKE
    sums[row] = sum;
}

int main()
{
    const int n = 40;
    float h[n * n], r[n], *a, *sums;
    for (int i = 0; i < n * n; ++i) h[i] = 1;
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&sums, sizeof(r));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    rows<<<2, 32>>>(a, sums, n);
    cudaMemcpy(r, sums, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%g\n", r[n - 1]);
    cudaFree(a);
    cudaFree(sums);
    return r[n - 1] != n;
}

// expected:
// emu: a sum begins with a variable that nothing has set
//   at      emu/tests/mistakes/bad/uninit_register_sum.cu:14
//   kernel  rows<<<(2,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address sum
//   cure    give the variable its value before the loop: float sum = 0, float sums[4] = {}; the registers of accumulators also begin with any value
// emu: 1 kind of mistake, 1,600 times; first: unwritten at emu/tests/mistakes/bad/uninit_register_sum.cu:14
// exit status 1
