// category: async-copy-group
// shows: cg::memcpy_async and wait_prior: the block copies piece after piece, one ahead
#include <cstdio>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

const int W = 96, T = 64;

__global__ void reverse_pieces(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float stages[2][W];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, stages[0], in, sizeof(float) * W);
    for (int p = 0; p < pieces; p++) {
        if (p + 1 < pieces) {
            cg::memcpy_async(block, stages[(p + 1) % 2], in + (p + 1) * W, sizeof(float) * W);
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        for (int i = threadIdx.x; i < W; i += T)
            out[p * W + i] = stages[p % 2][W - 1 - i];
        block.sync();
    }
}

int main()
{
    const int pieces = 7;
    std::vector<float> h(W * pieces), r(W * pieces);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, h.size() * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    reverse_pieces<<<1, T>>>(in, out, pieces);
    cudaMemcpy(r.data(), out, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < W * pieces; i++) wrong += r[i] != i / W * W + W - 1 - i % W;
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
