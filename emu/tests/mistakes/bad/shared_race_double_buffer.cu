// category: shared-race
// mistake: the prefetch writes the buffer that other threads are reading
// line: 20 22
// cure: store the next piece into buf[cur ^ 1], not buf[cur]
#include <cstdio>
#include <vector>

const int W = 64;

__global__ void row_sums(const float *in, float *out, int pieces)
{
    __shared__ float buf[2][W];
    int t = threadIdx.x, cur = 0;
    float acc = 0;
    buf[0][t] = in[t];
    __syncthreads();
    for (int p = 0; p < pieces; ++p) {
        float next = p + 1 < pieces ? in[(p + 1) * W + t] : 0.0f;
        if (p + 1 < pieces)
            buf[cur][t] = next;                         // MISTAKE
        for (int k = 0; k < W; ++k)
            acc += buf[cur][(t + k) % W] * (k + 1);     // MISTAKE
        __syncthreads();
        cur ^= 1;
        buf[cur][t] = next;
        __syncthreads();
    }
    out[t] = acc;
}

int main()
{
    const int pieces = 8;
    std::vector<float> h(W * pieces), r(W);
    for (size_t i = 0; i < h.size(); ++i) h[i] = float(i % 3);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, W * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    row_sums<<<1, W>>>(in, out, pieces);
    cudaMemcpy(r.data(), out, W * sizeof(float), cudaMemcpyDeviceToHost);
    float want = 0;
    for (int p = 0; p < pieces; ++p)
        for (int k = 0; k < W; ++k) want += h[p * W + k] * (k + 1);
    printf("got %g, want %g\n", r[0], want);
    cudaFree(in);
    cudaFree(out);
    return r[0] != want;
}

// expected:
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/shared_race_double_buffer.cu:20
//   kernel  row_sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address buf[0][32]; buf is float [2][W], 512 bytes
//   other   read at emu/tests/mistakes/bad/shared_race_double_buffer.cu:22 by block (0,0,0), thread (63,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/shared_race_double_buffer.cu:22
//   kernel  row_sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address buf[0][63]; buf is float [2][W], 512 bytes
//   other   write at emu/tests/mistakes/bad/shared_race_double_buffer.cu:20 by block (0,0,0), thread (63,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: 1 kind of mistake, 14,553 times; first: race at emu/tests/mistakes/bad/shared_race_double_buffer.cu:20
// exit status 1
