// category: st-async
// shows: st.async without a barrier of the cluster between the steps: the receiver says at `empty` that it has read
#include <cooperative_groups.h>
#include <cstdio>

#include "../../ptx/sm90.h"

namespace cg = cooperative_groups;

const int PIECE = 64, STEPS = 4;

static __device__ unsigned in_block(const void *p, int rank)
{
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(p)), "r"(rank));
    return there;
}

// Block 0 sends the numbers of `in` to block 1, one piece after another. Block 1 stores their squares.
__global__ void __cluster_dims__(2, 1, 1) square(const int *in, int *out)
{
    __shared__ int piece[PIECE];
    __shared__ uint64_t full, empty;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&empty, PIECE);
        fence_mbarrier_init();
    }
    cluster.sync();
    for (int step = 0; step < STEPS; step++) {
        if (cluster.block_rank() == 0) {
            mbarrier_wait_parity_cluster(&empty, step + 1 & 1);
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];"
                         : : "r"(in_block(&piece[t], 1)), "r"(in[step * PIECE + t]), "r"(in_block(&full, 1)) : "memory");
        } else {
            if (t == 0)
                mbarrier_arrive_expect_tx(&full, sizeof piece);
            mbarrier_wait_parity_cluster(&full, step & 1);
            out[step * PIECE + t] = piece[t] * piece[t];
            mbarrier_arrive_cluster(&empty, 0);
        }
    }
    cluster.sync();
}

int main()
{
    int numbers[STEPS * PIECE], squares[STEPS * PIECE] = {}, *in, *out, wrong = 0;
    for (int i = 0; i < STEPS * PIECE; i++) numbers[i] = i % 100;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof squares);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    square<<<2, PIECE>>>(in, out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(squares, out, sizeof squares, cudaMemcpyDeviceToHost);
    for (int i = 0; i < STEPS * PIECE; i++) wrong += squares[i] != numbers[i] * numbers[i];
    printf("%d of %d wrong (%s)\n", wrong, STEPS * PIECE, cudaGetErrorString(error));
    cudaFree(in);
    cudaFree(out);
    return wrong != 0 || error != cudaSuccess;
}
