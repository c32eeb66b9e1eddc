// category: warp-mask
// shows: the mask of a branch taken from a ballot before it, shuffles among exactly these lanes
#include <cstdio>

__global__ void pass_down(const int *x, int *out)
{
    int lane = threadIdx.x % 32, v = x[threadIdx.x], got = -1;
    bool in = v % 3 == 0;
    unsigned mask = __ballot_sync(0xffffffffu, in);
    if (in) {
        unsigned above = mask & ~((2u << lane) - 1u);       // lanes of the mask above this one
        int from = above ? __ffs(above) - 1 : lane;
        got = __shfl_sync(mask, v, from);
    }
    out[threadIdx.x] = got;
}

int main()
{
    int h[64], r[64], *x, *out, wrong = 0;
    for (int i = 0; i < 64; ++i) h[i] = (7 * i) % 64;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    pass_down<<<1, 64>>>(x, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) {
        int want = -1;
        if (h[i] % 3 == 0) {
            want = h[i];
            for (int j = i + 1; j < (i / 32 + 1) * 32; ++j)
                if (h[j] % 3 == 0) { want = h[j]; break; }
        }
        wrong += r[i] != want;
    }
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong;
}
