// category: infinite-loop
// mistake: the recursion has no end for an odd number of elements
// line: 9 11 12
// cure: end at n <= 0
#include <cstdio>

__device__ float pairs(const float *x, int n)
{
    float part[4] = {x[0], x[1], 0, 0};    // MISTAKE
    if (n == 0) return 0;
    part[n & 1] += pairs(x, n - 2);        // MISTAKE
    return part[0] + part[1];              // MISTAKE
}

__global__ void sum(const float *x, float *out, int n) { *out = pairs(x, n); }

int main()
{
    float *x;
    cudaMalloc(&x, 128 * sizeof(float));
    cudaMemset(x, 0, 128 * sizeof(float));
    sum<<<1, 1>>>(x, x + 100, 51);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(x);
    return error != cudaSuccess;
}

// expected:
// emu: a thread's local variables need more than 577536 bytes
//   at      emu/tests/mistakes/bad/recursion_too_deep.cu:9
//   kernel  sum<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    use smaller local arrays, or less recursion
// emu: 1 kind of mistake, once; first: mistake at emu/tests/mistakes/bad/recursion_too_deep.cu:9
// exit status 1
