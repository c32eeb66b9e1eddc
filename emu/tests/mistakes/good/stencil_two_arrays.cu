// category: global-race
// shows: stencil from one array into another, pointers swapped between launches
#include <cstdio>
#include <utility>
#include <vector>

__global__ void smooth(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i == 0 || i == n - 1) y[i] = x[i];
    else y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}

int main()
{
    const int n = 1000, steps = 5;
    std::vector<float> h(n), g(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 13) % 64;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    float *from = a, *to = b;
    for (int s = 0; s < steps; ++s, std::swap(from, to)) {
        smooth<<<(n + 127) / 128, 128>>>(from, to, n);
        g = h;
        for (int i = 1; i < n - 1; ++i) g[i] = 0.25f * h[i - 1] + 0.5f * h[i] + 0.25f * h[i + 1];
        h = g;
    }
    cudaMemcpy(g.data(), from, n * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0;
    for (int i = 0; i < n; ++i) worst = fmaxf(worst, fabsf(g[i] - h[i]));
    printf("worst %g\n", worst);
    cudaFree(a);
    cudaFree(b);
    return worst > 1e-4f;
}
