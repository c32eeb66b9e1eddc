// expect: error 7 "too few arguments"
__global__ void scale(float *x, int n) { x[n] = 2; }

int main()
{
    float *x = nullptr;
    scale<<<1, 1>>>(x);
}
