// category: wgmma-proxy
// shows: D goes back to shared memory by stmatrix, and is the next product's A after a fence and a barrier
#include "../wgmma_tile.h"

// D = (A I) B^T, where I is the unit matrix.
__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE], unit[TILE];
    __shared__ __half one[64 * 64];
    float d[32];
    for (int i = threadIdx.x; i < 64 * 64; i += 128)
        one[i] = __float2half(i / 64 == i % 64 ? 1.0f : 0.0f);
    __syncthreads();
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    store_tile(unit, one, 64);
    fence_proxy_async();
    __syncthreads();
    for (int turn = 0; turn < 2; turn++) {
        wgmma_fence();
        for (int k = 0; k < 4; k++)
            wgmma_m64n64k16_f32_f16_f16(d, tile_descriptor(a) + 2 * k, tile_descriptor(turn ? b : unit) + 2 * k,
                                        k > 0, false, false);
        wgmma_commit_group();
        wgmma_wait_group(0);
        if (turn == 1)
            break;
        __syncthreads();
        int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane % 16;
        for (int j = 0; j < 4; j++) { // 16 columns, matrices: rows 0 to 7, 8 to 15, and to the right
            uint32_t pair[4];
            for (int m = 0; m < 4; m++) {
                __half2 both = __floats2half2_rn(d[8 * j + 2 * m], d[8 * j + 2 * m + 1]);
                memcpy(&pair[m], &both, 4);
            }
            stmatrix_x4(a + row * ROW + ((2 * j + lane / 16) ^ row % 8) * 16, pair);
        }
        fence_proxy_async();
        __syncthreads();
    }
    write_d(D, d);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}
