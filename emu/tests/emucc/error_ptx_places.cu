// expect: error 6 "inline PTX: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32: the registers of D must be operands of the asm statement, "+f" or "+r""
__global__ void run(long tile, float x)
{
    // D in registers that end with the asm statement is no use to anybody.
    asm volatile("{ .reg .f32 d<4>;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {d0, d1, d2, d3}, %0, %0, 0, 1, 1; }"
                 :: "l"(tile), "f"(x));
}

int main() {}
