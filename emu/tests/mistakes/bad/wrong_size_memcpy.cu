// category: wrong-size-in-bytes
// mistake: cudaMemcpy is given the number of elements, so three quarters of the input never arrive
// line: 11 21
// cure: n * sizeof(int)
#include <cstdio>
#include <vector>

__global__ void square(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];      // MISTAKE
}

int main()
{
    const int n = 512;
    std::vector<int> h(n, 3), r(n);
    int *x, *y;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, n * sizeof(int));
    cudaMemcpy(x, h.data(), n, cudaMemcpyHostToDevice);     // MISTAKE
    square<<<4, 128>>>(x, y, n);
    cudaMemcpy(r.data(), y, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[n - 1]);
    cudaFree(x);
    cudaFree(y);
    return r[n - 1] != 9;
}

// expected:
// emu: read of 4 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/wrong_size_memcpy.cu:11
//   kernel  square<<<(4,1,1), (128,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 512 of the 2048 bytes from cudaMalloc at emu/tests/mistakes/bad/wrong_size_memcpy.cu:19: x[128] of 512 elements of 4 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: 1 kind of mistake, 384 times; first: unwritten at emu/tests/mistakes/bad/wrong_size_memcpy.cu:11
// exit status 1
