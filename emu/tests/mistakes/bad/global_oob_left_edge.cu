// category: global-out-of-bounds
// mistake: the blur reads above the first row of the image: row -1 of pixel (0, x)
// line: 14
// cure: clamp the row with max(y - 1, 0)
#include <cstdio>
#include <vector>

__global__ void blur_down(const float *img, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int below = min(y + 1, h - 1);
    out[y * w + x] = 0.25f * img[(y - 1) * w + x]   // MISTAKE
                   + 0.50f * img[y * w + x]
                   + 0.25f * img[below * w + x];
}

int main()
{
    const int w = 70, h = 50;
    std::vector<float> img(w * h, 4.0f), res(w * h);
    float *in, *out;
    cudaMalloc(&in, img.size() * sizeof(float));
    cudaMalloc(&out, img.size() * sizeof(float));
    cudaMemcpy(in, img.data(), img.size() * sizeof(float), cudaMemcpyHostToDevice);
    blur_down<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(in, out, w, h);
    cudaError_t err = cudaDeviceSynchronize();
    printf("blur: %s\n", cudaGetErrorName(err));
    cudaMemcpy(res.data(), out, img.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return err != cudaSuccess || res[0] != 4.0f;
}

// expected:
// emu: out of bounds: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/global_oob_left_edge.cu:14
//   kernel  blur_down<<<(3,7,1), (32,8,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 280 bytes before the start of the 14000 bytes from cudaMalloc at emu/tests/mistakes/bad/global_oob_left_edge.cu:24: in[-70] of 3500 elements of 4 bytes
//   cure    guard the access: is the index below the array's length in this thread, also at the edge of the grid?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/global_oob_left_edge.cu:14
// exit status 1
