// category: launch-zero-grid
// shows: for n = 0 no kernel is started and no byte copied, otherwise the grid is rounded up
#include <cstdio>
#include <vector>

__global__ void increment(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) ++x[i];
}

static std::vector<int> run(int n)
{
    std::vector<int> h(n, 1);
    int *d = nullptr;
    cudaMalloc(&d, (n ? n : 1) * sizeof(int));
    cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    if (int blocks = (n + 127) / 128) increment<<<blocks, 128>>>(d, n);
    cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return h;
}

int main()
{
    int wrong = 0;
    for (int n : {0, 1, 127, 128, 129, 1000})
        for (int v : run(n)) wrong += v != 2;
    printf("%d wrong, %s\n", wrong, cudaGetErrorName(cudaGetLastError()));
    return wrong != 0;
}
