// category: global-out-of-bounds
// shows: grid-stride loop over an odd number of elements, the last one touched, more threads than elements in one launch
#include <cstdio>
#include <vector>

__global__ void axpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 2777;
    std::vector<float> h(n, 1.f), r(n, 2.f);
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(y, r.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    axpy<<<3, 100>>>(n, 2.f, x, y);
    axpy<<<5, 1000>>>(n, 2.f, x, y);
    cudaMemcpy(r.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float v : r) wrong += v != 6.f;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    return wrong != 0;
}
