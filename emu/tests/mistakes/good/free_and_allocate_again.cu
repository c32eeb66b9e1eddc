// category: use-after-free
// shows: the same address comes back from a later cudaMalloc and is used again
#include <cstdio>

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

int main()
{
    int h[64], *p = nullptr;
    for (int round = 0; round < 10; ++round) {
        if (cudaMalloc(&p, (64 + round) * sizeof(int)) != cudaSuccess) return 2;
        if (cudaMemset(p, 0, 64 * sizeof(int)) != cudaSuccess) return 2;
        add<<<1, 64>>>(p, round);
        if (cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
        if (h[63] != round) return 1;
        cudaFree(p);
    }
    printf("%d\n", h[0]);
    return 0;
}
