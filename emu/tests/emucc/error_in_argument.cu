// expect: error 8 "'y' was not declared"
__global__ void scale(float *x, int n) { x[n] = 2; }

int main()
{
    float *x = nullptr;
    scale<<<1, 1>>>(x,
                    y);
}
