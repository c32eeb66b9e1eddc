// category: launch-too-much-shared
// shows: 64 KB of dynamic shared memory with the opt-in, limit asked from the device first
#include <cstdio>

template <typename T> __global__ void reverse(T *x, int n)
{
    extern __shared__ char raw[];
    T *s = reinterpret_cast<T *>(raw);
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = x[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = s[n - 1 - i];
}

int main()
{
    const int n = 16384;
    static int h[n];
    int *x, limit = 0, wrong = 0;
    cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (limit < (int)sizeof(h)) { puts("device too small, skipped"); return 0; }
    if (cudaFuncSetAttribute(reverse<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(h)) != cudaSuccess)
        return 2;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    reverse<int><<<1, 512, sizeof(h)>>>(x, n);
    if (cudaGetLastError() != cudaSuccess) return 1;
    cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != n - 1 - i;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    return wrong != 0;
}
