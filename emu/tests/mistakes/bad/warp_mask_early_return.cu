// category: warp-mask
// mistake: lanes past n have returned, the ballot of the last warp still names them
// line: 11
// cure: let all lanes vote: pred = i < n && x[i] > 0, and return afterwards
#include <cstdio>

__global__ void count_positive(const int *x, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned votes = __ballot_sync(0xffffffff, x[i] > 0);   // MISTAKE
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, __popc(votes));
}

int main()
{
    const int n = 150;
    int h[n], *x, *count, r = 0;
    for (int i = 0; i < n; ++i) h[i] = i % 3 - 1;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(count, 0, sizeof(int));
    count_positive<<<2, 96>>>(x, n, count);
    cudaMemcpy(&r, count, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d positive\n", r);
    cudaFree(x);
    cudaFree(count);
    return r != n / 3;
}
