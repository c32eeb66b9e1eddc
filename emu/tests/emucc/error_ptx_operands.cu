// expect: error 6 "inline PTX: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32: these operands are not known"
__global__ void run(float *d, unsigned a)
{
    // An mma.sync of this shape has vectors of 4, 4, 2 and 4 registers.
    asm("mov.f32 %0, 0f00000000;\n"
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0}, {%1}, {%1}, {%0};\n"
        : "+f"(*d) : "r"(a));
}

int main() {}
