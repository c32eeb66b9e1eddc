// category: atomic-missing
// mistake: compare and store are two separate steps, another thread can come between
// line: 12 13
// cure: atomicMax(best, v)
#include <cstdio>
#include <vector>

__global__ void maximum(const int *v, int n, int *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (v[i] > *best)       // MISTAKE
        *best = v[i];       // MISTAKE
}

int main()
{
    const int n = 3000;
    std::vector<int> v(n);
    int start = -1, got = 0, want = -1;
    for (int i = 0; i < n; ++i) {
        v[i] = (i * 7919) % 10007;
        if (v[i] > want) want = v[i];
    }
    int *dv, *dbest;
    cudaMalloc(&dv, n * sizeof(int));
    cudaMalloc(&dbest, sizeof(int));
    cudaMemcpy(dv, v.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dbest, &start, sizeof(int), cudaMemcpyHostToDevice);
    maximum<<<(n + 127) / 128, 128>>>(dv, n, dbest);
    cudaMemcpy(&got, dbest, sizeof(int), cudaMemcpyDeviceToHost);
    printf("max %d, want %d\n", got, want);
    cudaFree(dv);
    cudaFree(dbest);
    return got != want;
}
