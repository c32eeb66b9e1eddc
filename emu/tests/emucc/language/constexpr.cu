// expect: ok output "60"
// flags: -Werror all-warnings
// Constexpr functions without __device__ that nvcc accepts in device code without
// --expt-relaxed-constexpr: none of them may be refused.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

#ifdef __CUDACC_RELAXED_CONSTEXPR__
#error defined only with --expt-relaxed-constexpr
#endif

constexpr int square(int x) { return x * x; }
__host__ __device__ constexpr int twice(int x) { return 2 * x; }

// The compiler writes some members, and declares others for both sides.
struct Literal {
    int x = std::max(1, 2);
    constexpr Literal() = default;
    constexpr Literal(const Literal &) = default;
};
struct Aggregate {
    int y, x = square(2);
};

// A specialization of a device function is one, too, and so is a function that was declared as one.
template <class T> __device__ constexpr T next(T x) { return x + 1; }
template <> constexpr int next<int>(int x) { return x + 2; }

// Initial values, default arguments and arguments of templates are constants.
__device__ int start = square(2);
__constant__ float largest = std::numeric_limits<float>::max();
constexpr int limit = std::min(7, square(2));
__device__ int add(int x, int y = std::max(3, 1)) { return x + y; }
template <int N = square(3)> __device__ int value() { return N; }
__device__ int sum(std::initializer_list<int> list)
{
    int total = 0;
    for (int x : list)
        total += x;
    return total;
}

// CUDA declares max() and abs() for both sides.
using std::max;

struct Both {
#pragma nv_exec_check_disable
    __host__ __device__ int operator()(int x) const { return square(x); }
};

template <bool B> __device__ int choose(int x)
{
    if constexpr (B)
        return std::max(x, std::numeric_limits<int>::max());
    else
        return x;
}
template <class T> __global__ void unused(T *x) { *x = std::numeric_limits<int>::max(); }

// Another std, and a class with members for both sides.
namespace other {
namespace std {
template <class T> struct numeric_limits {
    static __device__ T max() { return T(0); }
};
}
__device__ int largest() { return std::numeric_limits<int>::max(); }
}

__global__ void use(int *out)
{
    Literal literal, copy = literal;
    Aggregate aggregate{1}, empty{};
    decltype(std::max(1, 2)) size = sizeof(std::max(1, 2)) + noexcept(std::min(1, 2));
    auto inner = [](int x) constexpr { return x + 1; };
    int all = copy.x + aggregate.x + empty.x + limit + start + (int)size;
    all += add(1) + value() + sum({1, 2, 3}) + next(1) + twice(2) + inner(1) + choose<false>(1);
    all += max(out[0], 3) + (int)std::abs(-1.5f) + (int)std::sqrt(4.0f) + std::isnan(1.0f);
    all += std::move(size) * 0 + std::forward<int>(all) * 0 + (largest > 1) + Both()(1);
    all += std::is_same<int, int>::value + std::is_integral_v<float> + other::largest();
    struct Local {
        decltype(std::numeric_limits<int>::max()) x = std::numeric_limits<int>::max();
    } local;
    auto most = [](int x = std::numeric_limits<int>::max()) { return x; };
    all += (local.x - most()) * (int)sizeof std::numeric_limits<char>::max();
    *out = all;
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    *out = std::max(0, std::min(1, 0));
    use<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
