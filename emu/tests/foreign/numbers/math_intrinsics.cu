// foreign: functors as template arguments, bit and integer intrinsics, fast and exact math functions against the host's
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

template <class F, class T> __global__ void transform(const T *in, T *out, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = f(in[i]);
}

struct Affine {
    float a, b;
    __device__ float operator()(float x) const { return fmaf(a, x, b); }
};
struct Trig {
    __device__ float operator()(float x) const
    {
        float s, c;
        sincosf(x, &s, &c);
        return s * s + c * c + tanhf(x) + rsqrtf(1 + x * x) + __expf(-x * x) + fminf(x, 1) + fabsf(x) + floorf(x) + powf(2, x);
    }
};
struct Bits {
    __device__ unsigned operator()(unsigned x) const
    {
        return __popc(x) + 100 * __clz(x) + 10000 * __ffs(x) + (__brev(x) >> 31) + __umulhi(x, 1u << 4)
             + (unsigned)__mul24(x & 0xff, 3) + __byte_perm(x, 0, 0x4321) % 7 + __funnelshift_l(x, x, 5) % 5 + max(x, 7u) % 3;
    }
};

static unsigned host_bits(unsigned x)
{
    unsigned pop = 0, clz = 32, ffs = 0;
    for (int b = 31; b >= 0; --b)
        if (x >> b & 1) {
            ++pop;
            if (clz == 32) clz = 31 - b;
            ffs = b + 1;
        }
    unsigned rot = x << 5 | x >> 27, perm = x >> 8;
    return pop + 100 * clz + 10000 * ffs + (x & 1) + unsigned((uint64_t)x * 16 >> 32) + (x & 0xff) * 3 + perm % 7 + rot % 5
         + (x > 7 ? x : 7) % 3;
}

template <class F, class T> static std::vector<T> run(const std::vector<T> &in, F f)
{
    std::vector<T> out(in.size());
    T *a, *b;
    size_t bytes = in.size() * sizeof(T);
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemcpy(a, in.data(), bytes, cudaMemcpyHostToDevice);
    transform<<<(unsigned)(in.size() + 63) / 64, 64>>>(a, b, (int)in.size(), f);
    cudaMemcpy(out.data(), b, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    return out;
}

int main()
{
    const int n = 500;
    std::vector<float> x(n);
    std::vector<unsigned> u(n);
    for (int i = 0; i < n; ++i) {
        x[i] = (i - 250) / 64.0f;
        u[i] = (unsigned)i * 2654435761u;
    }
    int wrong = 0;
    auto affine = run(x, Affine{3.0f, -1.0f});
    auto trig = run(x, Trig{});
    auto bits = run(u, Bits{});
    for (int i = 0; i < n; ++i) {
        double v = x[i];
        double t = 1 + std::tanh(v) + 1 / std::sqrt(1 + v * v) + std::exp(-v * v) + std::fmin(v, 1) + std::fabs(v)
                 + std::floor(v) + std::pow(2, v);
        wrong += affine[i] != 3.0f * x[i] - 1.0f;       // exact: few bits
        wrong += std::fabs(trig[i] - t) > 1e-4;
        wrong += bits[i] != host_bits(u[i]);
    }
    cudaError_t err = cudaGetLastError();
    bool ok = wrong == 0 && err == cudaSuccess;
    printf("%s: %d wrong\n", ok ? "PASS" : "FAIL", wrong);
    return !ok;
}
