// category: host-pointer-in-kernel
// shows: the kernel may use host memory that is pinned and mapped or registered, through its device pointer
#include <cstdio>
#include <cstdlib>

__global__ void triple(int *x, const int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 3 * x[i] + y[i];
}

int main()
{
    const int n = 300;
    int *h, *d, *reg = (int *)malloc(n * sizeof(int)), *dreg, wrong = 0;
    if (cudaHostAlloc(&h, n * sizeof(int), cudaHostAllocMapped) != cudaSuccess) return 2;
    if (cudaHostRegister(reg, n * sizeof(int), cudaHostRegisterMapped) != cudaSuccess) return 2;
    for (int i = 0; i < n; ++i) { h[i] = i; reg[i] = 1; }
    cudaHostGetDevicePointer(&d, h, 0);
    cudaHostGetDevicePointer(&dreg, reg, 0);
    triple<<<3, 128>>>(d, dreg, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) wrong += h[i] != 3 * i + 1;
    printf("%d wrong\n", wrong);
    cudaHostUnregister(reg);
    free(reg);
    cudaFreeHost(h);
    return wrong != 0;
}
