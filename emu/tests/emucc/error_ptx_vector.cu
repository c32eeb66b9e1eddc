// expect: error 6 "inline PTX: ld.global.v2.f32: these operands are not known"
__global__ void run(const float *from, float *to)
{
    // v2 loads two registers, not four.
    float a, b, c, d;
    asm("ld.global.v2.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
        : "l"(from));
    *to = a + b + c + d;
}

int main() {}
