// category: null-pointer
// mistake: the helper gets the pointer by value, so the caller's pointer stays null
// line: 9 15
// cure: take float **p (or return the pointer)
#include <cstdio>

static void allocate(float *p, int n)
{
    cudaMalloc(&p, n * sizeof(float));      // MISTAKE
}

__global__ void set(float *p, int n, float v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;        // MISTAKE
}

int main()
{
    const int n = 100;
    float *data = nullptr, h = 0;
    allocate(data, n);
    set<<<1, 128>>>(data, n, 6.0f);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaMemcpy(&h, data, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(data);
    return h != 6.0f;
}

// expected:
// emu: write of 4 bytes through a null pointer
//   at      emu/tests/mistakes/bad/null_pointer_alloc_by_value.cu:15
//   kernel  set<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address (nil): null
//   cure    was the pointer ever set, and did its cudaMalloc succeed?
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/null_pointer_alloc_by_value.cu:15
// exit status 1
