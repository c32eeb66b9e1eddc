// expect: ok output "0 0"
// A launch knows its kernel: the permission for much dynamic shared memory is found again, also for
// templates.
#include <cstdio>

template <int N> __global__ void fill(int *out)
{
    extern __shared__ int items[];
    items[threadIdx.x] = N;
    *out = items[0];
}
__global__ void plain(int *out)
{
    extern __shared__ int items[];
    *out = items[0] = 1;
}

int main()
{
    const int bytes = 60000;
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    cudaFuncSetAttribute(fill<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetSharedMemConfig(fill<1>, cudaSharedMemBankSizeFourByte);
    fill<1><<<1, 1, bytes>>>(out);
    printf("%d ", cudaGetLastError());
    plain<<<1, 1, bytes>>>(out);
    printf("%d\n", cudaGetLastError());
    cudaDeviceSynchronize();
    cudaFree(out);
}
