// category: atomic-missing
// shows: the programming guide's CAS loop: the plain first read is only a guess that atomicCAS confirms
#include <cstdio>

__device__ float atomic_multiply(float *where, float f)
{
    int *bits = (int *)where;
    int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(f * __int_as_float(assumed)));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void product(const float *x, float *p) { atomic_multiply(p, x[blockIdx.x * blockDim.x + threadIdx.x]); }

int main()
{
    const int n = 128;
    float h[n], *x, *p, r = 1;
    for (int i = 0; i < n; ++i) h[i] = i % 2 ? 2.0f : 0.5f;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&p, sizeof(float));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(p, &r, sizeof(float), cudaMemcpyHostToDevice);
    product<<<4, n / 4>>>(x, p);
    cudaMemcpy(&r, p, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", r);
    cudaFree(x);
    cudaFree(p);
    return r != 1;
}
