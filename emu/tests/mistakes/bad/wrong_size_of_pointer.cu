// category: wrong-size-in-bytes
// mistake: in the helper sizeof(host) is the size of a pointer, 8 bytes, not of the array
// line: 11 18
// cure: pass the number of elements and use n * sizeof(*host)
#include <cstdio>

static float *to_device(const float *host, int n)
{
    float *d = nullptr;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, host, sizeof(host), cudaMemcpyHostToDevice);      // MISTAKE
    return d;
}

__global__ void dot(const float *a, const float *b, int n, float *r)
{
    float s = 0;
    for (int i = 0; i < n; ++i) s += a[i] * b[i];   // MISTAKE
    *r = s;
}

int main()
{
    float a[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, r = 0, *d_r;
    float *d_a = to_device(a, 10), *d_b = to_device(a, 10);
    cudaMalloc(&d_r, sizeof(float));
    dot<<<1, 1>>>(d_a, d_b, 10, d_r);
    cudaMemcpy(&r, d_r, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", r);
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_r);
    return r != 10;
}

// expected:
// emu: read of 4 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/wrong_size_of_pointer.cu:18
//   kernel  dot<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 8 of the 40 bytes from cudaMalloc at emu/tests/mistakes/bad/wrong_size_of_pointer.cu:10: d[2] of 10 elements of 4 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: read of 4 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/wrong_size_of_pointer.cu:18
//   kernel  dot<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 8 of the 40 bytes from cudaMalloc at emu/tests/mistakes/bad/wrong_size_of_pointer.cu:10: d[2] of 10 elements of 4 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: 1 kind of mistake, 16 times; first: unwritten at emu/tests/mistakes/bad/wrong_size_of_pointer.cu:18
// exit status 1
