// expect: error 4 "inline PTX: '(' here begins a constant expression"
__global__ void run(unsigned *out)
{
    asm volatile("add.u32 %0, %0, (4 * 8);" : "+r"(*out));
}

int main() {}
