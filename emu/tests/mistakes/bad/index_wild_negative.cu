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
