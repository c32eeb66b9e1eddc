// expect: ok output "1"
// An empty asm statement, which only holds the compiler back, is no PTX; neither is asm of the host's.
#include <cstdio>

__global__ void run(int *out)
{
    *out = 1;
    asm volatile("" ::: "memory");
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    run<<<1, 1>>>(out);
    asm volatile("nop");
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
