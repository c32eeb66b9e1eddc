// expect: error 4 "inline PTX: mbarrier.arrive.noComplete.shared::cta.b64: this instruction is not known to the emulated GPU; common/device/ptx/mbarrier.h has what it knows of mbarriers"
__global__ void run(unsigned barrier)
{
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 _, [%0], 1;" :: "r"(barrier));
}

int main() {}
