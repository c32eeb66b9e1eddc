// category: wgmma-fence
// shows: sums of 16 of k are taken over into ordinary registers: a fence before each next product
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    float sum[32];
    for (int i = 0; i < 32; i++)
        sum[i] = 0;
    for (int k = 0; k < 4; k++) {
        wgmma_fence();
        wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, false, false, false);
        wgmma_commit_group();
        wgmma_wait_group(0);
        for (int i = 0; i < 32; i++)
            sum[i] += d[i];
    }
    write_d(D, sum);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}
