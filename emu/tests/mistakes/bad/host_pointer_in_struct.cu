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
