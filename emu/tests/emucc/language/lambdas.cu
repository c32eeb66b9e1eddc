// expect: ok output "0 3 6 9 1 4 7 10"
// flags: --extended-lambda
// Lambdas for the device, by copy, generic, with __host__ too; as kernel arguments and in variables.
#include <cstdio>

template <class F> __global__ void for_each(int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(i);
}
template <class F> void parallel(int n, F f) { for_each<<<(n + 31) / 32, 32>>>(n, f); }

int main()
{
    int *out, factor = 3;
    cudaMallocManaged(&out, 8 * sizeof(int));
    parallel(4, [=] __device__(int i) { out[i] = factor * i; });
    auto add = [=] __host__ __device__(int i, int n) -> int { return i + n; };
    for_each<<<1, 4>>>(4, [=] __device__(int i) mutable {
        auto inner = [&](auto x) { return add(x, 1); };
        factor += 0;
        out[4 + i] = inner(factor * i);
    });
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("%d%s", out[i], i < 7 ? " " : "\n");
    cudaFree(out);
    return add(1, -1);
}
