// expect: error 17 "expected"
__global__ void
__launch_bounds__(32,
                  1)
scale(float *x)
{
    __shared__ float
        a[32],
        b[32];
    a[0] = b[0] = x[0];
}

int main()
{
    scale<<<1,
            1>>>(nullptr);
    return 0 0;
}
