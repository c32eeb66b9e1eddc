// category: global-race
// shows: blocks hand data to all blocks of the next launch in the same stream: the launch boundary orders it
#include <cstdio>

__global__ void first(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x; }

__global__ void second(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    for (int k = 0; k < n; k += 16) s += x[(i + k) % n];
    y[i] = s;
}

__global__ void third(int *x, const int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = y[n - 1 - i];
}

int main()
{
    const int n = 256;
    int h[n], *x, *y, wrong = 0;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    first<<<n / 32, 32>>>(x);
    second<<<n / 64, 64>>>(x, y, n);
    third<<<n / 16, 16>>>(x, y, n);
    cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 2 * 28;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    return wrong;
}
