// category: global-out-of-bounds
// shows: a pointer into the middle of an array, negative indices stay inside it
#include <cstdio>

__global__ void mirror(const int *mid, int *out, int r)
{
    int k = (int)threadIdx.x - r;
    out[threadIdx.x] = mid[-k];
}

int main()
{
    const int r = 20, n = 2 * r + 1;
    int h[n], *x, *y, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    mirror<<<1, n>>>(x + r, y, r);
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != n - 1 - i;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    return wrong;
}
