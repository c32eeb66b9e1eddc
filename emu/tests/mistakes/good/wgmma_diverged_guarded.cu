// category: wgmma-diverged
// shows: rows outside of the matrix: all warps multiply, the stores are guarded; elect_sync chooses one lane
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D, const float *rest)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    // Rows 50 to 63 of A are zeroes.
    for (int i = threadIdx.x; i < 64 * 8; i += 128) {
        int row = i / 8, piece = i % 8;
        int4 zero = make_int4(0, 0, 0, 0);
        *(int4 *)(a + row * ROW + (piece ^ row % 8) * 16) = row < 50 ? ((const int4 *)A)[i] : zero;
    }
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    wgmma_fence();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, k > 0, false, false);
    wgmma_commit_group();
    wgmma_wait_group(0);
    for (int i = 0; i < 32; i++)
        if (row_of(i) < 50)
            D[row_of(i) * 64 + column_of(i)] = d[i];
    if (threadIdx.x < 32 && elect_sync())
        for (int i = 50 * 64; i < 64 * 64; i++)
            D[i] = rest[i - 50 * 64];
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        // What the kernel does not multiply: rows 50 to 63, by the host.
        std::vector<__half> a(64 * 64), b(64 * 64);
        std::vector<float> rest(14 * 64);
        cudaMemcpy(a.data(), A, 64 * 64 * 2, cudaMemcpyDeviceToHost);
        cudaMemcpy(b.data(), B, 64 * 64 * 2, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 14 * 64; i++)
            for (int p = 0; p < 64; p++)
                rest[i] += __half2float(a[(50 + i / 64) * 64 + p]) * __half2float(b[i % 64 * 64 + p]);
        float *device;
        cudaMalloc(&device, rest.size() * 4);
        cudaMemcpy(device, rest.data(), rest.size() * 4, cudaMemcpyHostToDevice);
        multiply<<<1, 128>>>(A, B, D, device);
        cudaFree(device);
    });
}
