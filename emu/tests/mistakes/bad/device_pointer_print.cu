// category: device-pointer-on-host
// mistake: the host dereferences d_sum, memory of the GPU
// line: 23
// cure: cudaMemcpy the value to a host variable and print that
#include <cstdio>

__global__ void sum(const float *x, int n, float *result)
{
    float s = 0;
    for (int i = 0; i < n; ++i) s += x[i];
    *result = s;
}

int main()
{
    float h[50], *d_x, *d_sum;
    for (int i = 0; i < 50; ++i) h[i] = 1;
    cudaMalloc(&d_x, sizeof(h));
    cudaMalloc(&d_sum, sizeof(float));
    cudaMemcpy(d_x, h, sizeof(h), cudaMemcpyHostToDevice);
    sum<<<1, 1>>>(d_x, 50, d_sum);
    cudaDeviceSynchronize();
    printf("sum = %f\n", *d_sum);   // MISTAKE
    cudaFree(d_x);
    cudaFree(d_sum);
    return 0;
}

// expected:
// emu: host code used a device pointer
//   at      emu/tests/mistakes/bad/device_pointer_print.cu:23
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/device_pointer_print.cu:19
//   cure    copy the data to the host with cudaMemcpy first
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/device_pointer_print.cu:23
// exit status 1
