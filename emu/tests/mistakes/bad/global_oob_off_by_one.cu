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
