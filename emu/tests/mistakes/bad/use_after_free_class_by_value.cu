// category: use-after-free
// mistake: the vector class goes to the kernel by value, the copy's destructor frees the memory after the first launch
// line: 25
// cure: pass a raw pointer or a view without destructor to kernels, and forbid copying the owner
#include <cstdio>

struct DeviceVector {
    float *p;
    int n;
    explicit DeviceVector(int n) : n(n) { cudaMalloc(&p, n * sizeof(float)); }
    ~DeviceVector() { cudaFree(p); }
};

__global__ void fill(DeviceVector v, float value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n) v.p[i] = value;
}

int main()
{
    float h[100] = {0};
    DeviceVector v(100);
    fill<<<1, 128>>>(v, 3.5f);
    cudaError_t e = cudaMemcpy(h, v.p, sizeof(h), cudaMemcpyDeviceToHost);  // MISTAKE
    printf("%s: %g\n", cudaGetErrorString(e), h[99]);
    return h[99] != 3.5f;
}
