// expect: error 6 "cudaDoWonders: the emulated GPU has nothing of this name"
__global__ void scale(float *x) { x[0] = 2; }

int main()
{
    cudaDoWonders(3);
    return 0;
}
