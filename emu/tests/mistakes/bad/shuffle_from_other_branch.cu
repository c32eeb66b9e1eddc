// category: shuffle-inactive-lane
// mistake: the odd lanes shuffle with a right mask, but each reads its even neighbour, which is not in the branch
// line: 11
// cure: shuffle before the branch, with all lanes
#include <cstdio>

__global__ void odd_differences(const int *x, int *d)
{
    int lane = threadIdx.x % 32, v = x[threadIdx.x], diff = 0;
    if (lane % 2 == 1)
        diff = v - __shfl_up_sync(0xaaaaaaaau, v, 1);   // MISTAKE
    d[threadIdx.x] = diff;
}

int main()
{
    int h[64], *x, *d, wrong = 0;
    for (int i = 0; i < 64; ++i) h[i] = i * i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    odd_differences<<<1, 64>>>(x, d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 1; i < 64; i += 2) wrong += h[i] != 2 * i - 1;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(d);
    return wrong;
}

// expected:
// emu: shuffle: lane 1 reads from lane 0, which does not take part
//   at      emu/tests/mistakes/bad/shuffle_from_other_branch.cu:11
//   kernel  odd_differences<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   cure    let every lane that is read from take part, with its bit in the mask
// emu: 1 kind of mistake, 32 times; first: warp at emu/tests/mistakes/bad/shuffle_from_other_branch.cu:11
// exit status 31
