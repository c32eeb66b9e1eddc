// category: shared-out-of-bounds
// shows: one dynamic shared buffer carved into doubles, floats and bytes, widest type first, to the last byte
#include <cstdio>

__global__ void carve(const float *x, double *out, int n)
{
    extern __shared__ double raw[];
    double *d = raw;                                    // n doubles
    float *f = reinterpret_cast<float *>(d + n);        // n floats
    unsigned char *c = reinterpret_cast<unsigned char *>(f + n);    // n bytes
    int t = threadIdx.x;
    f[t] = x[t];
    c[t] = (unsigned char)(t & 1);
    __syncthreads();
    d[t] = c[n - 1 - t] ? f[n - 1 - t] : -f[n - 1 - t];
    __syncthreads();
    out[t] = d[n - 1 - t];
}

int main()
{
    const int n = 77;
    float h[n], *x;
    double r[n], *out;
    int wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    carve<<<1, n, n * (sizeof(double) + sizeof(float) + 1)>>>(x, out, n);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += r[i] != (i % 2 ? i : -i);
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong;
}
