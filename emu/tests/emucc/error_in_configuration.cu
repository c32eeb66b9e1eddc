// expect: error 6 "'threads' was not declared"
__global__ void scale(float *x, int n) { x[n] = 2; }

int main()
{
    scale<<<1, threads>>>(nullptr, 1);
}
