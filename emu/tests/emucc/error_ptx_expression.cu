// expect: error 4 "inline PTX: '+' here begins a constant expression, which the emulated GPU does not compute: write its value, or give it to the asm statement as an operand "n"(...)"
__global__ void run(unsigned *out)
{
    asm volatile("mov.u32 %0, 5+3;" : "=r"(*out));
}

int main() {}
