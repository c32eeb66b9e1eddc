// expect: ok output "3 7"
// flags: -std=c++20
// Concepts, requires-clauses, packs in lambdas, designated initialisers.
#include <concepts>
#include <cstdio>

struct parameters {
    int a, b;
};
template <class T> concept number = requires(T t) { t + t; };
template <number T> __global__ void store(T *out, T value) { *out = value; }
template <class T>
    requires number<T> && (sizeof(T) == 4)
__global__ void add(T *out, parameters p)
{
    *out = T(p.a + p.b);
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 2 * sizeof(int));
    store<<<1, 1>>>(out, 3);
    add<<<1, 1>>>(out + 1, {.a = 3, .b = 4});
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    cudaFree(out);
}
