// category: missing-fence
// shows: blocks pass a running sum on from one to the next with atomic flags and fences (chained scan)
#include <cstdio>
#include <vector>

__device__ int next_block, flags[64];

__global__ void chained_scan(const int *x, int *y, int *carry)
{
    __shared__ int s[64], id, before;
    int t = threadIdx.x;
    if (t == 0) id = atomicAdd(&next_block, 1);     // blocks work in order of arrival: no deadlock
    __syncthreads();
    int i = id * 64 + t;
    s[t] = x[i];
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < 64; ++k) s[k] += s[k - 1];
        before = 0;
        if (id > 0) {
            while (atomicAdd(&flags[id - 1], 0) == 0) { }
            __threadfence();
            before = carry[id - 1];
        }
        carry[id] = before + s[63];
        __threadfence();
        atomicExch(&flags[id], 1);
    }
    __syncthreads();
    y[i] = before + s[t];
}

int main()
{
    const int blocks = 20, n = 64 * blocks;
    std::vector<int> h(n, 2);
    int *x, *y, *carry, wrong = 0;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, n * sizeof(int));
    cudaMalloc(&carry, blocks * sizeof(int));
    cudaMemcpy(x, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    chained_scan<<<blocks, 64>>>(x, y, carry);
    cudaMemcpy(h.data(), y, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 2 * (i + 1);
    printf("%d wrong\n", wrong);
    cudaFree(x); cudaFree(y); cudaFree(carry);
    return wrong != 0;
}
