// expect: error 5 "inline PTX: cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes: this instruction is not known to the emulated GPU; store to cluster_map_shared() of common/device/ptx/cluster.h"
__device__ void send(unsigned to, unsigned from, unsigned barrier)
{
    // a warm-up
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];\n" :: "r"(to), "r"(from), "r"(barrier));
}

__global__ void run() { send(0, 0, 0); }

int main() { run<<<1, 1>>>(); }
