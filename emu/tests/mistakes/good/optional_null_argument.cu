// category: null-pointer
// shows: a null pointer as "no bias" that the kernel tests before use
#include <cstdio>

__global__ void linear(const float *w, const float *bias, const float *x, float *y, int n)
{
    int o = threadIdx.x;
    float s = bias != nullptr ? bias[o] : 0.0f;
    for (int i = 0; i < n; ++i) s += w[o * n + i] * x[i];
    y[o] = s;
}

int main()
{
    const int n = 16;
    float h[n * n], r[n], *w, *v, *y;
    for (int i = 0; i < n * n; ++i) h[i] = 1;
    cudaMalloc(&w, sizeof(h));
    cudaMalloc(&v, sizeof(r));
    cudaMalloc(&y, sizeof(r));
    cudaMemcpy(w, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(v, h, sizeof(r), cudaMemcpyHostToDevice);
    linear<<<1, n>>>(w, nullptr, v, y, n);
    cudaMemcpy(r, y, sizeof(r), cudaMemcpyDeviceToHost);
    int ok = r[0] == n;
    linear<<<1, n>>>(w, v, v, y, n);
    cudaMemcpy(r, y, sizeof(r), cudaMemcpyDeviceToHost);
    ok = ok && r[n - 1] == n + 1;
    printf("%s\n", ok ? "ok" : "wrong");
    cudaFree(w); cudaFree(v); cudaFree(y);
    return !ok;
}
