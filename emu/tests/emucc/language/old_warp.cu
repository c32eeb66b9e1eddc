// expect: ok output "496 0x0f0f0f0f 1 0 7 31"
// flags: -arch=sm_60 -Wno-deprecated-declarations
#include <stdio.h>

// Shuffles and votes of CUDA before 2017: the lanes that arrive together take part.
__global__ void old(int *out)
{
    const int lane = threadIdx.x;
    int sum = lane;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down(sum, offset);
    if (lane == 0)
        out[0] = sum;
    const unsigned low = __ballot(lane % 8 < 4);
    const int any = __any(lane == 3), all = __all(lane == 3);
    const double seven = __shfl((double)lane, 7);
    const float last = __shfl_xor((float)lane, 31) + __shfl_up((float)lane, 1, 16);
    if (lane == 0) {
        out[1] = (int)low;
        out[2] = any;
        out[3] = all;
        out[4] = (int)seven;
        out[5] = (int)last;
    }
    if (lane < 16 && __ballot(1) != 0xFFFF) // half of the warp
        out[0] = -1;
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 6 * sizeof *out);
    old<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d %#010x %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
    cudaFree(out);
}
