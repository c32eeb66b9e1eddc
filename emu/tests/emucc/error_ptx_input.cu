// expect: error 4 "inline PTX: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32: operand %1 is read only, and the instruction adds to it: list it with the outputs, as "+f" or "+r""
__global__ void run(float d[4], long tile)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %4, 1, 1, 1;"
                 : "+f"(d[0]) : "f"(d[1]), "f"(d[2]), "f"(d[3]), "l"(tile));
}

int main() {}
