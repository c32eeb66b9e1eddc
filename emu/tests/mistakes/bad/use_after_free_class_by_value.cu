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

// expected:
// emu: cudaMemcpy: use after free of the source
//   at      emu/tests/mistakes/bad/use_after_free_class_by_value.cu:25
//   address byte 0 of the 400 bytes from cudaMalloc at emu/tests/mistakes/bad/use_after_free_class_by_value.cu:10, freed at emu/tests/mistakes/bad/use_after_free_class_by_value.cu:11
//   cure    copy before the memory is freed
// emu: double free: cudaFree
//   at      emu/tests/mistakes/bad/use_after_free_class_by_value.cu:11
//   address byte 0 of the 400 bytes from cudaMalloc at emu/tests/mistakes/bad/use_after_free_class_by_value.cu:10, freed at emu/tests/mistakes/bad/use_after_free_class_by_value.cu:11
//   cure    free each pointer once; set it to NULL afterwards
// emu: 1 kind of mistake, 2 times; first: free at emu/tests/mistakes/bad/use_after_free_class_by_value.cu:25
// exit status 1
