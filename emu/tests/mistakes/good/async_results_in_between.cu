// category: async-copy-source
// shows: results are stored while the next piece arrives, to elements that no copy in flight reads
#include <cstdio>
#include <vector>
#include <cuda_pipeline.h>

const int W = 128;

// In place: piece p is replaced by its mirror image while piece p + 1 is fetched.
__global__ void mirror_pieces(float *x, int pieces)
{
    __shared__ float stages[2][W];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&stages[0][t], &x[t], 4);
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        // In odd pieces the even elements become zero: those lanes read nothing.
        if (p + 1 < pieces)
            __pipeline_memcpy_async(&stages[(p + 1) % 2][t], &x[(p + 1) * W + t], 4,
                                    (p + 1) % 2 && t % 2 == 0 ? 4 : 0);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        x[p * W + t] = stages[p % 2][W - 1 - t];
        __syncthreads();
    }
}

int main()
{
    const int pieces = 6;
    std::vector<float> h(W * pieces), r(W * pieces);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i + 1);
    float *x;
    cudaMalloc(&x, h.size() * sizeof(float));
    cudaMemcpy(x, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    mirror_pieces<<<1, W>>>(x, pieces);
    cudaMemcpy(r.data(), x, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < W * pieces; i++) {
        int p = i / W, from = W - 1 - i % W;
        wrong += r[i] != (p % 2 && from % 2 == 0 ? 0 : h[p * W + from]);
    }
    printf("%d wrong\n", wrong);
    cudaFree(x);
    return wrong != 0;
}
