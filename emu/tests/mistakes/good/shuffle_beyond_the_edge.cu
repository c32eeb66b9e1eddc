// category: shuffle-inactive-lane
// shows: up and down past the edge of the warp or of a segment give back the own value: allowed
#include <cstdio>

__global__ void edges(int *out)
{
    int lane = threadIdx.x, v = 10 * lane;
    int up = __shfl_up_sync(0xffffffffu, v, 3);
    int down = __shfl_down_sync(0xffffffffu, v, 3);
    int seg = __shfl_down_sync(0xffffffffu, v, 2, 8);
    int wrap = __shfl_sync(0xffffffffu, v, lane + 5);   // index modulo 32
    int first = __shfl_sync(0xffffffffu, v, 0, 8);      // first lane of each segment of 8
    out[lane] = up;
    out[32 + lane] = down;
    out[64 + lane] = seg;
    out[96 + lane] = wrap;
    out[128 + lane] = first;
}

int main()
{
    int h[160], *out, wrong = 0;
    cudaMalloc(&out, sizeof(h));
    edges<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int l = 0; l < 32; ++l) {
        wrong += h[l] != 10 * (l < 3 ? l : l - 3);
        wrong += h[32 + l] != 10 * (l > 28 ? l : l + 3);
        wrong += h[64 + l] != 10 * (l % 8 > 5 ? l : l + 2);
        wrong += h[96 + l] != 10 * ((l + 5) % 32);
        wrong += h[128 + l] != 10 * (l / 8 * 8);
    }
    printf("%d wrong\n", wrong);
    cudaFree(out);
    return wrong;
}
