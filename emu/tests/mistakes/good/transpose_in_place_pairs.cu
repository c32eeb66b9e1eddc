// category: global-race
// shows: in-place transpose where one thread of each pair swaps both elements
#include <cstdio>
#include <vector>

__global__ void transpose(int *M, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < j && j < n) {
        int tmp = M[i * n + j];
        M[i * n + j] = M[j * n + i];
        M[j * n + i] = tmp;
    }
}

int main()
{
    const int n = 60;
    std::vector<int> h(n * n);
    for (int i = 0; i < n * n; ++i) h[i] = i;
    int *d, wrong = 0;
    cudaMalloc(&d, h.size() * sizeof(int));
    cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    transpose<<<dim3(4, 4), dim3(16, 16)>>>(d, n);
    cudaMemcpy(h.data(), d, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) wrong += h[i * n + j] != j * n + i;
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return wrong != 0;
}
