// expect: ok output "3 4 5 6 7 8 9"
// __device__ and __host__ on functions of all kinds and in all places.
#include <cstdio>

struct vec {
    float x, y;
    __host__ __device__ vec(float x_, float y_) : x{x_}, y(y_) {}
    __device__ __host__ explicit vec(float s) : vec(s, s) {}
    vec() = default;
    __device__ float sum() const { return x + y; }
    __device__ float &operator[](int i) { return i ? y : x; }
    static __device__ inline vec unit() { return vec(1.0f); }
    friend __device__ float dot(const vec &, const vec &);
    template <class T> __device__ T as() const { return T(sum()); }
    __device__ operator float() const;
    __device__ ~vec();
};
__device__ vec::operator float() const { return x * y; }
__device__ vec::~vec() {}
__device__ float dot(const vec &a, const vec &b) { return a.x * b.x + a.y * b.y; }
static __device__ vec operator+(const vec &a, const vec &b) { return vec(a.x + b.x, a.y + b.y); }
inline __host__ __device__ int both(int n) { return n + 1; }
__device__ __forceinline__ float forced(float x) { return x; }
static __forceinline__ __device__ float forced_too(float x) { return x; }
__noinline__ __device__ float not_inlined(float x) { return x; }
__device__ auto trailing(float x) -> float { return x; }
template <class T> __device__ T identity(T x) { return x; }
template <> __device__ int identity<int>(int x) { return x + 1; }
constexpr __host__ __device__ int square(int n) { return n * n; }
extern "C" __device__ int plain_name(int n) { return n; }
__device__ int declared_first(int);
__device__ int unused(int n) { return n; }
__device__ int declared_first(int n) { return n; }
namespace ns {
__device__ float inside(float);
}
__device__ float ns::inside(float x) { return x; }
__device__ __attribute__((always_inline)) inline int with_attribute(int n) { return n; }

__global__ void run(int *out)
{
    vec a(1, 2), b = vec::unit() + a;
    out[0] = int(a.sum());
    out[1] = int(b[0]) + both(1);
    out[2] = int(dot(a, vec(1, 2)) * forced(1) * forced_too(1) * not_inlined(1));
    out[3] = int(float(vec(2, 3)) * trailing(1));
    out[4] = identity(3) + int(identity(3.0f));
    out[5] = square(2) + plain_name(1) + declared_first(3);
    out[6] = a.as<int>() * int(ns::inside(3)) * with_attribute(1);
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 7 * sizeof(int));
    run<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++)
        printf("%d%s", out[i], i < 6 ? " " : "\n");
    cudaFree(out);
    return both(1) - 2;
}
