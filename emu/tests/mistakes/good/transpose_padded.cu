// category: shared-out-of-bounds
// shows: transpose through a padded tile [T][T + 1], rectangular matrix, ragged edges
#include <cstdio>
#include <vector>
#define T 16

__global__ void transpose(const int *in, int *out, int rows, int cols)
{
    __shared__ int tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    const int rows = 45, cols = 70;
    std::vector<int> h(rows * cols), r(rows * cols);
    for (int i = 0; i < rows * cols; ++i) h[i] = i;
    int *in, *out, wrong = 0;
    cudaMalloc(&in, h.size() * sizeof(int));
    cudaMalloc(&out, h.size() * sizeof(int));
    cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    transpose<<<dim3((cols + T - 1) / T, (rows + T - 1) / T), dim3(T, T)>>>(in, out, rows, cols);
    cudaMemcpy(r.data(), out, r.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) wrong += r[j * rows + i] != h[i * cols + j];
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
