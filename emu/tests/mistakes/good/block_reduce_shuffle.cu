// category: warp-sync-assumed
// shows: block reduction: shuffles in each warp, one shared slot per warp, barrier, shuffles in the first warp
#include <cstdio>
#include <vector>

template <class T> __device__ T warp_sum(T v)
{
#pragma unroll
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__global__ void sum(const double *x, int n, double *out)
{
    __shared__ double part[32];
    int t = threadIdx.x;
    double v = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) v += x[i];
    v = warp_sum(v);
    if (t % 32 == 0) part[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = warp_sum(t < blockDim.x / 32 ? part[t] : 0.0);
        if (t == 0) atomicAdd(out, v);
    }
}

int main()
{
    const int n = 12345;
    std::vector<double> h(n);
    double *x, *out, r = 0, want = 0;
    for (int i = 0; i < n; ++i) want += h[i] = 0.25 * (i % 8);
    cudaMalloc(&x, n * sizeof(double));
    cudaMalloc(&out, sizeof(double));
    cudaMemcpy(x, h.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(double));
    sum<<<7, 160>>>(x, n, out);
    cudaMemcpy(&r, out, sizeof(double), cudaMemcpyDeviceToHost);
    printf("%g %g\n", r, want);
    cudaFree(x);
    cudaFree(out);
    return r != want;
}
