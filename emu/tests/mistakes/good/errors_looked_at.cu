// category: error-not-checked
// shows: calls whose errors are checked: a too large cudaMalloc with a smaller second try, an unknown device
#include <cstdio>

__global__ void fill(int *x, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = n - i;
}

int main()
{
    int *x = nullptr, h = 0;
    size_t n = (size_t)1 << 48;
    while (cudaMalloc(&x, n * sizeof(int)) != cudaSuccess) {
        cudaGetLastError();         // seen: take it back
        n = 100;
    }
    cudaError_t e = cudaSetDevice(12345);
    if (e == cudaSuccess) return 1;
    printf("as expected: %s\n", cudaGetErrorName(e));
    cudaGetLastError();
    fill<<<1, 64>>>(x, (int)n);
    if ((e = cudaGetLastError()) != cudaSuccess || (e = cudaDeviceSynchronize()) != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaMemcpy(&h, x + 99, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
    return h != 1;
}
