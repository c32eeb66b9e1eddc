// category: misaligned-access
// shows: array at an odd offset: scalar head until the address is a multiple of 16, float4 body, scalar tail
#include <cstdint>
#include <cstdio>
#include <vector>

__global__ void scale(float *x, int n, float f)
{
    int head = (int)((16 - (uintptr_t)x % 16) % 16 / sizeof(float));
    head = min(head, n);
    int body = (n - head) / 4, tail = head + 4 * body;
    float4 *v = (float4 *)(x + head);
    for (int i = threadIdx.x; i < body; i += blockDim.x) {
        float4 a = v[i];
        v[i] = make_float4(a.x * f, a.y * f, a.z * f, a.w * f);
    }
    if ((int)threadIdx.x < head) x[threadIdx.x] *= f;
    int last = tail + threadIdx.x;
    if (last < n) x[last] *= f;
}

int main()
{
    const int n = 203;
    std::vector<float> h(n, 1.f);
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    for (int offset = 0; offset < 5; ++offset) {
        h.assign(n, 1.f);
        cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
        scale<<<1, 32>>>(d + offset, n - offset, 5.f);
        cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; ++i)
            if (h[i] != (i < offset ? 1.f : 5.f)) return 1;
    }
    puts("ok");
    cudaFree(d);
    return 0;
}
