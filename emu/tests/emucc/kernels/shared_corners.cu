// expect: ok output "1 2 3 4 5 6 7 8"
// flags: --expt-relaxed-constexpr
// More places and types of shared variables.
#include <array>
#include <cstdio>
#include <cuda_fp16.h>

#define TILE(type, name, n) __shared__ type name[n]
namespace ns {
struct pod {
    int v;
};
} // namespace ns

template <int N> __device__ int pick(int which)
{
    switch (which) {
    case 0: {
        __shared__ int a[N];
        a[0] = 5;
        return a[0];
    }
    default: {
        __shared__ int a[N], b;
        a[0] = 2, b = 4;
        return a[0] + b;
    }
    }
}

__global__ void run(int *out)
{
    [[maybe_unused]] __shared__ float maybe;
    __shared__ std::array<int, 4> array;
    __shared__ unsigned long long int wide[2];
    __shared__ ::ns::pod pod, *to;
    __shared__ decltype(ns::pod::v) same;
    __shared__ half2 pair[2];
    TILE(int, tile, 4);
    auto with_lambda = [&](int n) {
        __shared__ int inner;
        inner = n;
        return inner;
    };
    array[3] = 1;
    wide[1] = 2;
    pod.v = 3, to = &pod;
    same = 4;
    pair[1] = __floats2half2_rn(7, 8);
    tile[0] = with_lambda(0);
    out[0] = array[3] + tile[0];
    out[1] = int(wide[1]);
    out[2] = to->v;
    out[3] = same;
    out[4] = pick<3>(0);
    out[5] = pick<3>(1);
    out[6] = int(__low2float(pair[1]));
    out[7] = int(__high2float(pair[1]));
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 8 * sizeof(int));
    run<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("%d%s", out[i], i < 7 ? " " : "\n");
    cudaFree(out);
}
