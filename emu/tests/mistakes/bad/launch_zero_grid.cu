// category: launch-zero-grid
// mistake: n / 256 is 0 for n = 200, a grid of no blocks
// line: 19
// cure: round up: (n + 255) / 256
#include <cstdio>

__global__ void ones(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = 1;
}

int main()
{
    const int n = 200;
    int h[n] = {0}, *d, sum = 0;
    cudaMalloc(&d, sizeof(h));
    cudaMemset(d, 0, sizeof(h));
    ones<<<n / 256, 256>>>(d, n);   // MISTAKE
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int v : h) sum += v;
    printf("%d ones\n", sum);
    cudaFree(d);
    return sum != n;
}

// expected:
// emu: launch of ones refused (cudaErrorInvalidValue): the grid (0,1,1) is empty: a division rounded down to 0?
//   at      emu/tests/mistakes/bad/launch_zero_grid.cu:19
// exit status 1
