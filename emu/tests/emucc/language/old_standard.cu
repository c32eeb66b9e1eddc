// expect: ok output "3"
// flags: -std=c++11
#include <cstdio>

__global__ void store(int *out, int value) { *out = value; }

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    store<<<1, 1>>>(out, 3);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
