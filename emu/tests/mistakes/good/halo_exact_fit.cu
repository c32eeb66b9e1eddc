// category: shared-out-of-bounds
// shows: a tile with room for both halos, first and last cell used, clamped at the ends of the array
#include <cstdio>
#include <vector>
#define B 64
#define R 3

__global__ void box(const float *x, float *y, int n)
{
    __shared__ float tile[B + 2 * R];
    int i = blockIdx.x * B + threadIdx.x, t = threadIdx.x;
    tile[t + R] = i < n ? x[i] : 0;
    if (t < R) {
        int l = i - R, r = i + B;
        tile[t] = l >= 0 ? x[l] : 0;
        tile[t + R + B] = r < n ? x[r] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float s = 0;
    for (int k = -R; k <= R; ++k) s += tile[t + R + k];
    y[i] = s;
}

int main()
{
    const int n = 500;
    std::vector<float> h(n, 1.f), r(n);
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    box<<<(n + B - 1) / B, B>>>(x, y, n);
    cudaMemcpy(r.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        int lo = i < R ? i : R, hi = n - 1 - i < R ? n - 1 - i : R;
        wrong += r[i] != lo + hi + 1;
    }
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    return wrong != 0;
}
