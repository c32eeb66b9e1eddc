// expect: ok output "1"
// An empty asm statement, which only holds the compiler back, is no PTX; neither is asm of the host's.
#include <cstdio>

__global__ void run(int *out)
{
    float kept = 1;
    *out = 0;
    asm volatile("" ::: "memory");
    asm volatile("" : "+f"(kept)::"memory"); // a register that the PC does not have
    if (kept > 0)
        *out = 1;
    else asm volatile("trap;");
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
