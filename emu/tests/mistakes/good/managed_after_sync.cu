// category: device-pointer-on-host
// shows: host and kernel take turns on managed memory, with a synchronisation at every turn
#include <cstdio>

__managed__ int steps = 0;

__global__ void step(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * 0.5f + 1.0f;
    if (i == 0) steps = steps + 1;
}

int main()
{
    const int n = 1000;
    float *x;
    cudaMallocManaged(&x, n * sizeof(float));
    for (int i = 0; i < n; ++i) x[i] = 0;
    for (int k = 0; k < 4; ++k) {
        step<<<(n + 255) / 256, 256>>>(x, n);
        cudaDeviceSynchronize();
        x[k] += 10.0f;      // the host's turn
    }
    printf("%g %g after %d steps\n", x[999], x[3], steps);
    int ok = x[999] == 1.875f && x[3] == 11.875f && steps == 4;
    cudaFree(x);
    return !ok;
}
