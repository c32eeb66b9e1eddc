// category: launch-zero-grid
// mistake: the block's height is computed as 0: 64 threads over rows of 100 columns
// line: 23
// cure: choose a fixed block such as 16 x 16 and cover the matrix with the grid
#include <cstdio>

__global__ void set_rows(float *M, int rows, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows && c < cols) M[r * cols + c] = r;
}

int main()
{
    const int rows = 40, cols = 100, threads = 64;
    static float h[rows * cols];
    float *M;
    cudaMalloc(&M, sizeof(h));
    cudaMemset(M, 0, sizeof(h));
    dim3 block(cols, threads / cols);
    dim3 grid(1, rows);
    set_rows<<<grid, block>>>(M, rows, cols);   // MISTAKE
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) printf("set_rows: %s\n", cudaGetErrorName(err));
    cudaMemcpy(h, M, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(M);
    return h[rows * cols - 1] != rows - 1;
}

// expected:
// emu: launch of set_rows refused (cudaErrorInvalidValue): the block (100,0,1) is empty
//   at      emu/tests/mistakes/bad/launch_zero_block.cu:23
// exit status 1
