// expect: error 4 "constraint "=m": inline PTX has h, r, l, f, d and n"
__global__ void run(unsigned *out)
{
    asm volatile("mov.u32 %0, 1;" : "=m"(*out));
}

int main() {}
