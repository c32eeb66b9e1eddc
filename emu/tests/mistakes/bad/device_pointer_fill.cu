// category: device-pointer-on-host
// mistake: a host loop initialises memory that came from cudaMalloc
// line: 16
// cure: fill a host array and copy it, or fill in a kernel, or allocate with cudaMallocManaged
#include <cstdio>

__global__ void triple(int *v) { v[threadIdx.x] *= 3; }

int main()
{
    const int n = 128;
    int *v, h[n];
    if (cudaMalloc((void **)&v, n * sizeof(int)) != cudaSuccess)
        return 2;
    for (int i = 0; i < n; ++i)
        v[i] = i;       // MISTAKE
    triple<<<1, n>>>(v);
    cudaMemcpy(h, v, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[100]);
    cudaFree(v);
    return h[100] != 300;
}

// expected:
// emu: host code used a device pointer
//   at      emu/tests/mistakes/bad/device_pointer_fill.cu:16
//   address byte 0 of the 512 bytes from cudaMalloc at emu/tests/mistakes/bad/device_pointer_fill.cu:13
//   cure    copy the data to the host with cudaMemcpy first
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/device_pointer_fill.cu:16
// exit status 1
