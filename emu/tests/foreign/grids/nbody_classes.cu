// foreign: n-body in a C++ style: device buffer class, vector operators, body-body tiles in shared memory, host lambdas for checks
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

static void must(cudaError_t e, const std::string &what = "CUDA")
{
    if (e != cudaSuccess) throw std::runtime_error(what + ": " + cudaGetErrorString(e));
}

__host__ __device__ inline float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__host__ __device__ inline float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__host__ __device__ inline float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__host__ __device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline float3 xyz(float4 v) { return {v.x, v.y, v.z}; }

template <typename T> class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t n) : n_(n) { must(cudaMalloc(&data_, n * sizeof(T)), "allocation"); }
    explicit DeviceBuffer(const std::vector<T> &v) : DeviceBuffer(v.size())
    {
        must(cudaMemcpy(data_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    ~DeviceBuffer() { cudaFree(data_); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;
    T *get() { return data_; }
    const T *get() const { return data_; }
    std::vector<T> download() const
    {
        std::vector<T> v(n_);
        must(cudaMemcpy(v.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return v;
    }

private:
    T *data_ = nullptr;
    size_t n_;
};

class Gravity {
    float eps2_;

public:
    __host__ __device__ explicit Gravity(float eps2) : eps2_(eps2) {}
    __host__ __device__ float3 pull(float3 at, float4 body) const
    {
        float3 d = xyz(body) - at;
        float r2 = dot(d, d) + eps2_;
        float inv = 1.0f / sqrtf(r2);
        return (body.w * inv * inv * inv) * d;
    }
};

constexpr int TILE = 64;

template <class Law> __global__ void accelerations(const float4 *body, float3 *acc, int n, Law law)
{
    __shared__ float4 tile[TILE];
    const int i = blockIdx.x * TILE + threadIdx.x;
    const float3 here = i < n ? xyz(body[i]) : float3{0, 0, 0};
    float3 a{0, 0, 0};
    for (int first = 0; first < n; first += TILE) {
        const int j = first + (int)threadIdx.x;
        tile[threadIdx.x] = j < n ? body[j] : float4{0, 0, 0, 0};     // a body without mass pulls nothing
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < TILE; ++k) a = a + law.pull(here, tile[k]);
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

__global__ void kick_and_drift(float4 *body, float3 *vel, const float3 *acc, int n, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    vel[i] = vel[i] + dt * acc[i];
    float3 p = xyz(body[i]) + dt * vel[i];
    body[i] = make_float4(p.x, p.y, p.z, body[i].w);
}

int main()
try {
    const int n = 300, steps = 3;
    const float dt = 0.01f;
    std::vector<float4> body(n);
    std::vector<float3> vel(n, float3{0, 0, 0});
    unsigned seed = 7;
    auto uniform = [&seed] { return (seed = seed * 1664525u + 1013904223u) / 4294967296.0f - 0.5f; };
    std::generate(body.begin(), body.end(), [&] {
        float4 b;
        b.x = uniform(); b.y = uniform(); b.z = uniform();
        b.w = 1.0f / n;
        return b;
    });

    const Gravity law(0.01f);
    DeviceBuffer<float4> d_body(body);
    DeviceBuffer<float3> d_vel(vel), d_acc(n);
    const int blocks = (n + TILE - 1) / TILE;
    for (int s = 0; s < steps; ++s) {
        accelerations<Gravity><<<blocks, TILE>>>(d_body.get(), d_acc.get(), n, law);
        kick_and_drift<<<blocks, TILE>>>(d_body.get(), d_vel.get(), d_acc.get(), n, dt);
        must(cudaGetLastError(), "launch");
    }
    must(cudaDeviceSynchronize(), "kernels");

    for (int s = 0; s < steps; ++s) {
        std::vector<float3> acc(n, float3{0, 0, 0});
        for (int i = 0; i < n; ++i)
            acc[i] = std::accumulate(body.begin(), body.end(), acc[i],
                                     [&](float3 a, float4 b) { return a + law.pull(xyz(body[i]), b); });
        for (int i = 0; i < n; ++i) {
            vel[i] = vel[i] + dt * acc[i];
            float3 p = xyz(body[i]) + dt * vel[i];
            body[i] = {p.x, p.y, p.z, body[i].w};
        }
    }

    const auto got = d_body.download();
    const auto v = d_vel.download();
    float worst = 0;
    float3 momentum{0, 0, 0};
    for (int i = 0; i < n; ++i) {
        float3 d = xyz(got[i]) - xyz(body[i]);
        worst = std::max(worst, std::sqrt(dot(d, d)));
        momentum = momentum + got[i].w * v[i];
    }
    const std::vector<std::pair<const char *, std::function<bool()>>> checks = {
        {"positions", [&] { return worst < 1e-5f; }},
        {"momentum", [&] { return std::sqrt(dot(momentum, momentum)) < 1e-5f; }},
    };
    bool ok = true;
    for (const auto &[name, holds] : checks)
        if (!holds()) {
            std::printf("%s do not hold\n", name);
            ok = false;
        }
    std::puts(ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
} catch (const std::exception &e) {
    std::printf("FAIL: %s\n", e.what());
    return 1;
}
