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
