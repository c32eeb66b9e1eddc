// expect: error 5 "inline PTX (cp.async.cg.shared.global) is not run by the emulated GPU; use common/device/ptx/ptx.h"
__device__ void copy(unsigned to, const void *from)
{
    // a warm-up
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from));
}

__global__ void run() { copy(0, nullptr); }

int main() { run<<<1, 1>>>(); }
