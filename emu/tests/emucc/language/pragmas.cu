// expect: ok output "120"
// #pragma unroll with numbers, template parameters, before a loop or not; other pragmas of nvcc.
#include <cstdio>

static constexpr int FACTOR = 4;
#define UNROLL _Pragma("unroll")
#pragma nv_diag_suppress 177
#pragma nv_exec_check_disable
#pragma hd_warning_disable

template <int N> __global__ void run(int *out)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 10; i++)
        sum++;
#pragma unroll 4
    for (int i = 0; i < 10; i++)
        sum++;
#pragma unroll(4)
    for (int i = 0; i < 10; i++)
        sum++;
#pragma unroll 1
    while (sum < 40)
        sum++;
#pragma unroll FACTOR
    for (int i = 0; i < 10; i++)
        sum++;
#pragma unroll N
    for (int i = 0; i < 10; i++)
        sum++;
#pragma unroll (N * 2)
    for (int i = 0; i < 10; i++)
        sum++;
    UNROLL for (int i = 0; i < 10; i++) sum++;
#pragma unroll 2
    sum += 10;
#pragma unroll 8
    do
        sum++;
    while (sum < 100);
#pragma unroll 99999
    for (int i = 0; i < 10; i++) {
#pragma unroll
        for (int k = 0; k < 2; k++)
            sum++;
    }
    *out = sum;
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    run<2><<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
