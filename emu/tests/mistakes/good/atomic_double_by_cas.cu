// category: atomic-missing
// shows: an own atomic maximum of doubles by compare and swap on the bits
#include <cstdio>
#include <vector>

__device__ void atomic_max(double *where, double v)
{
    unsigned long long *bits = reinterpret_cast<unsigned long long *>(where);
    unsigned long long seen = atomicAdd(bits, 0ull);
    while (__longlong_as_double(seen) < v) {
        unsigned long long old = atomicCAS(bits, seen, (unsigned long long)__double_as_longlong(v));
        if (old == seen) break;
        seen = old;
    }
}

__global__ void maximum(const double *x, int n, double *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomic_max(best, x[i]);
}

int main()
{
    const int n = 2000;
    std::vector<double> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 911) % 2003 + 0.25;
    double *x, *best, r = -1, want = -1;
    for (double v : h) want = v > want ? v : want;
    cudaMalloc(&x, n * sizeof(double));
    cudaMalloc(&best, sizeof(double));
    cudaMemcpy(x, h.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(best, &r, sizeof(double), cudaMemcpyHostToDevice);
    maximum<<<(n + 127) / 128, 128>>>(x, n, best);
    cudaMemcpy(&r, best, sizeof(double), cudaMemcpyDeviceToHost);
    printf("%g %g\n", r, want);
    cudaFree(x);
    cudaFree(best);
    return r != want;
}
