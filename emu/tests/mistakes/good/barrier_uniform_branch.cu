// category: divergent-barrier
// shows: barriers inside branches and loops that all threads of the block take together; whole blocks return early
#include <cstdio>

__global__ void work(int *x, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (blockIdx.x * 64 >= n) return;       // the whole block
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (blockIdx.x % 2 == 0) {
        int v = s[63 - t];
        __syncthreads();
        s[t] = v;
    } else {
        int v = s[t ^ 1];
        __syncthreads();
        s[t] = v + 1;
    }
    for (int r = 0; r < blockIdx.x; ++r) {
        __syncthreads();
        int v = s[(t + 1) % 64];
        __syncthreads();
        s[t] = v;
    }
    if (i < n) x[i] = s[t];
}

int main()
{
    const int n = 256;
    int h[n], *d, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    work<<<9, 64>>>(d, n);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) {
        int b = i / 64, t = (i + b) % 64;
        wrong += h[i] != 64 * b + (b % 2 ? (t ^ 1) + 1 : 63 - t);
    }
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return wrong;
}
