// expect: ok output "1 11"
#include <cstdio>
__global__ void store(int *out)
{
    __shared__ int
        value;
    value = 1; \
    *out = value;
#pragma unroll 2
    for (int i = 0; i < 2; i++)
        out[1] = __LINE__;
}
int main()
{
    int *out;
    cudaMallocManaged(&out, 8);
    store<<<1,
            1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    cudaFree(out);
}