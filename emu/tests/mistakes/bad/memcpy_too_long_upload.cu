// category: memcpy-too-long
// mistake: the padded host matrix (ld 40) is copied into a device buffer made for ld 33
// line: 20
// cure: copy row by row with cudaMemcpy2D, or allocate m * ld elements on the device
#include <cstdio>
#include <vector>

__global__ void add_one(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1;
}

int main()
{
    const int m = 20, n = 33, ld = 40;
    std::vector<float> host(m * ld, 0.f);
    float *dev;
    cudaMalloc(&dev, m * n * sizeof(float));
    cudaError_t e = cudaMemcpy(dev, host.data(), m * ld * sizeof(float), cudaMemcpyHostToDevice);   // MISTAKE
    printf("upload: %s\n", cudaGetErrorString(e));
    add_one<<<(m * n + 127) / 128, 128>>>(dev, m * n);
    cudaMemcpy(host.data(), dev, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    return e != cudaSuccess;
}

// expected:
// emu: cudaMemcpy: 3200 bytes do not fit in the target
//   at      emu/tests/mistakes/bad/memcpy_too_long_upload.cu:20
//   address byte 0 of the 2640 bytes from cudaMalloc at emu/tests/mistakes/bad/memcpy_too_long_upload.cu:19
//   cure    count bytes, not elements, and compare with what was allocated
// emu: read of 4 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/memcpy_too_long_upload.cu:11
//   kernel  add_one<<<(6,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 2640 bytes from cudaMalloc at emu/tests/mistakes/bad/memcpy_too_long_upload.cu:19: dev[0] of 660 elements of 4 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: 2 kinds of mistakes, 661 times; first: bounds at emu/tests/mistakes/bad/memcpy_too_long_upload.cu:20
// exit status 1
