// category: mbarrier-count
// shows: all threads arrive, do something else, and wait: a barrier in two halves, round after round
#include "../../hopper/hopper.h"

const int N = 64, ROUNDS = 5;

__global__ void turn(float *out)
{
    __shared__ float line[2][N];
    __shared__ __align__(8) uint64_t written;
    const int t = threadIdx.x;
    if (t == 0) {
        mbarrier_init(&written, N);
        fence_mbarrier_init();
    }
    __syncthreads();
    float sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        line[round % 2][t] = t + round;
        mbarrier_arrive(&written);
        sum += 1;
        mbarrier_wait_parity(&written, round & 1);
        sum += line[round % 2][N - 1 - t];
    }
    out[t] = sum;
}

int main()
{
    float *out = zeros(N);
    turn<<<1, N>>>(out);
    return wrong("out", out, N, [](int i) { return ROUNDS * (N - i) + 10; }) != 0;
}
