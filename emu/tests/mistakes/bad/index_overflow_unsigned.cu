// category: index-overflow
// mistake: unsigned i - 1 of thread 0 wraps to 4294967295, the test < 0 can never hold
// line: 13
// cure: use int for signed distances, or test i > 0
#include <cstdio>

__global__ void shift_right(const float *x, float *y, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned left = i - 1;
        if (left < 0) left = 0;
        y[i] = x[left];     // MISTAKE
    }
}

int main()
{
    const unsigned n = 300;
    float h[n], r[n], *x, *y;
    for (unsigned i = 0; i < n; ++i) h[i] = i + 1.0f;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    shift_right<<<3, 128>>>(x, y, n);
    cudaError_t e = cudaMemcpy(r, y, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    int ok = e == cudaSuccess && r[0] == h[0];
    cudaFree(x);
    cudaFree(y);
    return !ok;
}

// expected:
// emu: out of bounds: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/index_overflow_unsigned.cu:13
//   kernel  shift_right<<<(3,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 17179864908 bytes past the end of the 1200 bytes from cudaMalloc at emu/tests/mistakes/bad/index_overflow_unsigned.cu:23: y[4294966527] of 300 elements of 4 bytes
//   cure    guard the access: is the index below the array's length in this thread, also at the edge of the grid?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/index_overflow_unsigned.cu:13
// exit status 1
