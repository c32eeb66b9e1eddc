// expect: error 4 "inline PTX: the special register %cluster_ctaid.x is not known to the emulated GPU"
__global__ void run(unsigned *out)
{
    asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(*out));
}

int main() {}
