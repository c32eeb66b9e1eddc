// category: async-copy-source
// mistake: copies of 16 bytes from rows of 21 floats: only every fourth row starts at a multiple of 16
// line: 18
// cure: copy 4 bytes at a time, or pad the rows to a multiple of 4 floats
#include <cstdio>
#include <vector>
#include "../../ptx/ptx.h"

const int ROWS = 8, COLS = 21, PIECES = 6;  // the last piece of a row is cut at the edge

// One thread for each piece of a row; where the row ends inside a piece the rest becomes zero.
__global__ void row_sums(const float *in, float *out)
{
    __shared__ float4 tile[ROWS][PIECES];
    int row = threadIdx.y, piece = threadIdx.x;
    int left = COLS - 4 * piece, bytes = 4 * (left < 4 ? left : 4);
    const float *from = &in[row * COLS + 4 * piece];
    cp_async_cg_16(&tile[row][piece], from, bytes); // MISTAKE
    cp_async_wait_all();
    __syncthreads();
    if (piece > 0)
        return;
    float acc = 0;
    for (int p = 0; p < PIECES; p++)
        acc += tile[row][p].x + tile[row][p].y + tile[row][p].z + tile[row][p].w;
    out[row] = acc;
}

int main()
{
    std::vector<float> h(ROWS * COLS), r(ROWS);
    for (size_t i = 0; i < h.size(); i++) h[i] = float(i % 9 + 1);
    float *in, *out;
    cudaMalloc(&in, h.size() * sizeof(float));
    cudaMalloc(&out, ROWS * sizeof(float));
    cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    row_sums<<<1, dim3(PIECES, ROWS)>>>(in, out);
    cudaMemcpy(r.data(), out, ROWS * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
        float want = 0;
        for (int j = 0; j < COLS; j++) want += h[i * COLS + j];
        wrong += r[i] != want;
    }
    printf("%d of %d sums wrong (%s)\n", wrong, ROWS, cudaGetErrorString(cudaGetLastError()));
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: misaligned: asynchronous copy of 16 bytes from global memory
//   at      emu/tests/mistakes/bad/async_source_misaligned.cu:18
//   kernel  row_sums<<<(1,1,1), (6,8,1)>>>
//   thread  block (0,0,0), thread (0,1,0): warp 0, lane 6
//   address byte 84 of the 672 bytes from cudaMalloc at emu/tests/mistakes/bad/async_source_misaligned.cu:34
//   cure    both addresses must be multiples of the copy's size (a GPU checks the global one only where src_bytes is a constant): check offsets and leading dimensions, or copy 4 bytes at a time
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/async_source_misaligned.cu:18
// exit status 1
