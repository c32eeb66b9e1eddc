// expect: error 4 "inline PTX: the special register %envreg0 is not known to the emulated GPU"
__global__ void run(unsigned *out)
{
    asm volatile("mov.u32 %0, %%envreg0;" : "=r"(*out));
}

int main() {}
