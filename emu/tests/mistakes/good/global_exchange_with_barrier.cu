// category: global-race
// shows: threads of one block exchange through global memory with __syncthreads between: ordered, no fence needed
#include <cstdio>

__global__ void reverse(int *x)
{
    int base = blockIdx.x * blockDim.x, t = threadIdx.x;
    x[base + t] += 100;
    __syncthreads();
    int v = x[base + blockDim.x - 1 - t];
    __syncthreads();
    x[base + t] = v;
}

int main()
{
    int h[192], *d, wrong = 0;
    for (int i = 0; i < 192; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    reverse<<<3, 64>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 192; ++i) wrong += h[i] != 100 + i / 64 * 64 + 63 - i % 64;
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return wrong;
}
