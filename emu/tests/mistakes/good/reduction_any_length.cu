// category: uninitialised-shared
// shows: reduction whose last block is partly empty: zeros for absent elements, non-power-of-two block
#include <cstdio>
#include <vector>

__global__ void sum(const int *x, int n, int *total)
{
    __shared__ int s[96];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? x[i] : 0;
    for (int len = blockDim.x; len > 1;) {
        int half = (len + 1) / 2;
        __syncthreads();
        if (t < len - half) s[t] += s[t + half];
        len = half;
    }
    if (t == 0) atomicAdd(total, s[0]);
}

int main()
{
    const int n = 1009;
    std::vector<int> h(n);
    int *x, *total, r = 0, want = 0;
    for (int i = 0; i < n; ++i) want += h[i] = i % 6;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(x, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    sum<<<(n + 95) / 96, 96>>>(x, n, total);
    cudaMemcpy(&r, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d, want %d\n", r, want);
    cudaFree(x);
    cudaFree(total);
    return r != want;
}
