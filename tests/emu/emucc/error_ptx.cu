// expect: error 5 "inline PTX: cp.async.bulk.commit_group: this instruction is not known to the emulated GPU; use the functions of common/device/ptx/tma.h"
__device__ void wait(void)
{
    // a warm-up
    asm volatile("cp.async.bulk.commit_group;\n");
}

__global__ void run() { wait(); }

int main() { run<<<1, 1>>>(); }
