// expect: ok output "54 12 7"
// flags: --expt-relaxed-constexpr
// Calls between host and device code that nvcc accepts: none of them may be refused.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#ifndef __CUDACC_RELAXED_CONSTEXPR__
#error not defined
#endif

// Names that host and device functions share.
__device__ int twice(int x) { return 2 * x; }
float twice(float x) { return 2 * x; }
__host__ __device__ double twice(double x) { return 2 * x; }
int later(int x);
__device__ int later(float x);
constexpr int three(int x) { return 3 * x; }
int three(float x) { return (int)(3 * x); }

template <class T> struct Pair {
    T a, b;
    Pair() = default;
    Pair(std::vector<T> v) : a(v[0]), b(v[1]) {}
    __host__ __device__ Pair(T a, T b) : a(a), b(b) {}
    __device__ T sum() const;
    T total() const { return a + b; }
    template <class U> __device__ U as(U u) const { return u + (U)a; }
    friend __host__ __device__ Pair operator+(Pair l, Pair r)
    {
        return Pair(l.a + r.a, l.b + r.b);
    }
    __host__ __device__ bool operator<(const Pair &other) const { return a < other.a; }
};

template <class T> __device__ T Pair<T>::sum() const { return a + b; }

// The members that the compiler writes may be used on both sides.
struct Part {
    __host__ __device__ Part() {}
    explicit Part(const char *name) : size((int)strlen(name)) {}
    __host__ __device__ Part(const Part &other) : size(other.size) {}
    __host__ __device__ Part &operator=(const Part &other)
    {
        size = other.size;
        return *this;
    }
    int size = 1;
};

struct Whole {
    __host__ __device__ explicit Whole(const Part &p) : part(p) {}
    Whole(int) : part("four") {}
    Part part;
};

struct Op {
    __device__ int operator()(int x) const { return twice(x); }
};
struct HostOp {
    int operator()(int x) const { return x; }
};

template <class F> __device__ int apply(F f, int x) { return f(x); }
template <class F> int apply_here(F f, int x) { return f(x); }

template <int... N> __device__ int total() { return (N + ...); }
template <> __device__ int total<7>() { return 7; }

extern "C" __device__ int plain(int x) { return x; }
[[nodiscard]] __device__ auto trailing(int x) -> int { return x; }

typedef int (*function)(int);
__device__ function table[] = {twice, plain};
__device__ int call(int (*later)(int), int x) { return later(x); }

__host__ __device__ int where()
{
#ifdef __CUDA_ARCH__
    return plain(2);
#else
    return rand() % 2;
#endif
}

__global__ void use(int *out, HostOp unused)
{
    (void)unused;
    Pair<int> p(1, 2), q = p + Pair<int>(3, 4), empty;
    Whole whole{Part()}, copy = whole;
    copy = whole;
    auto inner = [=](int x) { return twice(x) + p.sum(); };
    int sum = twice(1) + three(2) + inner(1) + apply(Op(), 2) + apply([](int x) { return x; }, 1);
    std::array<int, 3> numbers = {1, 2, 3};
    std::pair<int, int> pair = std::make_pair(1, 2);
    sum += std::min(sum, 3) + std::max(1, 2) + numbers[1] + (int)numbers.size() + pair.first;
    sum += std::numeric_limits<char>::max() - 127 + (int)std::sqrt(4.f) + abs(-1) + min(1, 2);
    sum += (int)fmaxf(1, 2) + (int)std::abs(-1.5) + std::get<0>(pair) + std::move(sum) * 0;
    sum += total<1, 2>() + total<7>() + trailing(1) + table[1](1) + call(twice, 1) + where();
    sum += p < q ? copy.part.size : 0;
    sum += p.as(2) * 0;
    empty = q;
    assert(empty.a == 4);
    int local[2];
    memset(local, 0, sizeof local);
    int *heap = (int *)malloc(sizeof *heap), *other = new int(0);
    memcpy(heap, other, sizeof *heap);
    sum += *heap + local[0];
    free(heap);
    delete other;
    if (sum < 0)
        printf("%d\n", sum);
    out[0] = sum;
}

template <class F> __global__ void run(int *out, F f) { out[1] = f(5); }

int later(int x) { return x + 1; }
__device__ int later(float x) { return (int)x; }

int main()
{
    int *out, scale = 2;
    cudaMallocManaged(&out, 2 * sizeof *out);
    use<<<1, 1>>>(out, HostOp());
    run<<<1, 1>>>(out, [=] __device__(int x) { return twice(x) + scale + later(0.f); });
    cudaDeviceSynchronize();
    std::vector<int> host = {3, 1, 2};
    std::sort(host.begin(), host.end());
    Pair<int> p(host);
    Whole whole(4);
    const int here = p.total() + apply_here(HostOp(), later(0)) + (int)twice(.5) + (int)twice(.5f) +
                     apply_here([](int x) { return x; }, std::accumulate(host.begin(), host.end(), 0)) +
                     whole.part.size * 0 + three(1) * 0 + three(1.f) * 0 + where() * 0 - 5;
    printf("%d %d %d\n", out[0], out[1], here);
    cudaFree(out);
}
