// category: shared-race
// shows: warps work on their own parts of one shared array, own elements need no barrier, read-read sharing is not a race
#include <cstdio>

__global__ void parts(const int *x, int *y)
{
    __shared__ int s[4 * 32];
    __shared__ int factor;
    int t = threadIdx.x;
    if (t == 0) factor = x[0] + 3;
    s[t] = x[t];            // own slot
    s[t] += 1;
    __syncthreads();
    y[t] = s[t] * factor;   // factor is read by all
}

int main()
{
    int h[128], *x, *y, wrong = 0;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    parts<<<1, 128>>>(x, y);
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) wrong += h[i] != 3 * (i + 1);
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    return wrong;
}
