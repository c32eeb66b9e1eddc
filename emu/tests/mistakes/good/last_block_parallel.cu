// category: missing-fence
// shows: last-block pattern where all threads of the last block read the partials, each writer fences its own
#include <cstdio>
#include <vector>

__device__ unsigned ticket;

__global__ void column_sums(const int *M, int rows, int cols, int *part, int *out)
{
    __shared__ bool last;
    int c = threadIdx.x, s = 0;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) s += M[r * cols + c];
    part[blockIdx.x * cols + c] = s;
    __threadfence();
    __syncthreads();
    if (c == 0) last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    s = 0;
    for (int b = 0; b < gridDim.x; ++b) s += part[b * cols + c];
    out[c] = s;
    if (c == 0) ticket = 0;
}

int main()
{
    const int rows = 90, cols = 64, blocks = 7;
    std::vector<int> h(rows * cols);
    for (int i = 0; i < rows * cols; ++i) h[i] = i % cols;
    int *M, *part, *out, r[cols], wrong = 0;
    cudaMalloc(&M, h.size() * sizeof(int));
    cudaMalloc(&part, blocks * cols * sizeof(int));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(M, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    column_sums<<<blocks, cols>>>(M, rows, cols, part, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int c = 0; c < cols; ++c) wrong += r[c] != c * rows;
    printf("%d wrong\n", wrong);
    cudaFree(M); cudaFree(part); cudaFree(out);
    return wrong;
}
