// expect: error 5 "inline PTX: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes: this instruction is not known to the emulated GPU; of tensor copies it has tiles of 1 to 5 dimensions, as common/device/ptx/tma.h has them"
__global__ void run(unsigned s, const void *map, unsigned b)
{
    asm volatile("fence.proxy.async;\n"
                 "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {0, 0, 0}], [%2], {%3};\n"
                 :: "r"(s), "l"(map), "r"(b), "h"((short)0));
}

int main() {}
