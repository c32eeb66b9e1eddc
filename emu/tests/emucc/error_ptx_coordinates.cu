// expect: error 4 "inline PTX: cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes: these operands are not known to the emulated GPU"
__global__ void run(unsigned s, const void *map, unsigned b)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {0, 0, 0}], [%2];" :: "r"(s), "l"(map), "r"(b));
}

int main() {}
