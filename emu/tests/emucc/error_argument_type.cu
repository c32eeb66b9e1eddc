// expect: error 6 "invalid conversion"
__global__ void scale(float *x, int n) { x[n] = 2; }

int main()
{
    scale<<<1, 1>>>(3, 4);
}
