// category: shared-race
// shows: in-place scan made right by reading into a register before a barrier
#include <cstdio>

__global__ void scan(int *x)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d <<= 1) {
        int left = 0;
        if (t >= d) left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    x[t] = s[t];
}

int main()
{
    const int n = 500;
    int h[n], *d, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    scan<<<1, n, n * sizeof(int)>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return wrong != 0;
}
