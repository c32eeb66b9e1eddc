// category: global-out-of-bounds
// mistake: the guard says i <= n, one thread too many
// line: 12
// cure: i < n
#include <stdio.h>
#include <stdlib.h>

__global__ void scale(float *x, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        x[i] *= f;      // MISTAKE
}

int main(void)
{
    int n = 2000;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = (float)i;
    cudaMalloc((void **)&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<n / 256 + 1, 256>>>(d, 2.0f, n);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("last: %g\n", h[n - 1]);
    int ok = h[n - 1] == 2.0f * (n - 1);
    cudaFree(d);
    free(h);
    return ok ? 0 : 1;
}

// expected:
// emu: out of bounds: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/global_oob_off_by_one.cu:12
//   kernel  scale<<<(8,1,1), (256,1,1)>>>
//   thread  block (7,0,0), thread (208,0,0): warp 6, lane 16
//   address 0 bytes past the end of the 8000 bytes from cudaMalloc at emu/tests/mistakes/bad/global_oob_off_by_one.cu:20: d[2000] of 2000 elements of 4 bytes
//   cure    guard the access: is the index below the array's length in this thread, also at the edge of the grid?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/global_oob_off_by_one.cu:12
// exit status 1
