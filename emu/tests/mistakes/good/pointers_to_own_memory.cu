// category: stale-pointer
// shows: pointers to local arrays in own functions, pointers to shared memory used by the whole block while it lives
#include <cstdio>

__device__ void sort3(int *v)
{
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2 - i; ++j)
            if (v[j] > v[j + 1]) { int x = v[j]; v[j] = v[j + 1]; v[j + 1] = x; }
}

__global__ void median(const int *x, int *out)
{
    __shared__ int a[64], b[64];
    __shared__ int *result;
    int t = threadIdx.x, l = t ? t - 1 : 0, r = t < 63 ? t + 1 : 63;
    int w[3] = {x[l], x[t], x[r]};
    sort3(w);
    a[t] = w[1];
    b[t] = -w[1];
    if (t == 5) result = x[0] == 0 ? a : b;
    __syncthreads();
    out[t] = result[63 - t];
}

int main()
{
    int h[64], r[64], *x, *out, wrong = 0;
    for (int i = 0; i < 64; ++i) h[i] = (i * 23) % 64;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    median<<<1, 64>>>(x, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int t = 0; t < 64; ++t) {
        int a = h[t ? t - 1 : 0], b = h[t], c = h[t < 63 ? t + 1 : 63];
        int m = a > b ? (b > c ? b : a > c ? c : a) : (a > c ? a : b > c ? c : b);
        wrong += r[63 - t] != m;
    }
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong;
}
