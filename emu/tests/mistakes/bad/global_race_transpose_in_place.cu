// category: global-race
// mistake: both threads (i,j) and (j,i) swap the same pair of elements
// line: 13 14 15 16
// cure: let only the thread with i < j swap
#include <cstdio>
#include <vector>

__global__ void transpose(float *M, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n || i == j) return;
    float a = M[i * n + j];     // MISTAKE
    float b = M[j * n + i];     // MISTAKE
    M[i * n + j] = b;           // MISTAKE
    M[j * n + i] = a;           // MISTAKE
}

int main()
{
    const int n = 100;
    std::vector<float> h(n * n);
    for (int i = 0; i < n * n; ++i) h[i] = float(i);
    float *d = nullptr;
    cudaMalloc(&d, h.size() * sizeof(float));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    transpose<<<grid, block>>>(d, n);
    cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) wrong += h[i * n + j] != float(j * n + i);
    std::printf("wrong elements: %d\n", wrong);
    cudaFree(d);
    return wrong != 0;
}
