// expect: error 4 "inline PTX: bra AGAIN: no such label in this asm statement"
__global__ void run(void)
{
    asm volatile("bra AGAIN;");
}

int main() {}
