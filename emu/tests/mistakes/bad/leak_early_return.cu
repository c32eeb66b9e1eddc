// category: leak
// mistake: the early return on the small case skips the frees
// line: 18 19
// cure: test before allocating, or leave through one exit that frees everything
#include <cstdio>
#include <cmath>

__global__ void norm2(const float *x, int n, float *r)
{
    float s = 0;
    for (int i = 0; i < n; ++i) s += x[i] * x[i];
    *r = s;
}

static float norm(const float *h, int n)
{
    float *x, *r, s = 0;
    cudaMalloc(&x, n * sizeof(float));  // MISTAKE
    cudaMalloc(&r, sizeof(float));      // MISTAKE
    if (n == 1)
        return std::fabs(h[0]);
    cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
    norm2<<<1, 1>>>(x, n, r);
    cudaMemcpy(&s, r, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(r);
    return std::sqrt(s);
}

int main()
{
    float v[4] = {-2, 2, 2, 2};
    printf("%g %g\n", norm(v, 4), norm(v, 1));
    return 0;
}

// expected:
// emu: leak: 4 bytes of device memory were never freed
//   at      emu/tests/mistakes/bad/leak_early_return.cu:18
//   cure    call cudaFree when the memory is no longer needed
// emu: leak: 4 bytes of device memory were never freed
//   at      emu/tests/mistakes/bad/leak_early_return.cu:19
//   cure    call cudaFree when the memory is no longer needed
// emu: 1 kind of mistake, 2 times; first: leak at emu/tests/mistakes/bad/leak_early_return.cu:18
// exit status 1
