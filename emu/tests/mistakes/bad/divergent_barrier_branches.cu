// category: divergent-barrier
// mistake: even and odd threads wait at two different __syncthreads
// line: 13 17
// cure: one barrier after the if/else
#include <cstdio>

__global__ void mix(const float *a, const float *b, float *out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    if (t % 2 == 0) {
        s[t] = a[t];
        __syncthreads();        // MISTAKE
        out[t] = s[t + 1];
    } else {
        s[t] = b[t];
        __syncthreads();        // MISTAKE
        out[t] = s[t - 1];
    }
}

int main()
{
    float ha[64], hb[64], *a, *b, *out;
    for (int i = 0; i < 64; ++i) { ha[i] = i; hb[i] = -i; }
    cudaMalloc(&a, sizeof(ha));
    cudaMalloc(&b, sizeof(hb));
    cudaMalloc(&out, sizeof(ha));
    cudaMemcpy(a, ha, sizeof(ha), cudaMemcpyHostToDevice);
    cudaMemcpy(b, hb, sizeof(hb), cudaMemcpyHostToDevice);
    mix<<<1, 64>>>(a, b, out);
    cudaMemcpy(ha, out, sizeof(ha), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 64; ++i) wrong += ha[i] != (i % 2 ? i - 1 : -(i + 1));
    printf("%d wrong\n", wrong);
    cudaFree(a); cudaFree(b); cudaFree(out);
    return wrong;
}

// expected:
// emu: divergent barrier: threads of one block wait at different __syncthreads()
//   at      emu/tests/mistakes/bad/divergent_barrier_branches.cu:17
//   kernel  mix<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address thread (0,0,0) waits at emu/tests/mistakes/bad/divergent_barrier_branches.cu:13
//   cure    move the barrier out of the branch, so that all threads of the block reach the same one
// emu: 1 kind of mistake, 32 times; first: barrier at emu/tests/mistakes/bad/divergent_barrier_branches.cu:17
// exit status 1
