// category: launch-too-big-grid
// mistake: one block per row along y: 70000 rows, but a grid has at most 65535 blocks in y
// line: 22
// cure: put the long side on x (up to 2147483647 blocks) or loop over rows in the kernel
#include <cstdio>
#include <vector>

__global__ void row_index(int *v, int cols)
{
    int row = blockIdx.y;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        v[row * cols + c] = row;
}

int main()
{
    const int rows = 70000, cols = 4;
    std::vector<int> h(rows * cols, -1);
    int *d;
    cudaMalloc(&d, h.size() * sizeof(int));
    cudaMemset(d, 0, h.size() * sizeof(int));
    row_index<<<dim3(1, rows), cols>>>(d, cols);    // MISTAKE
    cudaMemcpy(h.data(), d, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
    printf("last row: %d\n", h.back());
    cudaFree(d);
    return h.back() != rows - 1;
}

// expected:
// emu: launch of row_index refused (cudaErrorInvalidValue): the grid (1,70000,1) is too large: at most 2147483647 x 65535 x 65535
//   at      emu/tests/mistakes/bad/launch_grid_y.cu:22
// exit status 1
