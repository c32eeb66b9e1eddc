// expect: ok output "1"
// An empty asm statement, which only restrains the compiler, is not PTX; nor is the host's asm.
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
