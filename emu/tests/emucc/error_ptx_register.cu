// expect: error 4 "inline PTX: t is no register of this asm statement"
__global__ void run(int x)
{
    asm("add.s32 t, %0, 1;" :: "r"(x));
}

int main() {}
