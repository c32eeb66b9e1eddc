// category: index-overflow
// mistake: the row above the first has a negative index: far before the first array of the program
// line: 11
// cure: clamp the row
#include <cstdio>

__global__ void above(const float *x, float *y, long long ld, int rows)
{
    long long row = threadIdx.x;
    if (row < rows)
        y[row] = x[(row - 1) * ld];    // MISTAKE
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, 1024 * sizeof(float));
    cudaMalloc(&y, 32 * sizeof(float));
    cudaMemset(x, 0, 1024 * sizeof(float));
    above<<<1, 32>>>(x, y, 1LL << 40, 1);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(x);
    cudaFree(y);
    return error != cudaSuccess;
}

// expected:
// emu: far out of bounds: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/index_wild_negative.cu:11
//   kernel  above<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 4398046511104 bytes before the start of the 4096 bytes from cudaMalloc at emu/tests/mistakes/bad/index_wild_negative.cu:17: x[-1099511627776] of 1024 elements of 4 bytes
//   cure    look at the index: is it negative, or does its computation overflow?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/index_wild_negative.cu:11
// exit status 1
