// category: shuffle-inactive-lane
// mistake: lanes 0 to 15 shuffle among themselves but ask for the value of lane 20
// line: 12
// cure: read from a lane that takes part, or let the whole warp shuffle
#include <cstdio>

__global__ void pick(const int *x, int *out)
{
    int lane = threadIdx.x, v = x[lane];
    int got = -1;
    if (lane < 16)
        got = __shfl_sync(0x0000ffff, v, 20);   // MISTAKE
    out[lane] = got;
}

int main()
{
    int h[32], *x, *out;
    for (int i = 0; i < 32; ++i) h[i] = 100 + i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    pick<<<1, 32>>>(x, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(x);
    cudaFree(out);
    return h[0] != 120;
}
