// category: shared-race
// mistake: in-place Hillis-Steele step reads its left neighbour while that neighbour writes
// line: 17
// cure: read into a register, __syncthreads(), then add (or use two buffers)
#include <stdio.h>

#define N 256

__global__ void prefix_sum(int *data)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        if (t >= d)
            s[t] += s[t - d];   // MISTAKE
        __syncthreads();
    }
    data[t] = s[t];
}

int main(void)
{
    int h[N], *d, wrong = 0;
    for (int i = 0; i < N; i++) h[i] = 1;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    prefix_sum<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) wrong += h[i] != i + 1;
    printf("wrong sums: %d\n", wrong);
    cudaFree(d);
    return wrong != 0;
}
