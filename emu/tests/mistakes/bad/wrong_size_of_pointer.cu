// category: wrong-size-in-bytes
// mistake: in the helper sizeof(host) is the size of a pointer, 8 bytes, not of the array
// line: 11 18
// cure: pass the number of elements and use n * sizeof(*host)
#include <cstdio>

static float *to_device(const float *host, int n)
{
    float *d = nullptr;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, host, sizeof(host), cudaMemcpyHostToDevice);      // MISTAKE
    return d;
}

__global__ void dot(const float *a, const float *b, int n, float *r)
{
    float s = 0;
    for (int i = 0; i < n; ++i) s += a[i] * b[i];   // MISTAKE
    *r = s;
}

int main()
{
    float a[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, r = 0, *d_r;
    float *d_a = to_device(a, 10), *d_b = to_device(a, 10);
    cudaMalloc(&d_r, sizeof(float));
    dot<<<1, 1>>>(d_a, d_b, 10, d_r);
    cudaMemcpy(&r, d_r, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", r);
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_r);
    return r != 10;
}
