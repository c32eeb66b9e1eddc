// category: launch-too-big-grid
// mistake: batched matmul with one grid layer per small matrix: 66000 of them, at most 65535 fit in z
// line: 28
// cure: use x for the batch, or several launches
#include <cstdio>
#include <vector>

__global__ void batched_2x2(const float *A, const float *B, float *C)
{
    int b = blockIdx.z, i = threadIdx.y, j = threadIdx.x;
    const float *a = A + 4 * b, *x = B + 4 * b;
    C[4 * b + 2 * i + j] = a[2 * i] * x[j] + a[2 * i + 1] * x[2 + j];
}

int main()
{
    const int batch = 66000;
    std::vector<float> A(4 * batch, 1.f), C(4 * batch);
    size_t bytes = A.size() * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, bytes);
    dim3 grid(1, 1, batch), block(2, 2);
    batched_2x2<<<grid, block>>>(a, b, c);      // MISTAKE
    cudaError_t e = cudaGetLastError();
    printf("%s\n", cudaGetErrorString(e));
    cudaMemcpy(C.data(), c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return C[0] != 2.f;
}

// expected:
// emu: launch of batched_2x2 refused (cudaErrorInvalidValue): the grid (1,1,66000) is too large: at most 2147483647 x 65535 x 65535
//   at      emu/tests/mistakes/bad/launch_grid_z.cu:28
// exit status 1
