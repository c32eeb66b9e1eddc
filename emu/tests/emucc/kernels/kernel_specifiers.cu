// expect: ok output "12"
// __global__ and its companions among the specifiers in any order; prototypes; overloads.
#include <cstdio>

enum { THREADS = 64 };
template <class T> constexpr int bound() { return sizeof(T) * 16; }

__global__ void prototype(int *, int n = 1);
__global__ void prototype(int *out, int n) { atomicAdd(out, n); }
static __global__ void is_static(int *out) { atomicAdd(out, 1); }
void __global__ behind_type(int *out) { atomicAdd(out, 1); }
__global__ void __launch_bounds__(THREADS) bounds(int *out) { atomicAdd(out, 1); }
__launch_bounds__(THREADS * (1 + 1), 2) __global__ void more_bounds(int *out) { atomicAdd(out, 1); }
__global__ __launch_bounds__(bound<float>(),
                             4) void lines(int *out)
{
    atomicAdd(out, 1);
}
template <class T> __global__ static void is_template(T *out) { atomicAdd(out, 1); }
template <class T, int N>
__global__ void
__launch_bounds__(N)
broken_lines(T *out)
{
    atomicAdd(out, N);
}
extern "C" __global__ void c_name(int *out) { atomicAdd(out, 1); }
extern "C" {
__global__ void c_block(int *out) { atomicAdd(out, 1); }
}
namespace {
__global__ void hidden(const __grid_constant__ int n, int *__restrict__ out) { atomicAdd(out, n); }
} // namespace
__global__ void overloaded(int *out) { atomicAdd(out, 1); }
__global__ void overloaded(int *out, float n) { atomicAdd(out, int(n)); }

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    *out = 0;
    prototype<<<1, 1>>>(out);
    is_static<<<1, 1>>>(out);
    behind_type<<<1, 1>>>(out);
    bounds<<<1, 1>>>(out);
    more_bounds<<<1, 1>>>(out);
    lines<<<1, 1>>>(out);
    is_template<<<1, 1>>>(out);
    broken_lines<int, 1><<<1, 1>>>(out);
    c_name<<<1, 1>>>(out);
    c_block<<<1, 1>>>(out);
    hidden<<<1, 1>>>(0, out);
    overloaded<<<1, 1>>>(out);
    overloaded<<<1, 1>>>(out, 1.0f);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
