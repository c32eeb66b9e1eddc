// expect: error 4 "a __shared__ variable cannot have an initial value"
__global__ void count(int *out)
{
    __shared__ int total = 0;
    atomicAdd(&total, 1);
    *out = total;
}

int main() { count<<<1, 1>>>(nullptr); }
