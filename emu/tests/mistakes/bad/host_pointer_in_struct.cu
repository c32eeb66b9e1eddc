// category: host-pointer-in-kernel
// mistake: the struct is copied to the GPU but its member still points to the host array
// line: 17
// cure: allocate the elements with cudaMalloc and store that pointer in the struct before copying it
#include <cstdio>
#include <vector>

struct Matrix {
    int rows, cols;
    float *elem;
};

__global__ void trace(const Matrix *M, float *result)
{
    float t = 0;
    for (int i = 0; i < M->rows; ++i)
        t += M->elem[i * M->cols + i];      // MISTAKE
    *result = t;
}

int main()
{
    std::vector<float> data(64, 1.0f);
    Matrix h{8, 8, data.data()};
    Matrix *d;
    float *r, t = 0;
    cudaMalloc(&d, sizeof(Matrix));
    cudaMalloc(&r, sizeof(float));
    cudaMemcpy(d, &h, sizeof(Matrix), cudaMemcpyHostToDevice);
    trace<<<1, 1>>>(d, r);
    cudaError_t e = cudaMemcpy(&t, r, sizeof(float), cudaMemcpyDeviceToHost);
    printf("trace %g (%s)\n", t, cudaGetErrorString(e));
    cudaFree(d);
    cudaFree(r);
    return t != 8.0f;
}

// expected:
// emu: read of 4 bytes of host memory in a kernel
//   at      emu/tests/mistakes/bad/host_pointer_in_struct.cu:17
//   kernel  trace<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 0x...: memory of the host program
//   cure    copy the data with cudaMemcpy into memory from cudaMalloc, and pass that pointer
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/host_pointer_in_struct.cu:17
// exit status 1
