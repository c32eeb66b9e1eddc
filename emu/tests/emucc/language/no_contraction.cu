// expect: ok output "0"
// flags: -fmad=false
#include <cmath>
#include <cstdio>

__global__ void multiply_add(float *out, float a, float b, float c) { *out = a * b + c; }

int main()
{
    float *out, a = 1.0f + ldexpf(1, -12), c = -(1.0f + ldexpf(1, -11));
    cudaMallocManaged(&out, sizeof(float));
    multiply_add<<<1, 1>>>(out, a, a, c);
    cudaDeviceSynchronize();
    printf("%g\n", *out);
    cudaFree(out);
}
