// category: index-overflow
// mistake: unsigned i - 1 of thread 0 wraps to 4294967295, the test < 0 can never hold
// line: 13
// cure: use int for signed distances, or test i > 0
#include <cstdio>

__global__ void shift_right(const float *x, float *y, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned left = i - 1;
        if (left < 0) left = 0;
        y[i] = x[left];     // MISTAKE
    }
}

int main()
{
    const unsigned n = 300;
    float h[n], r[n], *x, *y;
    for (unsigned i = 0; i < n; ++i) h[i] = i + 1.0f;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    shift_right<<<3, 128>>>(x, y, n);
    cudaError_t e = cudaMemcpy(r, y, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    int ok = e == cudaSuccess && r[0] == h[0];
    cudaFree(x);
    cudaFree(y);
    return !ok;
}
