// expect: error 7 "'scal' was not declared"
__global__ void scale(float *x) { x[0] = 2; }

int main()
{
    float *x = nullptr;
    scal<<<1,
           1>>>(x);
}
