// expect: error 4 "inline PTX: %2: the asm statement has 2 operands"
__global__ void run(int *out, int x)
{
    asm("add.s32 %0, %1, %2;" : "=r"(*out) : "r"(x));
}

int main() {}
