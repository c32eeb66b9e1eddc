// expect: error 7 "fill is a kernel: it is launched, fill<<<blocks, threads>>>(...), not called"
__global__ void fill(int *x) { x[threadIdx.x] = 1; }

int main()
{
    int *x;
    cudaMallocManaged(&x, 128); fill(x);
    fill<<<1, 32>>>(x);
    return cudaFree(x);
}
