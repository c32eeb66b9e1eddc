// category: uninitialised-shared
// shows: bins cleared before use; a tile of which only the loaded part is read
#include <cstdio>

__global__ void count(const int *x, int n, int *out, int *last)
{
    __shared__ int bins[10];
    __shared__ int tile[128];       // only the first n slots are ever filled and read
    if (threadIdx.x < 10) bins[threadIdx.x] = 0;
    if (threadIdx.x < n) tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n) atomicAdd(&bins[tile[n - 1 - threadIdx.x]], 1);
    __syncthreads();
    if (threadIdx.x < 10) out[threadIdx.x] = bins[threadIdx.x];
    if (threadIdx.x == 0) *last = tile[n - 1];
}

int main()
{
    const int n = 90;
    int h[n], r[10], *x, *out, *last, l, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i % 10;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMalloc(&last, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    count<<<1, 128>>>(x, n, out, last);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    cudaMemcpy(&l, last, sizeof(int), cudaMemcpyDeviceToHost);
    for (int v : r) wrong += v != 9;
    printf("%d wrong, last %d\n", wrong, l);
    cudaFree(x); cudaFree(out); cudaFree(last);
    return wrong || l != 9;
}
