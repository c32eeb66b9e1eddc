// expect: error 6 "'nn' was not declared"
__global__ void scale(float *x, int n)
{
    __shared__ float a[32], b[32];
    int i = threadIdx.x;
    if (i < nn)
        x[i] = a[i] + b[i];
}

int main() { scale<<<1, 32>>>(nullptr, 3); }
