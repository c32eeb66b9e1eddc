// expect: error 4 "inline PTX: .shared declares a variable, and the emulated GPU knows only registers (.reg) in an asm statement: declare it in C++, as a __shared__ variable, and give its address as an operand"
__global__ void run(unsigned *out)
{
    asm volatile("{ .shared .align 4 .b32 word; mov.u32 %0, word; }" : "=r"(*out));
}

int main() {}
