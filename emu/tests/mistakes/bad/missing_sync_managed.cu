// category: missing-sync
// mistake: the host reads managed memory while the kernel may still be writing it
// line: 22
// cure: cudaDeviceSynchronize() between the launch and the loop
#include <cstdio>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1 << 16;
    float *x, *y, worst = 0;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    for (int i = 0; i < n; ++i) { x[i] = 1; y[i] = 2; }
    saxpy<<<32, 128>>>(n, 3.0f, x, y);
    for (int i = 0; i < n; ++i)
        worst = fmaxf(worst, fabsf(y[i] - 5.0f));       // MISTAKE
    printf("worst error %g\n", worst);
    cudaFree(x);
    cudaFree(y);
    return worst != 0;
}

// expected:
// emu: host code touches memory that a kernel may still be using
//   at      emu/tests/mistakes/bad/missing_sync_managed.cu:22
//   address byte 0 of the 262144 bytes from cudaMallocManaged at emu/tests/mistakes/bad/missing_sync_managed.cu:18
//   other   kernel launched at emu/tests/mistakes/bad/missing_sync_managed.cu:20
//   cure    call cudaDeviceSynchronize(), or synchronise with the stream, first
// emu: 1 kind of mistake, once; first: race at emu/tests/mistakes/bad/missing_sync_managed.cu:22
// exit status 1
